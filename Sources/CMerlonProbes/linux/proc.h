#pragma once

#include "syscall.h"

#include <fcntl.h>
#include <stdbool.h>
#include <sys/statfs.h>
#include <sys/syscall.h>

/// Whether an open file is the kernel's: root can mount one of another making over any file of /proc, so that a tracer or a mapping is not told.
static inline bool merlon_is_of_proc(long file) {
    struct statfs system;
    return merlon_syscall3(SYS_fstatfs, file, (long)&system, 0) == 0 && system.f_type == 0x9FA0;
}

/// Opens a file of /proc; -ENOTSUP when it is not the kernel's.
static inline long merlon_open_proc(long folder, const char *path, int flags) {
    long file = merlon_syscall6(SYS_openat, folder, (long)path, flags, 0, 0, 0);
    if (file < 0 || merlon_is_of_proc(file)) return file;
    merlon_syscall3(SYS_close, file, 0, 0);
    return -ENOTSUP;
}

/// The number at the end of what a link of /proc leads to; 0 when there is none. `/proc/self` and `/proc/thread-self` lead to the calling process and
/// thread by the numbers that they have there, which are others than their own where /proc is one of another name space.
static inline long merlon_number_in_proc(const char *link) {
    char target[64];
    long length = merlon_syscall6(SYS_readlinkat, AT_FDCWD, (long)link, (long)target, sizeof target, 0, 0);
    long number = 0, place = 1;
    for (; length > 0 && target[length - 1] >= '0' && target[length - 1] <= '9' && place <= 1000000000; length--, place *= 10)
        number += place * (target[length - 1] - '0');
    return number;
}
