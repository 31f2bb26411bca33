// The emulated dyld.

#include "emulated_state.h"

#include "EmulatedKernel.h"

#include <emulated_darwin.h>
#include <stdlib.h>
#include <string.h>

#include <dlfcn.h>

static const struct image *listed(uint32_t number) {
    for (size_t index = 0; index < emulated_now.image_count; index++)
        if ((emulated_now.images[index].listers & EMULATED_LISTED_BY_LOADER) && number-- == 0) return &emulated_now.images[index];
    return NULL;
}

uint32_t emulated_listings(void) { return emulated_now.listings; }

uint32_t _dyld_image_count(void) {
    emulated_now.listings++;
    uint32_t count = 0;
    while (listed(count)) count++;
    return count;
}

const struct mach_header *_dyld_get_image_header(uint32_t index) { return listed(index) ? (const void *)listed(index)->header : NULL; }
const char *_dyld_get_image_name(uint32_t index) { return listed(index) ? listed(index)->path : NULL; }

kern_return_t task_info(task_t task, int flavor, task_info_t info, mach_msg_type_number_t *count) {
    static struct dyld_image_info entries[CAPACITY];
    static struct dyld_all_image_infos all;
    if (task != mach_task_self() || flavor != TASK_DYLD_INFO || *count != TASK_DYLD_INFO_COUNT) return KERN_FAILURE;
    all = (struct dyld_all_image_infos){.infoArray = entries};
    for (size_t index = 0; index < emulated_now.image_count; index++) {
        if ((emulated_now.images[index].listers & EMULATED_LISTED_IN_RECORD) == 0) continue;
        entries[all.infoArrayCount].imageLoadAddress = (const void *)emulated_now.images[index].header;
        entries[all.infoArrayCount++].imageFilePath = emulated_now.images[index].path;
    }
    struct task_dyld_info found = {(uint64_t)&all, sizeof all, 1};
    memcpy(info, &found, sizeof found);
    return KERN_SUCCESS;
}

int emulated_dladdr(const void *address, struct emulated_symbol *info) {
    // The nearest image below, as dyld finds it by its segments.
    const struct image *best = NULL;
    for (size_t index = 0; index < emulated_now.image_count; index++) {
        const struct image *image = &emulated_now.images[index];
        if (image->header <= (uint64_t)address && (!best || image->header > best->header)) best = image;
    }
    if (!best || !emulated_region_of((uint64_t)address)) return 0;
    *info = (struct emulated_symbol){.dli_fname = best->path, .dli_fbase = (void *)best->header};
    return 1;
}

static int emulated_ptrace(int request, pid_t process, caddr_t address, int data) {
    if (process != 0 || address != NULL || data != 0) abort();
    emulated_now.ptrace_calls++;
    emulated_now.request = request;
    return 0;
}

void *emulated_dlsym(const char *name) { return strcmp(name, "ptrace") == 0 ? (void *)emulated_ptrace : NULL; }
