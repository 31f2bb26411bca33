#pragma once

#include <mach-o/loader.h>
#include <stdbool.h>
#include <stdint.h>

/// Where a walk over load commands is; begins with zeros.
struct merlon_commands {
    uint32_t index, offset;
};

/// The next load command of a mapped 64-bit image; false at the end, and as soon as one is not whole.
bool merlon_next_command(const struct mach_header_64 *header, struct merlon_commands *commands, const struct load_command **command);

/// The extent of its executable segments, in memory.
bool merlon_image_text(const struct mach_header_64 *header, uint64_t *start, uint64_t *end);

/// The extent of its section `__TEXT,__text`, in memory.
bool merlon_image_code(const struct mach_header_64 *header, uint64_t *start, uint64_t *end);
