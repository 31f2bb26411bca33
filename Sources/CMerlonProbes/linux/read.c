#ifdef __linux__

#include "CMerlonProbes.h"
#include "proc.h"
#include "syscall.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>

int merlon_linux_read(const char *path, uint8_t *bytes, size_t capacity, size_t *count) {
    long file = merlon_syscall6(SYS_openat, AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0, 0, 0);
    if (file < 0) return (int)-file;
    size_t total = 0;
    int status = strncmp(path, "/proc/", 6) == 0 && !merlon_is_of_proc(file) ? ENOTSUP : 0;
    while (status == 0 && total < capacity) {
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

int merlon_linux_open(const char *path, int32_t *file, uint64_t *size, uint64_t *inode) {
    long opened = merlon_syscall6(SYS_openat, AT_FDCWD, (long)path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0, 0, 0);
    if (opened < 0) return (int)-opened;
    struct stat status;
    // fstat(2) has another number on each processor; statx(2) would want another structure.
    if (fstat((int)opened, &status) != 0) {
        int reason = errno;
        merlon_syscall3(SYS_close, opened, 0, 0);
        return reason;
    }
    if (!S_ISREG(status.st_mode)) {
        merlon_syscall3(SYS_close, opened, 0, 0);
        return EINVAL;
    }
    *file = (int32_t)opened;
    *size = (uint64_t)status.st_size;
    *inode = (uint64_t)status.st_ino;
    return 0;
}

int merlon_linux_read_at(int32_t file, uint64_t offset, uint8_t *bytes, size_t capacity, size_t *count) {
    size_t total = 0;
    while (total < capacity) {
        long got = merlon_syscall6(SYS_pread64, file, (long)(bytes + total), (long)(capacity - total), (long)(offset + total), 0, 0);
        if (got == -EINTR) continue;
        if (got < 0) return (int)-got;
        if (got == 0) break;
        total += (size_t)got;
    }
    *count = total;
    return 0;
}

void merlon_linux_close(int32_t file) { merlon_syscall3(SYS_close, file, 0, 0); }

bool merlon_linux_same(const void *one, const void *other, size_t size) {
    const uint8_t *left = one, *right = other;
    uint64_t difference = 0;
    for (; size >= 8; size -= 8, left += 8, right += 8) {
        uint64_t words[2];
        __builtin_memcpy(&words[0], left, 8);
        __builtin_memcpy(&words[1], right, 8);
        difference |= words[0] ^ words[1];
    }
    for (; size > 0; size--) difference |= (uint64_t)(*left++ ^ *right++);
    return difference == 0;
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
