#ifdef __linux__

#define _GNU_SOURCE
#include "CMerlonProbes.h"
#include "proc.h"
#include "syscall.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

/// The tracer of a thread; a negative errno when its status cannot be read.
static long tracer_of(long folder, int thread) {
    char path[32], text[4096];
    snprintf(path, sizeof path, "%d/status", thread);
    long file = merlon_open_proc(folder, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return file;
    long got = merlon_syscall3(SYS_read, file, (long)text, sizeof text - 1);
    merlon_syscall3(SYS_close, file, 0, 0);
    if (got < 0) return got;
    text[got] = 0;
    // The thread's name, which stands before, cannot have a line's end in it: the kernel writes that as two characters.
    const char *line = strstr(text, "\nTracerPid:");
    return line == NULL ? -ENOTSUP : strtol(line + strlen("\nTracerPid:"), NULL, 10);
}

int merlon_linux_thread_tracer(uint32_t maximum_threads, int32_t own_guard, int32_t *tracer, uint32_t *threads, bool *is_complete) {
    long folder = merlon_open_proc(AT_FDCWD, "/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return (int)-folder;
    char bytes[4096] __attribute__((aligned(8)));
    const long own = merlon_number_in_proc("/proc/thread-self");
    bool has_own = false;
    uint32_t asked = 0;
    int status = 0;
    *tracer = 0;
    *is_complete = true;
    while (status == 0 && *tracer == 0) {
        long got = merlon_syscall3(SYS_getdents64, folder, (long)bytes, sizeof bytes);
        if (got <= 0) {
            status = (int)-got;
            break;
        }
        for (long place = 0; place < got && status == 0 && *tracer == 0;) {
            const struct merlon_directory_entry *entry = (const struct merlon_directory_entry *)(bytes + place);
            place += entry->size;
            int thread = atoi(entry->name);
            if (thread <= 0) continue;
            if (asked == maximum_threads) {
                *is_complete = false;
                break;
            }
            long found = tracer_of(folder, thread);
            if (found == -ENOENT || found == -ESRCH) continue;  // the thread ended meanwhile
            if (found < 0) status = (int)-found;
            if (found > 0 && found != own_guard) *tracer = (int32_t)found;
            has_own |= thread == own;
            asked++;
        }
        if (!*is_complete) break;
    }
    merlon_syscall3(SYS_close, folder, 0, 0);
    *threads = asked;
    // An empty folder or another process's was mounted over this one's: nothing is known of the own threads.
    if (status == 0 && *tracer == 0 && *is_complete && !has_own) return ENOTSUP;
    return status;
}

#endif
