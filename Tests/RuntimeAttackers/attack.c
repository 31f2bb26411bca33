// `attack HOW PID ADDRESS [BYTE]`: does to another process what HOW says, prints `done` or the reason, and with `hold` in the place of BYTE waits for
// the end of its input. HOW: `mem` writes a byte through /proc/PID/mem, `vm` by process_vm_writev (which obeys page protection), `ptrace` with
// PTRACE_POKEDATA, `inject` has it map memory that is writable and executable, `seize` only attaches, `register` sets a hardware breakpoint and detaches, `release` clears it, `restore`
// writes through /proc/PID/mem and puts the old byte back, `uprobe` sets a probe of the kernel (ADDRESS is an offset then, BYTE a file), `read` reads through /proc/PID/mem.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <linux/perf_event.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

static int finish(const char *what) {
    printf("%s\n", what == NULL ? "done" : strerror(errno));
    fflush(stdout);
    return what == NULL ? 0 : 1;
}

#if defined(__x86_64__)
/// Has the process, which waits in a system call, map a page that is writable and executable, and go on waiting.
static int inject(int process) {
    struct user_regs_struct before, registers;
    errno = 0;
    if (ptrace(PTRACE_GETREGS, process, NULL, &before) != 0) return -1;
    if ((ptrace(PTRACE_PEEKTEXT, process, before.rip - 2, NULL) & 0xFFFF) != 0x050F) errno = EBUSY;
    if (errno != 0) return -1;
    registers = before;
    registers.rip -= 2;
    registers.orig_rax = (unsigned long long)-1;
    registers.rax = SYS_mmap;
    registers.rdi = 0;
    registers.rsi = 4096;
    registers.rdx = PROT_READ | PROT_WRITE | PROT_EXEC;
    registers.r10 = MAP_PRIVATE | MAP_ANONYMOUS;
    registers.r8 = (unsigned long long)-1;
    registers.r9 = 0;
    if (ptrace(PTRACE_SETREGS, process, NULL, &registers) != 0 || ptrace(PTRACE_SINGLESTEP, process, NULL, NULL) != 0) return -1;
    if (waitpid(process, NULL, __WALL) < 0 || ptrace(PTRACE_GETREGS, process, NULL, &registers) != 0) return -1;
    if (ptrace(PTRACE_SETREGS, process, NULL, &before) != 0) return -1;
    if ((long long)registers.rax < 0 && (long long)registers.rax > -4096) {
        errno = (int)-(long long)registers.rax;
        return -1;
    }
    return 0;
}
#endif

static int attach(int process) {
    if (ptrace(PTRACE_SEIZE, process, NULL, NULL) != 0) return -1;
    if (ptrace(PTRACE_INTERRUPT, process, NULL, NULL) != 0) return -1;
    return waitpid(process, NULL, __WALL) < 0 ? -1 : 0;
}

int main(int count, char **arguments) {
    if (count < 4) return 2;
    const char *how = arguments[1];
    int process = atoi(arguments[2]);
    uintptr_t address = strtoul(arguments[3], NULL, 10);
    unsigned char byte = count > 4 ? (unsigned char)strtoul(arguments[4], NULL, 16) : 0xCC, old = 0;
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/mem", process);
    if (strcmp(how, "mem") == 0 || strcmp(how, "restore") == 0 || strcmp(how, "read") == 0) {
        int file = open(path, strcmp(how, "read") == 0 ? O_RDONLY : O_RDWR);
        if (file < 0 || pread(file, &old, 1, (off_t)address) != 1) return finish("read");
        if (strcmp(how, "read") == 0) return finish(NULL);
        if (pwrite(file, &byte, 1, (off_t)address) != 1) return finish("write");
        if (strcmp(how, "restore") == 0 && pwrite(file, &old, 1, (off_t)address) != 1) return finish("restore");
        return finish(NULL);
    }
    if (strcmp(how, "vm") == 0) {
        struct iovec local = {&byte, 1}, remote = {(void *)address, 1};
        return process_vm_writev(process, &local, 1, &remote, 1, 0) == 1 ? finish(NULL) : finish("vm");
    }
    if (strcmp(how, "uprobe") == 0) {
        // A probe of the kernel at an offset of a file, as perf and bpftrace set one; only for root. Stays until the input ends.
        struct perf_event_attr event;
        memset(&event, 0, sizeof event);
        FILE *kind = fopen("/sys/bus/event_source/devices/uprobe/type", "r");
        if (kind == NULL || fscanf(kind, "%u", &event.type) != 1) return finish("kind");
        event.size = sizeof event;
        event.config1 = (uint64_t)(uintptr_t)arguments[4];
        event.config2 = address;
        if (syscall(SYS_perf_event_open, &event, process, -1, -1, 0) < 0) return finish("probe");
        finish(NULL);
        while (getchar() != EOF) {
        }
        return 0;
    }
    if (attach(process) != 0) return finish("attach");
    if (strcmp(how, "seize") == 0) {
        ptrace(PTRACE_CONT, process, NULL, NULL);
        finish(NULL);
        while (getchar() != EOF) {
        }
        return 0;
    }
    if (strcmp(how, "ptrace") == 0) {
        errno = 0;
        long word = ptrace(PTRACE_PEEKDATA, process, address, NULL);
        if (errno != 0 || ptrace(PTRACE_POKEDATA, process, address, (word & ~0xFFL) | byte) != 0) return finish("poke");
    }
#if defined(__x86_64__)
    if (strcmp(how, "inject") == 0 && inject(process) != 0) {
        int reason = errno;
        ptrace(PTRACE_DETACH, process, NULL, NULL);
        errno = reason;
        return finish("inject");
    }
    if (strcmp(how, "register") == 0 || strcmp(how, "release") == 0) {
        size_t registers = offsetof(struct user, u_debugreg);
        long control = strcmp(how, "register") == 0 ? 1 : 0;
        if (control != 0 && ptrace(PTRACE_POKEUSER, process, registers, address) != 0) return finish("register");
        if (ptrace(PTRACE_POKEUSER, process, registers + 7 * sizeof(long), control) != 0) return finish("control");
    }
#endif
    ptrace(PTRACE_DETACH, process, NULL, NULL);
    return finish(NULL);
}
