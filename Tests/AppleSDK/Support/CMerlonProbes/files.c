// The emulated files, and system calls.

#include "emulated_state.h"

#include "EmulatedKernel.h"

#include <emulated_darwin.h>
#include <errno.h>
#include <string.h>
#include <sys/sysctl.h>
#include <unistd.h>

static const struct path *path_of(const char *path) {
    for (size_t index = 0; index < emulated_now.path_count; index++)
        if (strcmp(emulated_now.paths[index].path, path) == 0) return &emulated_now.paths[index];
    return NULL;
}

ssize_t emulated_readlink(const char *path) {
    errno = path_of(path) ? path_of(path)->library : ENOENT;
    return errno ? -1 : 1;
}

int emulated_unlink(const char *path) { return path ? 0 : -1; }

int emulated_open(const char *path, int flags) {
    (void)flags;
    const char *last = strrchr(path, '/');
    for (size_t index = 0; last && index < emulated_now.folder_count; index++) {
        const size_t length = last == path ? 1 : (size_t)(last - path);
        if (strlen(emulated_now.folders[index]) == length && strncmp(emulated_now.folders[index], path, length) == 0)
            return dup(STDERR_FILENO);  // Something to close.
    }
    errno = EPERM;
    return -1;
}

static int kernel_sysctl(uint32_t flags, const int *name, unsigned count, void *old, size_t *size) {
    struct kinfo_proc *process = old;
    if (count != 4 || name[0] != CTL_KERN || name[1] != KERN_PROC || name[2] != KERN_PROC_PID || name[3] != getpid()) return EINVAL;
    if (*size < sizeof *process) return ENOMEM;
    process->kp_proc.p_flag = (int)flags;
    *size = sizeof *process;
    return 0;
}

int emulated_sysctl(int *name, unsigned count, void *old, size_t *size) {
    errno = kernel_sysctl(emulated_now.library_flags, name, count, old, size);
    return errno ? -1 : 0;
}

long emulated_system_call(long number, long a, long b, long c, long d, bool *failed) {
    long status = 0;
    switch (number) {
    case 5: status = path_of((const char *)a) ? path_of((const char *)a)->opening : ENOENT; break;
    case 6: break;
    case 39: *failed = false; return emulated_now.parent;
    case 58: status = path_of((const char *)a) ? path_of((const char *)a)->system_call : ENOENT; break;
    case 169:
        if (a != getpid()) {
            status = ESRCH;
        } else if (b == 0 && d == 4) {
            memcpy((void *)c, &emulated_now.signing_flags, 4);
        } else if (b == 5 && d == 20 && emulated_now.has_code_hash) {
            memcpy((void *)c, emulated_now.code_hash, 20);
        } else {
            status = EINVAL;
        }
        break;
    case 202: status = kernel_sysctl(emulated_now.call_flags, (const int *)a, (unsigned)b, (void *)c, (size_t *)d); break;
    default: status = ENOSYS;
    }
    *failed = status != 0;
    return status;
}
