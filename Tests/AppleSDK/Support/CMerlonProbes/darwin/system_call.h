#pragma once

// In the place of the real one, whose instructions would ask Linux: the system calls of the probes go to the emulated kernel.

#include <errno.h>
#include <stdbool.h>

enum {
    MERLON_SYS_OPEN = 5,
    MERLON_SYS_CLOSE = 6,
    MERLON_SYS_GETPPID = 39,
    MERLON_SYS_READLINK = 58,
    MERLON_SYS_CSOPS = 169,
    MERLON_SYS_SYSCTL = 202,
};

long emulated_system_call(long number, long a, long b, long c, long d, bool *failed);

static inline long merlon_call(long number, long a, long b, long c, long d, long e, long f, bool *failed) {
    (void)e, (void)f;
    return emulated_system_call(number, a, b, c, d, failed);
}
#define MERLON_HAS_SYSTEM_CALL true

static inline int merlon_call_status(long number, long a, long b, long c, long d, long e, long f) {
    bool failed;
    long result = merlon_call(number, a, b, c, d, e, f, &failed);
    return failed ? (int)result : 0;
}
