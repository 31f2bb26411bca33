// The emulated dyld, virtual memory, threads, ports, files and system calls.

#include "EmulatedKernel.h"

#include <emulated_darwin.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sysctl.h>
#include <unistd.h>

#include <dlfcn.h>

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

static struct {
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
} state;

void emulated_reset_classes(void);

void emulated_reset(void) {
    memset(&state, 0, sizeof state);
    emulated_reset_classes();
}

static void copy(char *to, size_t size, const char *from) {
    strncpy(to, from, size - 1);
    to[size - 1] = 0;
}

void emulated_add_image(uint64_t header, const char *path, uint32_t listers) {
    if (state.image_count == CAPACITY) abort();
    struct image *image = &state.images[state.image_count++];
    image->header = header;
    image->listers = listers;
    copy(image->path, sizeof image->path, path);
}

void emulated_add_region(uint64_t start, uint64_t size, uint32_t protection, bool has_file, bool is_submap) {
    if (state.region_count == CAPACITY) abort();
    size_t place = state.region_count++;
    for (; place > 0 && state.regions[place - 1].start > start; place--) state.regions[place] = state.regions[place - 1];
    state.regions[place] = (struct region){start, size, protection, has_file, is_submap};
}

static struct region *region_of(uint64_t address) {
    for (size_t index = 0; index < state.region_count; index++) {
        struct region *region = &state.regions[index];
        if (address >= region->start && address - region->start < region->size) return region;
    }
    return NULL;
}

uint32_t emulated_protection(uint64_t address) { return region_of(address) ? region_of(address)->protection : 0; }
uint32_t emulated_protection_changes(void) { return state.protection_changes; }
void emulated_refuse_protection(int32_t status) { state.refusal = status; }

void emulated_add_thread(bool is_readable, uint64_t debug_control) {
    state.threads[state.thread_count].is_readable = is_readable;
    state.threads[state.thread_count++].control = debug_control;
}

void emulated_add_exception_port(uint32_t mask, uint32_t port) {
    state.ports[state.port_count].mask = mask;
    state.ports[state.port_count++].port = port;
}

int32_t emulated_ports_in_use(void) { return state.ports_in_use; }

void emulated_set_process(uint32_t flags_by_library, uint32_t flags_by_call, uint32_t signing_flags, int32_t parent) {
    state.library_flags = flags_by_library;
    state.call_flags = flags_by_call;
    state.signing_flags = signing_flags;
    state.parent = parent;
}

void emulated_set_code_hash(const uint8_t *hash) {
    state.has_code_hash = hash != NULL;
    if (hash) memcpy(state.code_hash, hash, sizeof state.code_hash);
}

void emulated_add_path(const char *path, int32_t library, int32_t system_call, int32_t opening) {
    struct path *entry = &state.paths[state.path_count++];
    copy(entry->path, sizeof entry->path, path);
    entry->library = library;
    entry->system_call = system_call;
    entry->opening = opening;
}

void emulated_add_writable_folder(const char *folder) { copy(state.folders[state.folder_count++], TEXT, folder); }

uint32_t emulated_ptrace_calls(int32_t *request) {
    *request = state.request;
    return state.ptrace_calls;
}

void emulated_set_text(const char *name, const char *text) {
    struct text *entry = &state.texts[state.text_count++];
    copy(entry->name, sizeof entry->name, name);
    copy(entry->text, sizeof entry->text, text);
}

const char *emulated_text(const char *name) {
    for (size_t index = 0; index < state.text_count; index++)
        if (strcmp(state.texts[index].name, name) == 0) return state.texts[index].text;
    return NULL;
}

// dyld

static const struct image *listed(uint32_t number) {
    for (size_t index = 0; index < state.image_count; index++)
        if ((state.images[index].listers & EMULATED_LISTED_BY_LOADER) && number-- == 0) return &state.images[index];
    return NULL;
}

uint32_t emulated_listings(void) { return state.listings; }

uint32_t _dyld_image_count(void) {
    state.listings++;
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
    for (size_t index = 0; index < state.image_count; index++) {
        if ((state.images[index].listers & EMULATED_LISTED_IN_RECORD) == 0) continue;
        entries[all.infoArrayCount].imageLoadAddress = (const void *)state.images[index].header;
        entries[all.infoArrayCount++].imageFilePath = state.images[index].path;
    }
    struct task_dyld_info found = {(uint64_t)&all, sizeof all, 1};
    memcpy(info, &found, sizeof found);
    return KERN_SUCCESS;
}

int emulated_dladdr(const void *address, struct emulated_symbol *info) {
    // The nearest image below, as dyld finds it by its segments.
    const struct image *best = NULL;
    for (size_t index = 0; index < state.image_count; index++) {
        const struct image *image = &state.images[index];
        if (image->header <= (uint64_t)address && (!best || image->header > best->header)) best = image;
    }
    if (!best || !region_of((uint64_t)address)) return 0;
    *info = (struct emulated_symbol){.dli_fname = best->path, .dli_fbase = (void *)best->header};
    return 1;
}

static int emulated_ptrace(int request, pid_t process, caddr_t address, int data) {
    if (process != 0 || address != NULL || data != 0) abort();
    state.ptrace_calls++;
    state.request = request;
    return 0;
}

void *emulated_dlsym(const char *name) { return strcmp(name, "ptrace") == 0 ? (void *)emulated_ptrace : NULL; }

// Memory

kern_return_t vm_region_recurse_64(
    task_t task, vm_address_t *address, vm_size_t *size, natural_t *depth, vm_region_recurse_info_t info, mach_msg_type_number_t *count) {
    if (task != mach_task_self() || *count != VM_REGION_SUBMAP_INFO_COUNT_64) return KERN_FAILURE;
    for (size_t index = 0; index < state.region_count; index++) {
        const struct region *region = &state.regions[index];
        if (region->start + region->size <= *address) continue;
        *address = region->start;
        *size = region->size;
        struct vm_region_submap_info_64 found = {
            .protection = (vm_prot_t)region->protection, .external_pager = region->has_file, .share_mode = SM_PRIVATE,
            .is_submap = region->is_submap && *depth == 0};
        if (!region->is_submap) *depth = 0;
        memcpy(info, &found, sizeof found);
        return KERN_SUCCESS;
    }
    return KERN_INVALID_ADDRESS;
}

kern_return_t vm_protect(task_t task, vm_address_t address, vm_size_t size, boolean_t maximum, vm_prot_t protection) {
    if (task != mach_task_self() || maximum || size == 0) return KERN_FAILURE;
    state.protection_changes++;
    if (state.refusal) return state.refusal;
    // Of a part of a region the whole: tests ask for one page.
    struct region *region = region_of(address);
    if (region) region->protection = (uint32_t)(protection & 7);
    return KERN_SUCCESS;
}

kern_return_t vm_allocate(task_t task, vm_address_t *address, vm_size_t size, int flags) {
    if (task != mach_task_self() || (flags & VM_FLAGS_ANYWHERE) == 0) return KERN_FAILURE;
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return KERN_FAILURE;
    *address = (vm_address_t)memory;
    return KERN_SUCCESS;
}

kern_return_t vm_deallocate(task_t task, vm_address_t address, vm_size_t size) {
    if (task != mach_task_self()) return KERN_FAILURE;
    return munmap((void *)address, size) == 0 ? KERN_SUCCESS : KERN_INVALID_ADDRESS;
}

kern_return_t vm_remap(
    task_t task, vm_address_t *target, vm_size_t size, vm_address_t mask, int flags, task_t source_task, vm_address_t source,
    boolean_t copies, vm_prot_t *now, vm_prot_t *most, vm_inherit_t inheritance) {
    (void)mask, (void)inheritance;
    if (task != mach_task_self() || source_task != task || flags != (VM_FLAGS_FIXED | VM_FLAGS_OVERWRITE) || !copies) return KERN_FAILURE;
    if (state.refusal) return state.refusal;
    memcpy((void *)*target, (const void *)source, size);
    *now = *most = VM_PROT_READ | VM_PROT_EXECUTE;
    return KERN_SUCCESS;
}

void sys_icache_invalidate(void *start, size_t length) { __builtin___clear_cache((char *)start, (char *)start + length); }

// Threads and ports

kern_return_t task_threads(task_t task, thread_act_array_t *threads, mach_msg_type_number_t *count) {
    vm_address_t memory;
    if (vm_allocate(task, &memory, 64 * sizeof **threads, VM_FLAGS_ANYWHERE) != KERN_SUCCESS) return KERN_FAILURE;
    *threads = (thread_act_array_t)memory;
    for (size_t index = 0; index < state.thread_count; index++) (*threads)[index] = 1000 + (thread_act_t)index;
    *count = (mach_msg_type_number_t)state.thread_count;
    state.ports_in_use += (int32_t)state.thread_count;
    return KERN_SUCCESS;
}

kern_return_t thread_get_state(thread_act_t thread, thread_state_flavor_t flavor, thread_state_t registers, mach_msg_type_number_t *count) {
    if (flavor != x86_DEBUG_STATE64 || *count != x86_DEBUG_STATE64_COUNT || thread < 1000) return KERN_FAILURE;
    if (!state.threads[thread - 1000].is_readable) return KERN_FAILURE;
    x86_debug_state64_t found = {.__dr7 = state.threads[thread - 1000].control};
    memcpy(registers, &found, sizeof found);
    return KERN_SUCCESS;
}

kern_return_t task_get_exception_ports(
    task_t task, exception_mask_t asked, exception_mask_t *masks, mach_msg_type_number_t *count, mach_port_t *handlers,
    exception_behavior_t *behaviors, thread_state_flavor_t *flavors) {
    if (task != mach_task_self() || *count < state.port_count) return KERN_FAILURE;
    *count = 0;
    for (size_t index = 0; index < state.port_count; index++) {
        if ((state.ports[index].mask & asked) == 0) continue;
        masks[*count] = state.ports[index].mask;
        handlers[*count] = state.ports[index].port;
        behaviors[*count] = 1;
        flavors[*count] = 0;
        if (MACH_PORT_VALID(handlers[*count])) state.ports_in_use++;
        (*count)++;
    }
    return KERN_SUCCESS;
}

kern_return_t mach_port_deallocate(task_t task, mach_port_t port) {
    (void)port;
    state.ports_in_use--;
    return task == mach_task_self() ? KERN_SUCCESS : KERN_FAILURE;
}

// Files and system calls

static const struct path *path_of(const char *path) {
    for (size_t index = 0; index < state.path_count; index++)
        if (strcmp(state.paths[index].path, path) == 0) return &state.paths[index];
    return NULL;
}

ssize_t emulated_readlink(const char *path) {
    errno = path_of(path) ? path_of(path)->library : ENOENT;
    return errno ? -1 : 1;
}

int emulated_unlink(const char *path) { return path ? 0 : -1; }

int emulated_open(const char *path, int flags) {
    (void)flags;
    const char *last = strrchr(path, '/');
    for (size_t index = 0; last && index < state.folder_count; index++) {
        const size_t length = last == path ? 1 : (size_t)(last - path);
        if (strlen(state.folders[index]) == length && strncmp(state.folders[index], path, length) == 0)
            return dup(STDERR_FILENO);  // Something to close.
    }
    errno = EPERM;
    return -1;
}

static int kernel_sysctl(uint32_t flags, const int *name, unsigned count, void *old, size_t *size) {
    struct kinfo_proc *process = old;
    if (count != 4 || name[0] != CTL_KERN || name[1] != KERN_PROC || name[2] != KERN_PROC_PID || name[3] != getpid()) return EINVAL;
    if (*size < sizeof *process) return ENOMEM;
    process->kp_proc.p_flag = (int)flags;
    *size = sizeof *process;
    return 0;
}

int emulated_sysctl(int *name, unsigned count, void *old, size_t *size) {
    errno = kernel_sysctl(state.library_flags, name, count, old, size);
    return errno ? -1 : 0;
}

long emulated_system_call(long number, long a, long b, long c, long d, bool *failed) {
    long status = 0;
    switch (number) {
    case 5: status = path_of((const char *)a) ? path_of((const char *)a)->opening : ENOENT; break;
    case 6: break;
    case 39: *failed = false; return state.parent;
    case 58: status = path_of((const char *)a) ? path_of((const char *)a)->system_call : ENOENT; break;
    case 169:
        if (a != getpid()) {
            status = ESRCH;
        } else if (b == 0 && d == 4) {
            memcpy((void *)c, &state.signing_flags, 4);
        } else if (b == 5 && d == 20 && state.has_code_hash) {
            memcpy((void *)c, state.code_hash, 20);
        } else {
            status = EINVAL;
        }
        break;
    case 202: status = kernel_sysctl(state.call_flags, (const int *)a, (unsigned)b, (void *)c, (size_t *)d); break;
    default: status = ENOSYS;
    }
    *failed = status != 0;
    return status;
}
