#ifdef __linux__

#define _GNU_SOURCE
#include "CMerlonProbes.h"
#include "objects.h"
#include "proc.h"
#include "syscall.h"
#include "written.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

// Text against its file. The kernel gives a page of a private file mapping a copy of its own when somebody writes to it, be it the process, a
// debugger, /proc/PID/mem or a uprobe, and keeps the copy when the bytes are put back. /proc/self/pagemap tells such pages from the file's, and where it
// is closed to the process /proc/self/smaps counts them.
// The file is read, never mapped: a uprobe also shows in other mappings of it.

enum { HEAD = 4096, CHUNK = 1 << 16, MAXIMUM_WRITTEN = 512, MAXIMUM_PAGES = 1 << 20 };
static const uint64_t is_present = 1ULL << 63, is_swapped = 1ULL << 62, is_of_file = 1ULL << 61;

struct work {
    struct merlon_linux_text *texts;
    size_t capacity, count;
    struct merlon_linux_difference *differences;
    size_t difference_capacity, difference_count;
    uint64_t compared, limit;
    /// How many pages may still be asked for: what a segment says of its size need not be so.
    uint64_t pages_left;
    long pagemap;
    /// In the place of a page map: mappings with pages of the process's own; used when `has_written`.
    struct merlon_written *written;
    size_t written_count;
    bool has_written;
    bool is_complete;
    uint8_t *buffer;
};

/// Without waiting: a pipe may have been put in the place of the file, and the loader's lock is held.
static long open_file(const char *name) {
    const char *path = name[0] == 0 ? "/proc/self/exe" : name;
    return merlon_syscall6(SYS_openat, AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0, 0, 0);
}

static bool read_at(long file, void *bytes, uint64_t size, uint64_t offset) {
    for (uint64_t done = 0; done < size;) {
        long got = merlon_syscall6(SYS_pread64, file, (long)bytes + (long)done, (long)(size - done), (long)(offset + done), 0, 0);
        if (got == -EINTR) continue;
        if (got <= 0) return false;
        done += (uint64_t)got;
    }
    return true;
}

/// Whether the file is the one that was mapped: its first page, which holds the headers and mostly the build id, is what memory has. The file is read
/// first: of one that was cut since nothing can be read in memory, either.
static bool is_same_file(const struct merlon_object *object, long file, uint8_t *buffer) {
    uint64_t size = object->header_size < HEAD ? object->header_size : HEAD;
    if (object->is_unreadable || size < sizeof(Elf64_Ehdr) || !read_at(file, buffer, size, 0)) return false;
    return merlon_linux_same(buffer, (const void *)object->header, size);
}

static void note_differences(struct work *work, const struct merlon_object *object, struct merlon_linux_text *text, uint64_t address,
                             const uint8_t *expected, uint64_t size) {
    const uint8_t *actual = (const uint8_t *)address;
    if (merlon_linux_same(actual, expected, size)) return;
    for (uint64_t index = 0; index < size; index++) {
        if (actual[index] == expected[index]) continue;
        // From the beginning of the word: what was written may begin with a byte that was there before.
        index &= ~(uint64_t)3;
        text->differing_runs++;
        uint64_t length = size - index < MERLON_DIFFERENCE_BYTES ? size - index : MERLON_DIFFERENCE_BYTES;
        if (work->difference_count < work->difference_capacity) {
            struct merlon_linux_difference *difference = &work->differences[work->difference_count++];
            memset(difference, 0, sizeof *difference);
            difference->text = (uint32_t)work->count;
            difference->address = address + index - object->base;
            difference->absolute = address + index;
            difference->length = (uint32_t)length;
            memcpy(difference->expected, expected + index, length);
            memcpy(difference->actual, actual + index, length);
            merlon_copy(difference->symbol, sizeof difference->symbol, merlon_symbol_at(object, address + index));
        }
        index += MERLON_DIFFERENCE_BYTES - 1;
    }
}

/// Compares [start, end) of a segment with the file; false when the file cannot be read or the budget is used up.
static bool compare(struct work *work, const struct merlon_object *object, const struct merlon_text_segment *segment,
                    struct merlon_linux_text *text, long file, uint64_t start, uint64_t end) {
    uint64_t limit = segment->start + segment->size;
    if (!segment->is_readable) return false;
    if (start < segment->start) start = segment->start;
    if (end > limit) end = limit;
    while (start < end) {
        uint64_t size = end - start < CHUNK ? end - start : CHUNK;
        if (work->compared + size > work->limit) return false;
        if (!read_at(file, work->buffer, size, segment->offset + (start - segment->start))) return false;
        work->compared += size;
        note_differences(work, object, text, start, work->buffer, size);
        start += size;
    }
    return true;
}

/// As walk_pages, by what smaps says: it counts pages and does not name them, so that the mapping is compared as a whole.
static bool walk_mappings(struct work *work, const struct merlon_object *object, const struct merlon_text_segment *segment,
                          struct merlon_linux_text *text, long file) {
    for (size_t index = 0; index < work->written_count; index++) {
        const struct merlon_written *mapping = &work->written[index];
        if (mapping->start >= segment->end || mapping->end <= segment->start) continue;
        text->own_pages += mapping->pages;
        if (file >= 0 && !compare(work, object, segment, text, file, mapping->start, mapping->end)) text->is_compared = false;
    }
    return true;
}

/// Walks the pages of a segment; false when neither pagemap nor smaps says.
static bool walk_pages(struct work *work, const struct merlon_object *object, const struct merlon_text_segment *segment,
                       struct merlon_linux_text *text, long file) {
    if (work->has_written) return walk_mappings(work, object, segment, text, file);
    uint64_t entries[512];
    const uint64_t size = merlon_page_size();
    for (uint64_t page = segment->start & ~(size - 1); page < segment->end;) {
        uint64_t pages = (segment->end - page) / size;
        if (pages > 512) pages = 512;
        if (pages > work->pages_left) {
            work->is_complete = false;
            return false;
        }
        work->pages_left -= pages;
        if (!read_at(work->pagemap, entries, pages * 8, page / size * 8)) return false;
        for (uint64_t index = 0; index < pages; index++) {
            if ((entries[index] & (is_present | is_swapped)) == 0 || (entries[index] & is_of_file) != 0) continue;
            text->own_pages++;
            uint64_t start = page + index * size;
            if (file >= 0 && !compare(work, object, segment, text, file, start, start + size)) text->is_compared = false;
        }
        page += pages * size;
    }
    return true;
}

static bool is_core(const struct merlon_objects *objects, const struct merlon_object *object) {
    if (object == &objects->items[0]) return true;
    const char *name = object->soname == NULL ? object->name : object->soname;
    return strncmp(name, "libc.so", 7) == 0 || strncmp(name, "ld-linux", 8) == 0 || strstr(name, "/ld-linux") != NULL;
}

static int check(struct merlon_objects *objects, void *context) {
    struct work *work = context;
    work->is_complete = objects->is_complete;
    for (size_t index = 0; index < objects->count; index++) {
        const struct merlon_object *object = &objects->items[index];
        if (object->text_count == 0 && object->is_unreadable) work->is_complete = false;
        if (object->text_count == 0) continue;
        if (work->count == work->capacity) {
            work->is_complete = false;
            break;
        }
        struct merlon_linux_text *text = &work->texts[work->count];
        memset(text, 0, sizeof *text);
        merlon_copy(text->object, sizeof text->object, object->name);
        text->is_compared = true;
        // The kernel's own object has no file. Somebody can write to it all the same, and gets pages of the process's own by that.
        if (strncmp(object->name, "linux-vdso", 10) == 0 || strncmp(object->name, "linux-gate", 10) == 0) {
            for (int segment = 0; segment < object->text_count && (work->pagemap >= 0 || work->has_written); segment++)
                walk_pages(work, object, &object->text[segment], text, -1);
            text->is_compared = false;
            if (text->own_pages > 0) work->count++;
            continue;
        }
        bool has_map = work->pagemap >= 0 || work->has_written, is_whole = !has_map && is_core(objects, object);
        long file = -1;
        for (int segment = 0; segment < object->text_count; segment++) {
            // First only counted: most objects have no page of their own, and their files need not be opened.
            if (has_map && file < 0) {
                const uint32_t before = text->own_pages;
                has_map = walk_pages(work, object, &object->text[segment], text, -1);
                if (has_map && text->own_pages == before) continue;
                if (!has_map) is_whole = is_core(objects, object);
                text->own_pages = before;
                if (!has_map && !is_whole) break;
            }
            if (!has_map && !is_whole) {
                text->is_compared = false;
                break;
            }
            if (file < 0) file = open_file(object->name);
            if (file < 0 || !is_same_file(object, file, work->buffer)) {
                text->is_replaced |= file >= 0;
                text->is_compared = false;
                if (has_map) walk_pages(work, object, &object->text[segment], text, -1);
                if (file >= 0) merlon_syscall3(SYS_close, file, 0, 0);
                file = -1;
                continue;
            }
            if (has_map) {
                walk_pages(work, object, &object->text[segment], text, file);
            } else if (!compare(work, object, &object->text[segment], text, file, object->text[segment].start, object->text[segment].end)) {
                text->is_compared = false;
            }
        }
        if (file >= 0) merlon_syscall3(SYS_close, file, 0, 0);
        text->has_page_map = has_map;
        if (!has_map && !is_whole) text->is_compared = false;
        work->count++;
    }
    return 0;
}

int merlon_linux_text(struct merlon_linux_text *texts, size_t capacity, size_t *count, struct merlon_linux_difference *differences,
                      size_t difference_capacity, size_t *difference_count, uint64_t *compared, bool *is_complete) {
    size_t size = CHUNK + MAXIMUM_WRITTEN * sizeof(struct merlon_written);
    long buffer = merlon_syscall6(SYS_mmap, 0, (long)size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (buffer < 0 && buffer > -4096) return (int)-buffer;
    struct work work;
    memset(&work, 0, sizeof work);
    work.texts = texts;
    work.capacity = capacity;
    work.differences = differences;
    work.difference_capacity = difference_capacity;
    work.limit = 512ULL << 20;
    work.pages_left = MAXIMUM_PAGES;
    work.is_complete = true;
    work.buffer = (uint8_t *)buffer;
    work.written = (struct merlon_written *)(buffer + CHUNK);
    work.pagemap = merlon_open_proc(AT_FDCWD, "/proc/self/pagemap", O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (work.pagemap < 0)
        work.has_written = merlon_written_mappings(work.written, MAXIMUM_WRITTEN, &work.written_count, work.buffer, CHUNK) == 0;
    int status = merlon_with_objects(check, &work);
    if (work.pagemap >= 0) merlon_syscall3(SYS_close, work.pagemap, 0, 0);
    merlon_syscall3(SYS_munmap, buffer, (long)size, 0);
    if (status != 0) return status;
    *count = work.count;
    *difference_count = work.difference_count;
    *compared = work.compared;
    *is_complete = work.is_complete;
    return 0;
}

#endif
