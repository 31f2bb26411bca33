#ifdef __APPLE__

#include "CMerlonProbes.h"
#include "system_call.h"

#include <dlfcn.h>
#include <string.h>
#include <sys/sysctl.h>
#include <sys/types.h>
#include <unistd.h>

int merlon_darwin_process_flags(bool by_system_call, uint32_t *flags) {
    int name[4] = {CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()};
    struct kinfo_proc process;
    size_t size = sizeof process;
    memset(&process, 0, size);
    int status = by_system_call
                     ? merlon_call_status(MERLON_SYS_SYSCTL, (long)name, 4, (long)&process, (long)&size, 0, 0)
                     : (sysctl(name, 4, &process, &size, NULL, 0) == 0 ? 0 : errno);
    if (status != 0) return status;
    // The kernel answers success with no bytes for a process that it does not find.
    if (size < offsetof(struct kinfo_proc, kp_proc.p_flag) + sizeof process.kp_proc.p_flag) return ESRCH;
    *flags = (uint32_t)process.kp_proc.p_flag;
    return 0;
}

enum { MERLON_CS_OPS_STATUS = 0 };

int merlon_darwin_signing_flags(uint32_t *flags) {
    uint32_t found = 0;
    int status = merlon_call_status(MERLON_SYS_CSOPS, getpid(), MERLON_CS_OPS_STATUS, (long)&found, sizeof found, 0, 0);
    if (status == 0) *flags = found;
    return status;
}

int merlon_darwin_parent(int32_t *parent) {
    bool failed;
    long result = merlon_call(MERLON_SYS_GETPPID, 0, 0, 0, 0, 0, 0, &failed);
    if (failed) return (int)result;
    *parent = (int32_t)result;
    return 0;
}

// <sys/ptrace.h> is not in the iOS SDK.
enum { MERLON_PT_DENY_ATTACH = 31 };

int merlon_darwin_deny_debugger_by_symbol(void) {
    int (*deny)(int, pid_t, caddr_t, int) = (int (*)(int, pid_t, caddr_t, int))dlsym(RTLD_DEFAULT, "ptrace");
    if (!deny) return ENOTSUP;
    return deny(MERLON_PT_DENY_ATTACH, 0, NULL, 0) == 0 ? 0 : errno;
}

#endif
