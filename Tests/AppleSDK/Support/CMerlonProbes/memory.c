// The emulated virtual memory.

#include "emulated_state.h"

#include "EmulatedKernel.h"

#include <emulated_darwin.h>
#include <string.h>
#include <sys/mman.h>

kern_return_t vm_region_recurse_64(
    task_t task, vm_address_t *address, vm_size_t *size, natural_t *depth, vm_region_recurse_info_t info, mach_msg_type_number_t *count) {
    if (task != mach_task_self() || *count != VM_REGION_SUBMAP_INFO_COUNT_64) return KERN_FAILURE;
    for (size_t index = 0; index < emulated_now.region_count; index++) {
        const struct region *region = &emulated_now.regions[index];
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
    emulated_now.protection_changes++;
    if (emulated_now.refusal) return emulated_now.refusal;
    // Of a part of a region the whole: tests ask for one page.
    struct region *region = emulated_region_of(address);
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
    if (emulated_now.refusal) return emulated_now.refusal;
    memcpy((void *)*target, (const void *)source, size);
    *now = *most = VM_PROT_READ | VM_PROT_EXECUTE;
    return KERN_SUCCESS;
}

void sys_icache_invalidate(void *start, size_t length) { __builtin___clear_cache((char *)start, (char *)start + length); }
