// What tests set of the emulated system.

#include "emulated_state.h"

#include "EmulatedKernel.h"

#include <stdlib.h>
#include <string.h>

struct emulated_state emulated_now;

void emulated_reset_classes(void);

void emulated_reset(void) {
    memset(&emulated_now, 0, sizeof emulated_now);
    emulated_reset_classes();
}

static void copy(char *to, size_t size, const char *from) {
    strncpy(to, from, size - 1);
    to[size - 1] = 0;
}

void emulated_add_image(uint64_t header, const char *path, uint32_t listers) {
    if (emulated_now.image_count == CAPACITY) abort();
    struct image *image = &emulated_now.images[emulated_now.image_count++];
    image->header = header;
    image->listers = listers;
    copy(image->path, sizeof image->path, path);
}

void emulated_add_region(uint64_t start, uint64_t size, uint32_t protection, bool has_file, bool is_submap) {
    if (emulated_now.region_count == CAPACITY) abort();
    size_t place = emulated_now.region_count++;
    for (; place > 0 && emulated_now.regions[place - 1].start > start; place--) emulated_now.regions[place] = emulated_now.regions[place - 1];
    emulated_now.regions[place] = (struct region){start, size, protection, has_file, is_submap};
}

struct region *emulated_region_of(uint64_t address) {
    for (size_t index = 0; index < emulated_now.region_count; index++) {
        struct region *region = &emulated_now.regions[index];
        if (address >= region->start && address - region->start < region->size) return region;
    }
    return NULL;
}

uint32_t emulated_protection(uint64_t address) { return emulated_region_of(address) ? emulated_region_of(address)->protection : 0; }
uint32_t emulated_protection_changes(void) { return emulated_now.protection_changes; }
void emulated_refuse_protection(int32_t status) { emulated_now.refusal = status; }

void emulated_add_thread(bool is_readable, uint64_t debug_control) {
    emulated_now.threads[emulated_now.thread_count].is_readable = is_readable;
    emulated_now.threads[emulated_now.thread_count++].control = debug_control;
}

void emulated_add_exception_port(uint32_t mask, uint32_t port) {
    emulated_now.ports[emulated_now.port_count].mask = mask;
    emulated_now.ports[emulated_now.port_count++].port = port;
}

int32_t emulated_ports_in_use(void) { return emulated_now.ports_in_use; }

void emulated_set_process(uint32_t flags_by_library, uint32_t flags_by_call, uint32_t signing_flags, int32_t parent) {
    emulated_now.library_flags = flags_by_library;
    emulated_now.call_flags = flags_by_call;
    emulated_now.signing_flags = signing_flags;
    emulated_now.parent = parent;
}

void emulated_set_code_hash(const uint8_t *hash) {
    emulated_now.has_code_hash = hash != NULL;
    if (hash) memcpy(emulated_now.code_hash, hash, sizeof emulated_now.code_hash);
}

void emulated_add_path(const char *path, int32_t library, int32_t system_call, int32_t opening) {
    struct path *entry = &emulated_now.paths[emulated_now.path_count++];
    copy(entry->path, sizeof entry->path, path);
    entry->library = library;
    entry->system_call = system_call;
    entry->opening = opening;
}

void emulated_add_writable_folder(const char *folder) { copy(emulated_now.folders[emulated_now.folder_count++], TEXT, folder); }

uint32_t emulated_ptrace_calls(int32_t *request) {
    *request = emulated_now.request;
    return emulated_now.ptrace_calls;
}

void emulated_set_text(const char *name, const char *text) {
    struct text *entry = &emulated_now.texts[emulated_now.text_count++];
    copy(entry->name, sizeof entry->name, name);
    copy(entry->text, sizeof entry->text, text);
}

const char *emulated_text(const char *name) {
    for (size_t index = 0; index < emulated_now.text_count; index++)
        if (strcmp(emulated_now.texts[index].name, name) == 0) return emulated_now.texts[index].text;
    return NULL;
}
