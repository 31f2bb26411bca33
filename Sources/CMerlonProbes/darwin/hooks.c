#ifdef __APPLE__

#include "CMerlonProbes.h"
#include "system_call.h"

#include <mach-o/dyld.h>
#include <mach-o/loader.h>
#include <mach/mach.h>
#include <mach/vm_map.h>
#include <mach/vm_region.h>
#include <objc/runtime.h>
#include <stdlib.h>
#include <unistd.h>

uint32_t merlon_darwin_loaded_count(void) { return _dyld_image_count(); }

bool merlon_darwin_loaded_at(uint32_t index, struct merlon_darwin_loaded *loaded) {
    const struct mach_header *header = _dyld_get_image_header(index);
    const char *path = _dyld_get_image_name(index);
    if (!header || !path) return false;
    loaded->header = (uint64_t)header;
    loaded->path = path;
    loaded->is_in_cache = (header->flags & 0x80000000U) != 0;  // MH_DYLIB_IN_CACHE
    loaded->is_executable = header->filetype == MH_EXECUTE;
    return true;
}

uint64_t merlon_darwin_address_mask(void) {
    // A pointer of user space, whose bit 55 is clear, with all others set.
    uint64_t mask = 0xFF7FFFFFFFFFFFFFULL;
#if defined(__arm64__)
    // xpaclri, written as the hint that processors without pointer signatures take for a nop: it strips x30 by the width of addresses that the system
    // has set. A function that does so, such as ptrauth_strip, is there for arm64e alone, and a hook could answer in its place.
    __asm volatile("mov x30, %0\n\thint #7\n\tmov %0, x30" : "+r"(mask) : : "x30");
#endif
    // No system has more, and tags stay where the processor ignores them.
    return mask & 0x7FFFFFFFFFFFULL;
}

/// The region that holds an address, in the innermost map: submaps hold the shared cache.
static kern_return_t region_at(vm_address_t address, vm_address_t *start, vm_size_t *size, struct vm_region_submap_info_64 *info) {
    natural_t depth = 0;
    for (;;) {
        *start = address;
        *size = 0;
        mach_msg_type_number_t count = VM_REGION_SUBMAP_INFO_COUNT_64;
        kern_return_t result = vm_region_recurse_64(mach_task_self(), start, size, &depth, (vm_region_recurse_info_t)info, &count);
        if (result != KERN_SUCCESS) return result;
        // The next region is answered where there is none at the address.
        if (*start > address || *size == 0) return KERN_INVALID_ADDRESS;
        if (!info->is_submap || depth >= 16) return KERN_SUCCESS;
        depth++;
    }
}

bool merlon_darwin_can_read(uint64_t address, uint64_t size) {
    if (size > UINT64_MAX - address) return false;
    uint64_t end = address + size;
    while (address < end) {
        vm_address_t start;
        vm_size_t length;
        struct vm_region_submap_info_64 info;
        if (region_at(address, &start, &length, &info) != KERN_SUCCESS || (info.protection & VM_PROT_READ) == 0) return false;
        if (start + length < start) return false;
        address = start + length;
    }
    return true;
}

int merlon_darwin_set_pointer(uint64_t address, uint64_t current, uint64_t value) {
    if (address % sizeof value != 0) return EINVAL;
    vm_address_t start;
    vm_size_t length;
    struct vm_region_submap_info_64 info;
    kern_return_t result = region_at(address, &start, &length, &info);
    if (result != KERN_SUCCESS) return MERLON_KERN | result;
    const vm_prot_t protection = info.protection;
    const vm_size_t page = (vm_size_t)getpagesize();
    const vm_address_t first = (vm_address_t)(address & ~(uint64_t)(page - 1));
    const bool is_writable = (protection & VM_PROT_WRITE) != 0;
    if (!is_writable) {
        // A copy of its own: pages of constants are shared with the file until then.
        result = vm_protect(mach_task_self(), first, page, false, VM_PROT_READ | VM_PROT_WRITE | VM_PROT_COPY);
        if (result != KERN_SUCCESS) return MERLON_KERN | result;
    }
    // Only what was judged is written over.
    uint64_t found = current;
    bool is_set = __atomic_compare_exchange_n((uint64_t *)address, &found, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    if (!is_writable) {
        result = vm_protect(mach_task_self(), first, page, false, protection);
        if (result != KERN_SUCCESS) return MERLON_KERN | result;
    }
    return is_set ? 0 : EAGAIN;
}

enum { MERLON_CS_OPS_CDHASH = 5 };

int merlon_darwin_code_hash(uint8_t hash[20]) {
    uint8_t found[20];
    int status = merlon_call_status(MERLON_SYS_CSOPS, getpid(), MERLON_CS_OPS_CDHASH, (long)found, sizeof found, 0, 0);
    for (int index = 0; status == 0 && index < 20; index++) hash[index] = found[index];
    return status;
}

static void visit_methods(Class class, bool is_class_method, merlon_darwin_method_visitor visit, void *context) {
    unsigned int count = 0;
    const char *name = class_getName(class);
    Method *methods = class_copyMethodList(class, &count);
    for (unsigned int index = 0; index < count; index++)
        visit(context, name, sel_getName(method_getName(methods[index])), is_class_method, (uint64_t)method_getImplementation(methods[index]));
    free(methods);
}

void merlon_darwin_class_methods(const char *name, merlon_darwin_method_visitor visit, void *context) {
    Class class = objc_lookUpClass(name);
    if (!class) return;
    visit_methods(class, false, visit, context);
    visit_methods(object_getClass((id)class), true, visit, context);
}

void merlon_darwin_image_methods(const char *path, merlon_darwin_method_visitor visit, void *context) {
    unsigned int count = 0;
    const char **names = objc_copyClassNamesForImage(path, &count);
    for (unsigned int index = 0; index < count; index++) merlon_darwin_class_methods(names[index], visit, context);
    free(names);
}

#endif
