#pragma once

#include <stddef.h>
#include <stdint.h>

/// An executable mapping some of whose pages are the process's own.
struct merlon_written {
    uint64_t start, end;
    uint32_t pages;
};

/// Those mappings, by /proc/self/smaps: a process that is not dumpable may read it, and not its page map. `buffer` is for the text. 0, an errno, or
/// EOVERFLOW when there are more than `capacity`.
int merlon_written_mappings(struct merlon_written *mappings, size_t capacity, size_t *count, uint8_t *buffer, size_t size);
