#ifdef __linux__

#define _GNU_SOURCE
#include "written.h"

#include "objects.h"
#include "proc.h"
#include "syscall.h"

#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/syscall.h>

struct reader {
    struct merlon_written *mappings;
    size_t capacity, count;
    struct merlon_written mapping;
    uint64_t kilobytes;
    bool is_executable, is_full;
};

static bool is_hexadecimal(uint8_t byte) { return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'f'); }

static uint64_t hexadecimal(const uint8_t **text, const uint8_t *end) {
    uint64_t value = 0;
    for (; *text < end && is_hexadecimal(**text); (*text)++) value = value << 4 | (uint64_t)(**text <= '9' ? **text - '0' : **text - 'a' + 10);
    return value;
}

/// Keeps the mapping that was read last.
static void keep(struct reader *reader) {
    uint64_t pages = reader->kilobytes / (merlon_page_size() / 1024);
    if (!reader->is_executable || pages == 0) return;
    if (reader->count == reader->capacity) {
        reader->is_full = true;
        return;
    }
    reader->mapping.pages = pages > UINT32_MAX ? UINT32_MAX : (uint32_t)pages;
    reader->mappings[reader->count++] = reader->mapping;
}

static void read_line(struct reader *reader, const uint8_t *line, const uint8_t *end) {
    if (line == end) return;
    // `55fd784c4000-55fd784c8000 r-xp …`; all other lines begin with a capital letter.
    if (is_hexadecimal(*line)) {
        keep(reader);
        memset(&reader->mapping, 0, sizeof reader->mapping);
        reader->kilobytes = 0;
        reader->mapping.start = hexadecimal(&line, end);
        if (line < end) line++;
        reader->mapping.end = hexadecimal(&line, end);
        reader->is_executable = end - line > 3 && line[3] == 'x';
        return;
    }
    if (!reader->is_executable) return;
    // Pages that were written to, in memory and swapped out.
    size_t length = 0;
    if (end - line > 10 && memcmp(line, "Anonymous:", 10) == 0) length = 10;
    if (end - line > 5 && memcmp(line, "Swap:", 5) == 0) length = 5;
    if (length == 0) return;
    uint64_t value = 0;
    for (line += length; line < end && *line == ' '; line++) {
    }
    for (; line < end && *line >= '0' && *line <= '9' && value < 1ULL << 50; line++) value = value * 10 + (uint64_t)(*line - '0');
    reader->kilobytes += value;
}

int merlon_written_mappings(struct merlon_written *mappings, size_t capacity, size_t *count, uint8_t *buffer, size_t size) {
    long file = merlon_open_proc(AT_FDCWD, "/proc/self/smaps", O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return (int)-file;
    struct reader reader;
    memset(&reader, 0, sizeof reader);
    reader.mappings = mappings;
    reader.capacity = capacity;
    size_t kept = 0;
    int status = 0;
    for (;;) {
        long got = merlon_syscall3(SYS_read, file, (long)(buffer + kept), (long)(size - kept));
        if (got == -EINTR) continue;
        if (got < 0) status = (int)-got;
        if (got <= 0) break;
        size_t have = kept + (size_t)got, start = 0;
        for (size_t place = kept; place < have; place++) {
            if (buffer[place] != '\n') continue;
            read_line(&reader, buffer + start, buffer + place);
            start = place + 1;
        }
        kept = have - start;
        // No path is longer than 4 KiB: a line that fills the buffer is none of the kernel's.
        if (kept == size) {
            status = EOVERFLOW;
            break;
        }
        memmove(buffer, buffer + start, kept);
    }
    merlon_syscall3(SYS_close, file, 0, 0);
    keep(&reader);
    if (status == 0 && reader.is_full) status = EOVERFLOW;
    *count = reader.count;
    return status;
}

#endif
