#ifdef __linux__

#define _GNU_SOURCE
#include "CMerlonProbes.h"
#include "syscall.h"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#ifndef PR_SET_MDWE
#define PR_SET_MDWE 65
#define PR_MDWE_REFUSE_EXEC_GAIN 1
#endif

int merlon_linux_set_undumpable(void) { return (int)-merlon_syscall6(SYS_prctl, PR_SET_DUMPABLE, 0, 0, 0, 0, 0); }

int merlon_linux_forbid_core(void) {
    struct rlimit limit = {0, 0};
    return (int)-merlon_syscall6(SYS_prlimit64, 0, RLIMIT_CORE, (long)&limit, 0, 0, 0);
}

int merlon_linux_deny_new_code(void) {
    return (int)-merlon_syscall6(SYS_prctl, PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN, 0, 0, 0, 0);
}

#endif
