// The probes in C alone, for builds that the package does not make: static, at a fixed address, with sanitizers.
#include "CMerlonProbes.h"

#include <stdio.h>

#ifdef WITH_LIBRARY
#include <stdlib.h>

void (*plain_free(void))(void *);
static bool has_own_entry(void) { return plain_free() == free; }
#else
static bool has_own_entry(void) { return true; }
#endif

int main(void) {
    static struct merlon_linux_slot slots[8];
    static struct merlon_linux_text texts[64];
    static struct merlon_linux_difference differences[8];
    size_t slot_count = 0, examined = 0, text_count = 0, difference_count = 0;
    uint64_t compared = 0;
    uint64_t defined = 0;
    bool is_complete = false;
    if (!has_own_entry()) return 4;
    int status = merlon_linux_slots(slots, 8, &slot_count, &examined, &is_complete);
    if (status != 0 || !is_complete) return 1;
    status = merlon_linux_text(texts, 64, &text_count, differences, 8, &difference_count, &compared, &is_complete);
    if (status != 0 || !is_complete) return 2;
    if (merlon_linux_defines("__asan_init __tsan_init __ubsan_handle_add_overflow no_such_symbol main_", &defined) != 0 || defined >> 3 != 0) return 3;
    bool address = defined & 1, thread = defined & 2, undefined = defined & 4;
    unsigned own = 0;
    for (size_t index = 0; index < text_count; index++) own += texts[index].own_pages;
    for (size_t index = 0; index < slot_count; index++)
        fprintf(stderr, "%s in %s leads to %s\n", slots[index].symbol, slots[index].object, slots[index].target);
    printf("slots %zu differences %zu own %u address %d thread %d undefined %d\n", slot_count, difference_count, own, address, thread, undefined);
    return 0;
}
