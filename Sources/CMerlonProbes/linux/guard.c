#ifdef __linux__

#define _GNU_SOURCE
#include "CMerlonProbes.h"
#include "proc.h"
#include "syscall.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// The guard: a child that traces every thread of this process, so that nobody else can. A process has one tracer.

/// Traces what is not traced yet; how many threads it got, or minus an errno. The first thread is listed first: when it is refused, none is traced, so
/// that the guard can end without ending any. Made of system calls alone: another thread of the forked process may have held libc's locks.
static int seize_all(pid_t process, const char *path, bool is_again) {
    long folder = merlon_open_proc(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return (int)folder;
    char bytes[4096] __attribute__((aligned(8)));
    int count = 0, failure = 0;
    while (failure == 0) {
        long got = merlon_syscall3(SYS_getdents64, folder, (long)bytes, sizeof bytes);
        if (got <= 0) break;
        for (long place = 0; place < got && failure == 0;) {
            const struct merlon_directory_entry *entry = (const struct merlon_directory_entry *)(bytes + place);
            place += entry->size;
            pid_t thread = 0;
            for (const char *digit = entry->name; *digit >= '0' && *digit <= '9'; digit++) thread = thread * 10 + (*digit - '0');
            if (thread <= 0) continue;
            long result = merlon_syscall6(SYS_ptrace, PTRACE_SEIZE, thread, 0, PTRACE_O_EXITKILL | PTRACE_O_TRACECLONE, 0, 0);
            if (result == 0)
                count++;
            else if (thread == process && !is_again)
                failure = (int)result;
        }
    }
    merlon_syscall3(SYS_close, folder, 0, 0);
    return failure != 0 ? failure : count;
}

/// Ends with the last thread that it traces. PR_SET_PDEATHSIG would end it with the thread that started it, and by that the process.
static _Noreturn void serve(pid_t process) {
    for (;;) {
        int state;
        pid_t thread = waitpid(-1, &state, __WALL);
        if (thread < 0) {
            if (errno == EINTR) continue;
            _exit(0);
        }
        if (WIFEXITED(state) || WIFSIGNALED(state)) {
            if (thread == process) _exit(0);
            continue;
        }
        if (!WIFSTOPPED(state)) continue;
        int signal = WSTOPSIG(state), event = state >> 16;
        bool is_group_stop =
            event == PTRACE_EVENT_STOP && (signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU);
        if (is_group_stop)
            ptrace(PTRACE_LISTEN, thread, NULL, NULL);
        else
            ptrace(PTRACE_CONT, thread, NULL, (void *)(long)(event == 0 ? signal : 0));
    }
}

/// The guard of this process; 0 before there is one. Whoever traces can choose a name, but not this number.
static _Atomic pid_t own_guard;

int32_t merlon_linux_own_guard(void) { return own_guard; }

/// Closes all descriptors from `first` to `last`.
static void close_range_of(long first, long last) {
    if (first > last || merlon_syscall3(SYS_close_range, first, last, 0) == 0) return;
    // Before Linux 5.9.
    struct rlimit limit;
    if (merlon_syscall6(SYS_prlimit64, 0, RLIMIT_NOFILE, 0, (long)&limit, 0, 0) != 0) return;
    for (long file = first; file <= last && file < (long)limit.rlim_cur; file++) merlon_syscall3(SYS_close, file, 0, 0);
}

/// Closes what the guard has of the process but these two: a connection, pipe or lock that it held would stay open when the process closes it.
static void close_all_but(int one, int other) {
    int low = one < other ? one : other, high = one < other ? other : one;
    close_range_of(0, low - 1);
    close_range_of(low + 1, high - 1);
    close_range_of(high + 1, INT32_MAX);
}

int merlon_linux_start_guard(int32_t *guard) {
    int report[2], start[2];
    pid_t process = getpid();
    // In a /proc of another name space the process has another number, and so have its threads: somebody else's would be traced.
    if (merlon_number_in_proc("/proc/self") != process) return ENOTSUP;
    char path[32];
    snprintf(path, sizeof path, "/proc/%d/task", process);
    if (pipe2(report, O_CLOEXEC) != 0) return errno;
    if (pipe2(start, O_CLOEXEC) != 0) {
        int status = errno;
        close(report[0]);
        close(report[1]);
        return status;
    }
    pid_t child = fork();
    int status = child < 0 ? errno : 0;
    if (child == 0) {
        char go;
        close_all_but(start[0], report[1]);
        if (read(start[0], &go, 1) != 1) _exit(1);
        prctl(PR_SET_NAME, "merlon-guard");
        int count = seize_all(process, path, false);
        // A second pass gets the threads that were made during the first, before their maker was traced.
        if (count > 0) seize_all(process, path, true);
        ssize_t written = write(report[1], &count, sizeof count);
        if (count <= 0 || written != (ssize_t)sizeof count) _exit(1);
        close(report[1]);
        close(start[0]);
        prctl(PR_SET_DUMPABLE, 0);
        serve(process);
    }
    close(report[1]);
    int count = -ECHILD;
    if (child > 0) {
        // Where Yama lets only ancestors trace, the child has to be named first; elsewhere the call fails, which does not matter.
        prctl(PR_SET_PTRACER, child, 0, 0, 0);
        // Without a limit of time, and also when signals come in between: a child that was given up has traced threads by then, and would take them along.
        // It waits for nothing, and when it ends so does the wait.
        ssize_t got = write(start[1], "", 1);
        // Not before: with nobody to read, writing is a signal that ends the process.
        close(start[0]);
        if (got == 1) {
            do got = read(report[0], &count, sizeof count);
            while (got < 0 && errno == EINTR);
            if (got != (ssize_t)sizeof count) count = -ECHILD;
        }
        if (count <= 0) {
            kill(child, SIGKILL);
            while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
            }
            status = count == 0 ? ESRCH : -count;
        } else {
            *guard = own_guard = child;
        }
    } else {
        close(start[0]);
    }
    close(start[1]);
    close(report[0]);
    return status;
}

#endif
