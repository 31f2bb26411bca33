#ifdef __APPLE__

#include "CMerlonProbes.h"

#include <errno.h>
#include <mach/mach.h>
#include <stddef.h>

#if defined(__arm64__)

/// Enabled ones of a thread: all slots, since an attacker need not begin with the first.
static bool count_slots(thread_act_t thread, struct merlon_darwin_debug_state *state) {
    arm_debug_state64_t registers;
    mach_msg_type_number_t size = ARM_DEBUG_STATE64_COUNT;
    if (thread_get_state(thread, ARM_DEBUG_STATE64, (thread_state_t)&registers, &size) != KERN_SUCCESS) return false;
    for (size_t slot = 0; slot < sizeof registers.__wcr / sizeof registers.__wcr[0]; slot++) {
        state->breakpoints += registers.__bcr[slot] & 1;
        state->watchpoints += registers.__wcr[slot] & 1;
    }
    return true;
}

#elif defined(__x86_64__)

static bool count_slots(thread_act_t thread, struct merlon_darwin_debug_state *state) {
    x86_debug_state64_t registers;
    mach_msg_type_number_t size = x86_DEBUG_STATE64_COUNT;
    if (thread_get_state(thread, x86_DEBUG_STATE64, (thread_state_t)&registers, &size) != KERN_SUCCESS) return false;
    for (unsigned slot = 0; slot < 4; slot++) {
        // Bits 2n and 2n+1 enable it; the two at 16 + 4n say at what: 0 when code is executed.
        if (((registers.__dr7 >> (2 * slot)) & 3) == 0) continue;
        if (((registers.__dr7 >> (16 + 4 * slot)) & 3) == 0) {
            state->breakpoints++;
        } else {
            state->watchpoints++;
        }
    }
    return true;
}

#endif

int merlon_darwin_debug_state(struct merlon_darwin_debug_state *state) {
#if defined(__arm64__) || defined(__x86_64__)
    thread_act_array_t threads;
    mach_msg_type_number_t count = 0;
    kern_return_t result = task_threads(mach_task_self(), &threads, &count);
    if (result != KERN_SUCCESS) return MERLON_KERN | result;
    struct merlon_darwin_debug_state found = {0, 0, 0, 0};
    for (mach_msg_type_number_t index = 0; index < count; index++) {
        if (count_slots(threads[index], &found)) {
            found.threads++;
        } else {
            found.unreadable++;
        }
        mach_port_deallocate(mach_task_self(), threads[index]);
    }
    vm_deallocate(mach_task_self(), (vm_address_t)threads, count * sizeof threads[0]);
    *state = found;
    return 0;
#else
    (void)state;
    return ENOTSUP;
#endif
}

int merlon_darwin_exception_ports(struct merlon_darwin_exception_port *ports, size_t capacity, size_t *count) {
    exception_mask_t masks[EXC_TYPES_COUNT];
    mach_port_t handlers[EXC_TYPES_COUNT];
    exception_behavior_t behaviors[EXC_TYPES_COUNT];
    thread_state_flavor_t flavors[EXC_TYPES_COUNT];
    mach_msg_type_number_t found = EXC_TYPES_COUNT;
    exception_mask_t asked = EXC_MASK_BAD_ACCESS | EXC_MASK_BAD_INSTRUCTION | EXC_MASK_ARITHMETIC | EXC_MASK_SOFTWARE | EXC_MASK_BREAKPOINT;
    kern_return_t result = task_get_exception_ports(mach_task_self(), asked, masks, &found, handlers, behaviors, flavors);
    if (result != KERN_SUCCESS) return MERLON_KERN | result;
    size_t live = 0;
    for (mach_msg_type_number_t index = 0; index < found; index++) {
        if (!MACH_PORT_VALID(handlers[index])) continue;
        if (live < capacity) {
            ports[live].mask = masks[index];
            ports[live].behavior = (uint32_t)behaviors[index];
            live++;
        }
        mach_port_deallocate(mach_task_self(), handlers[index]);
    }
    *count = live;
    return 0;
}

#endif
