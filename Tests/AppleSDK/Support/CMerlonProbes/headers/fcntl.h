#pragma once

#include_next <fcntl.h>

// Nothing of a test touches the machine's own folders.
int emulated_open(const char *, int);
#define open(path, flags, ...) emulated_open(path, flags)
