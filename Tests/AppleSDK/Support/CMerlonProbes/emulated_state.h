#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What the emulated system is at the moment: set by EmulatedKernel.h's functions, and told by those that stand for dyld's and the kernel's.

enum { CAPACITY = 512, TEXT = 1024 };

struct image {
    uint64_t header;
    char path[TEXT];
    uint32_t listers;
};
struct region {
    uint64_t start, size;
    uint32_t protection;
    bool has_file, is_submap;
};
struct path {
    char path[TEXT];
    int32_t library, system_call, opening;
};
struct text {
    char name[64], text[256];
};

struct emulated_state {
    struct image images[CAPACITY];
    struct region regions[CAPACITY];
    struct {
        bool is_readable;
        uint64_t control;
    } threads[64];
    struct {
        uint32_t mask, port;
    } ports[32];
    struct path paths[CAPACITY];
    char folders[32][TEXT];
    struct text texts[32];
    size_t image_count, region_count, thread_count, port_count, path_count, folder_count, text_count;
    uint32_t library_flags, call_flags, signing_flags, protection_changes, ptrace_calls, listings;
    int32_t parent, ports_in_use, request, refusal;
    uint8_t code_hash[20];
    bool has_code_hash;
};
extern struct emulated_state emulated_now;

struct region *emulated_region_of(uint64_t address);
