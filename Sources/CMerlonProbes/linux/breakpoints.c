#ifdef __linux__

#define _GNU_SOURCE
#include "CMerlonProbes.h"
#include "proc.h"
#include "syscall.h"

#include <fcntl.h>
#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

enum { SLOTS = 4, MAXIMUM_THREADS = 64 };

static uint64_t watched[SLOTS] __attribute__((aligned(64)));

/// How many of a thread's four debug registers are free: as many watchpoints as can be opened on it. They are disabled and closed at once.
static int free_slots(int thread, int *free) {
    long files[SLOTS];
    int count = 0, status = 0;
    for (; count < SLOTS; count++) {
        struct perf_event_attr event;
        memset(&event, 0, sizeof event);
        event.type = PERF_TYPE_BREAKPOINT;
        event.size = sizeof event;
        event.bp_type = HW_BREAKPOINT_W;
        event.bp_addr = (uint64_t)&watched[count];
        event.bp_len = HW_BREAKPOINT_LEN_8;
        event.exclude_kernel = 1;
        event.exclude_hv = 1;
        event.disabled = 1;
        files[count] = merlon_syscall6(SYS_perf_event_open, (long)&event, thread, -1, -1, PERF_FLAG_FD_CLOEXEC, 0);
        if (files[count] < 0) {
            if (files[count] != -ENOSPC) status = (int)-files[count];
            break;
        }
    }
    for (int index = 0; index < count; index++) merlon_syscall3(SYS_close, files[index], 0, 0);
    if (status == 0) *free = count;
    return status;
}

int merlon_linux_debug_registers(uint32_t maximum_threads, uint32_t *threads, uint32_t *least_free) {
#if !defined(__x86_64__)
    // How many there are differs by processor; without that number nothing can be said.
    (void)free_slots, (void)maximum_threads, (void)threads, (void)least_free;
    return ENOTSUP;
#else
    uint32_t asked = 0, least = SLOTS;
    long folder = merlon_open_proc(AT_FDCWD, "/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return (int)-folder;
    const long own = merlon_number_in_proc("/proc/thread-self");
    bool has_own = false, is_whole = false;
    char bytes[4096] __attribute__((aligned(8)));
    int status = 0;
    if (maximum_threads > MAXIMUM_THREADS) maximum_threads = MAXIMUM_THREADS;
    while (asked < maximum_threads && status == 0) {
        long got = merlon_syscall3(SYS_getdents64, folder, (long)bytes, sizeof bytes);
        if (got <= 0) {
            status = (int)-got;
            is_whole = true;
            break;
        }
        for (long place = 0; place < got && asked < maximum_threads && status == 0;) {
            const struct merlon_directory_entry *entry = (const struct merlon_directory_entry *)(bytes + place);
            place += entry->size;
            int thread = atoi(entry->name), free = SLOTS;
            if (thread <= 0) continue;
            status = free_slots(thread, &free);
            if (status == ESRCH) {  // the thread ended meanwhile
                status = 0;
                continue;
            }
            if (status != 0) break;
            has_own |= thread == own;
            asked++;
            if ((uint32_t)free < least) least = (uint32_t)free;
        }
    }
    merlon_syscall3(SYS_close, folder, 0, 0);
    if (status != 0) return status;
    // An empty folder or another process's was mounted over this one's.
    if (is_whole && !has_own) return ENOTSUP;
    *threads = asked;
    *least_free = least;
    return 0;
#endif
}

#endif
