#pragma once

#include_next <dlfcn.h>

// Images and symbols are the emulated process's. The system's structure is known to glibc under its own feature macro alone.
struct emulated_symbol {
    const char *dli_fname, *dli_sname;
    void *dli_fbase, *dli_saddr;
};
#define Dl_info struct emulated_symbol
int emulated_dladdr(const void *, struct emulated_symbol *);
#define dladdr emulated_dladdr
void *emulated_dlsym(const char *);
#define dlsym(handle, name) emulated_dlsym(name)
