#pragma once

#include "syscall.h"

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
