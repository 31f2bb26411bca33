#ifdef __linux__

#define _GNU_SOURCE
#include "CMerlonProbes.h"
#include "proc.h"
#include "syscall.h"

#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

// Executable memory alone, asked by PROCMAP_QUERY (Linux 6.11). /proc/self/maps makes a line for everything that is mapped, most of a sweep's time.
// The descriptor is opened anew each time: one that is kept can be closed or replaced by code that closes all of them, and then says anything.

/// As linux/fs.h has it; the headers of Debian 12 do not.
struct map_query {
    uint64_t size, flags, address;
    uint64_t start, end, permissions, page_size, offset, inode;
    uint32_t device_major, device_minor, name_size, build_id_size;
    uint64_t name, build_id;
};
enum { READABLE = 1, WRITABLE = 2, EXECUTABLE = 4, SHARED = 8, COVERING_OR_NEXT = 16 };
enum { NAME_BYTES = 4096, LINE_BYTES = 128 };
static const unsigned long query_number = _IOWR('f', 17, struct map_query);

static uint8_t *put_text(uint8_t *to, const char *text) {
    while (*text != 0) *to++ = (uint8_t)*text++;
    return to;
}

/// Digits of a base, at least `width` of them.
static uint8_t *put_number(uint8_t *to, uint64_t number, unsigned base, int width) {
    uint8_t digits[24];
    int count = 0;
    for (; number != 0 || count < width; number /= base) digits[count++] = (uint8_t)"0123456789abcdef"[number % base];
    while (count > 0) *to++ = digits[--count];
    return to;
}

/// The line that /proc/self/maps has for it. At most LINE_BYTES, and four times the name.
static uint8_t *put_line(uint8_t *to, const struct map_query *map, const char *name) {
    to = put_text(put_number(to, map->start, 16, 8), "-");
    to = put_text(put_number(to, map->end, 16, 8), " ");
    *to++ = map->permissions & READABLE ? 'r' : '-';
    *to++ = map->permissions & WRITABLE ? 'w' : '-';
    *to++ = map->permissions & EXECUTABLE ? 'x' : '-';
    *to++ = map->permissions & SHARED ? 's' : 'p';
    to = put_text(put_number(put_text(to, " "), map->offset, 16, 8), " ");
    to = put_text(put_number(to, map->device_major, 16, 2), ":");
    to = put_text(put_number(to, map->device_minor, 16, 2), " ");
    to = put_text(put_number(to, map->inode, 10, 1), " ");
    // The end of a line in a name is written so that it ends none.
    for (; *name != 0; name++) {
        if (*name == '\n') to = put_text(to, "\\012");
        else *to++ = (uint8_t)*name;
    }
    *to++ = '\n';
    return to;
}

static int query(long file, uint8_t *bytes, size_t capacity, size_t *count) {
    char name[NAME_BYTES];
    uint8_t *end = bytes;
    for (uint64_t address = 0;;) {
        struct map_query map;
        memset(&map, 0, sizeof map);
        map.size = sizeof map;
        map.flags = COVERING_OR_NEXT | EXECUTABLE;
        map.address = address;
        map.name = (uint64_t)name;
        map.name_size = sizeof name;
        long result = merlon_syscall3(SYS_ioctl, file, (long)query_number, (long)&map);
        if (result == -EINTR) continue;
        if (result == -ENOENT) break;
        if (result < 0) return (int)-result;
        // A kernel that does not go forward would be asked for ever.
        if (map.end <= address || map.start >= map.end || (map.permissions & EXECUTABLE) == 0) return ENOTSUP;
        if (map.name_size == 0) name[0] = 0;
        name[NAME_BYTES - 1] = 0;
        size_t room = capacity - (size_t)(end - bytes);
        if (room < LINE_BYTES || (room - LINE_BYTES) / 4 < strnlen(name, NAME_BYTES)) return ENOBUFS;
        end = put_line(end, &map, name);
        address = map.end;
    }
    *count = (size_t)(end - bytes);
    return 0;
}

int merlon_linux_executable_maps(uint8_t *bytes, size_t capacity, size_t *count) {
    long file = merlon_open_proc(AT_FDCWD, "/proc/self/maps", O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (file < 0) return (int)-file;
    int status = query(file, bytes, capacity, count);
    merlon_syscall3(SYS_close, file, 0, 0);
    return status;
}

#endif
