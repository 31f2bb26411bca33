#pragma once

#include <errno.h>
#include <stdbool.h>

// System calls without libc. The numbers are those of XNU's published syscalls.master; the carry flag says that a call failed, with its errno as
// the result.

enum {
    MERLON_SYS_OPEN = 5,
    MERLON_SYS_CLOSE = 6,
    MERLON_SYS_GETPPID = 39,
    MERLON_SYS_READLINK = 58,
    MERLON_SYS_CSOPS = 169,
    MERLON_SYS_SYSCTL = 202,
};

#if defined(__arm64__)
static inline long merlon_call(long number, long a, long b, long c, long d, long e, long f, bool *failed) {
    register long x16 __asm("x16") = number;
    register long x0 __asm("x0") = a;
    register long x1 __asm("x1") = b;
    register long x2 __asm("x2") = c;
    register long x3 __asm("x3") = d;
    register long x4 __asm("x4") = e;
    register long x5 __asm("x5") = f;
    long carry;
    // The kernel may change x1 as well, as the second result of some calls.
    __asm volatile("svc #0x80\n\tcset %2, cs"
                   : "+r"(x0), "+r"(x1), "=&r"(carry)
                   : "r"(x16), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                   : "memory", "cc");
    *failed = carry != 0;
    return x0;
}
#define MERLON_HAS_SYSTEM_CALL true
#elif defined(__x86_64__)
static inline long merlon_call(long number, long a, long b, long c, long d, long e, long f, bool *failed) {
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    long result = number | 0x2000000;
    unsigned char carry;
    __asm__ volatile("syscall\n\tsetc %1"
                     : "+a"(result), "=q"(carry), "+d"(c)
                     : "D"(a), "S"(b), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory", "cc");
    *failed = carry != 0;
    return result;
}
#define MERLON_HAS_SYSTEM_CALL true
#else
static inline long merlon_call(long number, long a, long b, long c, long d, long e, long f, bool *failed) {
    (void)number, (void)a, (void)b, (void)c, (void)d, (void)e, (void)f;
    *failed = true;
    return ENOTSUP;
}
#define MERLON_HAS_SYSTEM_CALL false
#endif

/// 0, or the errno.
static inline int merlon_call_status(long number, long a, long b, long c, long d, long e, long f) {
    bool failed;
    long result = merlon_call(number, a, b, c, d, e, f, &failed);
    return failed ? (int)result : 0;
}
