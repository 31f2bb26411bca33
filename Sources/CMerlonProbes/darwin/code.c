#ifdef __APPLE__

#include "CMerlonProbes.h"

#include <errno.h>
#include <libkern/OSCacheControl.h>
#include <mach/mach.h>
#include <mach/vm_map.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int merlon_darwin_set_code(uint64_t address, const uint8_t *current, const uint8_t *value, size_t size) {
    const vm_size_t page = (vm_size_t)getpagesize();
    if (size == 0 || size > page || address + size < address) return EINVAL;
    vm_address_t first = (vm_address_t)(address & ~(uint64_t)(page - 1));
    const vm_size_t length = ((vm_address_t)address + size - first + page - 1) & ~(page - 1);
    if (!merlon_darwin_can_read(first, length)) return EFAULT;
    vm_address_t copy = 0;
    kern_return_t result = vm_allocate(mach_task_self(), &copy, length, VM_FLAGS_ANYWHERE);
    if (result != KERN_SUCCESS) return MERLON_KERN | result;
    memcpy((void *)copy, (const void *)first, length);
    uint8_t *place = (uint8_t *)copy + (address - first);
    // Only what was judged is written over.
    int status = memcmp(place, current, size) == 0 ? 0 : EAGAIN;
    if (status == 0) {
        memcpy(place, value, size);
        result = vm_protect(mach_task_self(), copy, length, false, VM_PROT_READ | VM_PROT_EXECUTE);
        if (result == KERN_SUCCESS) {
            vm_prot_t now = VM_PROT_NONE, most = VM_PROT_NONE;
            result = vm_remap(
                mach_task_self(), &first, length, 0, VM_FLAGS_FIXED | VM_FLAGS_OVERWRITE, mach_task_self(), copy, true, &now, &most,
                VM_INHERIT_COPY);
        }
        if (result != KERN_SUCCESS) status = MERLON_KERN | result;
    }
    vm_deallocate(mach_task_self(), copy, length);
    if (status == 0) sys_icache_invalidate((void *)address, size);
    return status;
}

int merlon_darwin_make_code(const uint8_t *code, size_t size, uint64_t *address, uint64_t *mapped) {
    const size_t page = (size_t)getpagesize();
    if (size == 0 || size > 16 * page) return EINVAL;
    const size_t length = (size + page - 1) & ~(page - 1);
    void *memory = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
    if (memory == MAP_FAILED) return errno;
    memcpy(memory, code, size);
    // Never writable and executable at once.
    if (mprotect(memory, length, PROT_READ | PROT_EXEC) != 0) {
        int status = errno;
        munmap(memory, length);
        return status;
    }
    sys_icache_invalidate(memory, size);
    *address = (uint64_t)memory;
    *mapped = length;
    return 0;
}

#endif
