#pragma once

#include <errno.h>
#include <stdint.h>

// System calls without libc, whose functions an attacker interposes first. Returns what the kernel returns: a negative errno for a failure.

#if defined(__x86_64__)
static inline long merlon_syscall6(long number, long a, long b, long c, long d, long e, long f) {
    long result;
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}
#elif defined(__aarch64__)
static inline long merlon_syscall6(long number, long a, long b, long c, long d, long e, long f) {
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = d;
    register long x4 __asm__("x4") = e;
    register long x5 __asm__("x5") = f;
    __asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
    return x0;
}
#else
static inline long merlon_syscall6(long number, long a, long b, long c, long d, long e, long f) {
    (void)number, (void)a, (void)b, (void)c, (void)d, (void)e, (void)f;
    return -ENOSYS;
}
#endif

static inline long merlon_syscall3(long number, long a, long b, long c) { return merlon_syscall6(number, a, b, c, 0, 0, 0); }

// What the system call getdents64 writes, one after the other; `size` leads to the next. (linux/dirent.h has it in the kernel alone.)
struct merlon_directory_entry {
    uint64_t inode;
    int64_t offset;
    uint16_t size;
    uint8_t type;
    char name[];
};
