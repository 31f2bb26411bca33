#pragma once

#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/auxv.h>

// What dl_iterate_phdr says of the loaded objects, made ready for look-ups. What their own headers and tables say is not believed: every pointer was
// checked to lie in a segment of its object that can be read. Between segments there may be nothing.

enum { MERLON_MAXIMUM_OBJECTS = 1024, MERLON_MAXIMUM_TEXT_SEGMENTS = 4, MERLON_MAXIMUM_EXTENTS = 8 };

#if !defined(MERLON_PAGE_SIZE) && defined(__x86_64__)
#define MERLON_PAGE_SIZE 4096
#endif

/// The size of a page. x86-64 has one; kernels for arm64 are built for pages of 4, 16 or 64 KiB, and map whole pages of that size.
static inline uint64_t merlon_page_size(void) {
#ifdef MERLON_PAGE_SIZE
    return MERLON_PAGE_SIZE;
#else
    const uint64_t size = getauxval(AT_PAGESZ);
    return size == 16384 || size == 65536 ? size : 4096;
#endif
}

struct merlon_extent {
    uint64_t start, end;       // in memory
    uint64_t offset, size;     // in the file
};

struct merlon_text_segment {
    uint64_t start, size;      // in memory, as far as the file reaches
    uint64_t end;              // in memory, to the end of the last page
    uint64_t offset;           // in the file
    bool is_readable;          // code may be mapped to be executed alone
};

struct merlon_object {
    uint64_t base, low, high;
    const char *name;
    const char *soname;
    const Elf64_Dyn *dynamic, *dynamic_end;
    const char *strings;
    size_t string_size;
    const Elf64_Sym *symbols;
    size_t symbol_limit;
    const uint32_t *gnu_hash, *sysv_hash;
    uint64_t gnu_room, sysv_room;  // words from there to the end of the segment
    const Elf64_Rela *tables[2];  // PLT, others
    size_t counts[2];
    // Set for the listing alone.
    bool is_needed, is_walked;
    uint32_t base_hash, soname_hash;
    bool binds_now;
    /// A table that it says it has lies outside of it, or its file is shorter than what was mapped: nothing in it is looked up.
    bool is_unreadable;
    /// Where the file's beginning is mapped, and how much of it; 0 when it is not.
    uint64_t header, header_size;
    int extent_count;
    struct merlon_extent extents[MERLON_MAXIMUM_EXTENTS];
    int text_count;
    struct merlon_text_segment text[MERLON_MAXIMUM_TEXT_SEGMENTS];
};

struct merlon_objects {
    struct merlon_object *items;
    size_t capacity, count;
    bool is_complete;
};

/// Calls `body` with all objects while none can be loaded or unloaded. 0, or an errno.
int merlon_with_objects(int (*body)(struct merlon_objects *, void *), void *context);

/// What a look-up by GNU hash (or SysV hash) says: 0 no such name, 1 the name with another address, 2 the name at that address, or resolved at run
/// time (IFUNC) into the same object.
int merlon_lookup(const struct merlon_object *object, const char *name, uint32_t gnu, uint64_t value);
uint32_t merlon_gnu_hash(const char *name);

/// The segment that holds the address; NULL when none does.
const struct merlon_extent *merlon_extent_of(const struct merlon_object *object, uint64_t address);

/// The exported function that holds the address, or "".
const char *merlon_symbol_at(const struct merlon_object *object, uint64_t address);

/// The string at that offset, or NULL when the offset lies.
const char *merlon_string(const struct merlon_object *object, uint64_t offset);
void merlon_copy(char *to, size_t size, const char *from);
