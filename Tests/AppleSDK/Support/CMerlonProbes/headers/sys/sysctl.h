#pragma once

#include <emulated_darwin.h>

enum { CTL_KERN = 1, KERN_PROC = 14, KERN_PROC_PID = 1, P_TRACED = 0x800 };
struct kinfo_proc {
    struct {
        int p_flag;
    } kp_proc;
};
int emulated_sysctl(int *, unsigned, void *, size_t *);
#define sysctl(name, count, old, size, new, new_size) emulated_sysctl(name, count, old, size)
