// The emulated threads and ports.

#include "emulated_state.h"

#include "EmulatedKernel.h"

#include <emulated_darwin.h>
#include <string.h>

kern_return_t task_threads(task_t task, thread_act_array_t *threads, mach_msg_type_number_t *count) {
    vm_address_t memory;
    if (vm_allocate(task, &memory, 64 * sizeof **threads, VM_FLAGS_ANYWHERE) != KERN_SUCCESS) return KERN_FAILURE;
    *threads = (thread_act_array_t)memory;
    for (size_t index = 0; index < emulated_now.thread_count; index++) (*threads)[index] = 1000 + (thread_act_t)index;
    *count = (mach_msg_type_number_t)emulated_now.thread_count;
    emulated_now.ports_in_use += (int32_t)emulated_now.thread_count;
    return KERN_SUCCESS;
}

kern_return_t thread_get_state(thread_act_t thread, thread_state_flavor_t flavor, thread_state_t registers, mach_msg_type_number_t *count) {
    if (flavor != x86_DEBUG_STATE64 || *count != x86_DEBUG_STATE64_COUNT || thread < 1000) return KERN_FAILURE;
    if (!emulated_now.threads[thread - 1000].is_readable) return KERN_FAILURE;
    x86_debug_state64_t found = {.__dr7 = emulated_now.threads[thread - 1000].control};
    memcpy(registers, &found, sizeof found);
    return KERN_SUCCESS;
}

kern_return_t task_get_exception_ports(
    task_t task, exception_mask_t asked, exception_mask_t *masks, mach_msg_type_number_t *count, mach_port_t *handlers,
    exception_behavior_t *behaviors, thread_state_flavor_t *flavors) {
    if (task != mach_task_self() || *count < emulated_now.port_count) return KERN_FAILURE;
    *count = 0;
    for (size_t index = 0; index < emulated_now.port_count; index++) {
        if ((emulated_now.ports[index].mask & asked) == 0) continue;
        masks[*count] = emulated_now.ports[index].mask;
        handlers[*count] = emulated_now.ports[index].port;
        behaviors[*count] = 1;
        flavors[*count] = 0;
        if (MACH_PORT_VALID(handlers[*count])) emulated_now.ports_in_use++;
        (*count)++;
    }
    return KERN_SUCCESS;
}

kern_return_t mach_port_deallocate(task_t task, mach_port_t port) {
    (void)port;
    emulated_now.ports_in_use--;
    return task == mach_task_self() ? KERN_SUCCESS : KERN_FAILURE;
}
