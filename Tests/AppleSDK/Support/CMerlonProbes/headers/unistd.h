#pragma once

#include_next <unistd.h>

ssize_t emulated_readlink(const char *);
#define readlink(path, target, size) emulated_readlink(path)
int emulated_unlink(const char *);
#define unlink emulated_unlink
