#ifndef CMERLONPROBES_H
#define CMERLONPROBES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Facts about the own process that only C can read. Gathers, never judges: what a fact means is decided elsewhere.
// A function that can fail returns 0, or the errno of the call that failed; its result is then left untouched.

/// Whether a debugger traces this process: on Darwin the flag P_TRACED that sysctl(KERN_PROC_PID) reports, on Linux a TracerPid other
/// than 0 in /proc/self/status. MASTG-TEST-0401.
int merlon_probe_traced(bool *traced);

/// Asks the kernel to refuse debuggers from now on: ptrace(PT_DENY_ATTACH) by a system call of its own, so that a hooked `ptrace` symbol
/// does not matter. It cannot be undone, and a process that is traced already ends. ENOTSUP where there is none (Linux; not arm64).
int merlon_deny_debugger(void);

#include "CMerlonProbesDarwin.h"
#include "CMerlonProbesLinux.h"

#endif
