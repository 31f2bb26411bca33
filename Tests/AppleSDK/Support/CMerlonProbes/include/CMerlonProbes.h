#pragma once

// The probes' own header for Apple's systems, read on Linux, and the control panel of the process and kernel that they ask here.

#define __APPLE__ 1
#include "CMerlonProbesDarwin.h"
#undef __APPLE__

#include "EmulatedKernel.h"

int merlon_probe_traced(bool *_Nonnull traced);
int merlon_deny_debugger(void);
