#ifdef __APPLE__

#include "CMerlonProbes.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/sysctl.h>
#include <sys/types.h>
#include <unistd.h>

int merlon_probe_traced(bool *traced) {
    int name[4] = {CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()};
    struct kinfo_proc process;
    size_t size = sizeof process;
    memset(&process, 0, size);
    if (sysctl(name, 4, &process, &size, NULL, 0) != 0) return errno;
    // The kernel answers success with no bytes for a process that it does not find.
    if (size < offsetof(struct kinfo_proc, kp_proc.p_flag) + sizeof process.kp_proc.p_flag) return ESRCH;
    *traced = (process.kp_proc.p_flag & P_TRACED) != 0;
    return 0;
}

// <sys/ptrace.h> is not in the iOS SDK: the request and the number of the system call are those of XNU's published sources.
enum { MERLON_PT_DENY_ATTACH = 31, MERLON_SYS_PTRACE = 26 };

int merlon_deny_debugger(void) {
#if defined(__arm64__)
    register long x0 __asm("x0") = MERLON_PT_DENY_ATTACH;
    register long x1 __asm("x1") = 0;
    register long x2 __asm("x2") = 0;
    register long x3 __asm("x3") = 0;
    register long x16 __asm("x16") = MERLON_SYS_PTRACE;
    long failed;
    // The kernel sets the carry flag when the call failed, with the errno in x0.
    __asm volatile("svc #0x80\n\tcset %1, cs" : "+r"(x0), "=r"(failed) : "r"(x1), "r"(x2), "r"(x3), "r"(x16) : "memory", "cc");
    return failed ? (int)x0 : 0;
#else
    return ENOTSUP;
#endif
}

#endif
