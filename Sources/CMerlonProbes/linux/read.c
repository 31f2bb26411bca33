#ifdef __linux__

#include "CMerlonProbes.h"
#include "syscall.h"

#include <fcntl.h>
#include <sys/syscall.h>

int merlon_linux_read(const char *path, uint8_t *bytes, size_t capacity, size_t *count) {
    long file = merlon_syscall6(SYS_openat, AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC | O_NOCTTY, 0, 0, 0);
    if (file < 0) return (int)-file;
    size_t total = 0;
    int status = 0;
    while (total < capacity) {
        long got = merlon_syscall3(SYS_read, file, (long)(bytes + total), (long)(capacity - total));
        if (got == -EINTR) continue;
        if (got < 0) {
            status = (int)-got;
            break;
        }
        if (got == 0) break;
        total += (size_t)got;
    }
    merlon_syscall3(SYS_close, file, 0, 0);
    if (status == 0) *count = total;
    return status;
}

int merlon_linux_exists(const char *path) {
    long result = merlon_syscall6(SYS_faccessat, AT_FDCWD, (long)path, 0, 0, 0, 0);
    return (int)-result;
}

int merlon_linux_user(uint32_t *effective) {
    long user = merlon_syscall3(SYS_geteuid, 0, 0, 0);
    if (user < 0) return (int)-user;
    *effective = (uint32_t)user;
    return 0;
}

int merlon_linux_parent(int32_t *parent) {
    long process = merlon_syscall3(SYS_getppid, 0, 0, 0);
    if (process < 0) return (int)-process;
    *parent = (int32_t)process;
    return 0;
}

#endif
