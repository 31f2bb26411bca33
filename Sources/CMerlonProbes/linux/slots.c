#ifdef __linux__

#define _GNU_SOURCE
#include "CMerlonProbes.h"
#include "objects.h"
#include "syscall.h"

#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
enum { JUMP_SLOT = R_X86_64_JUMP_SLOT, GLOBAL_DATA = R_X86_64_GLOB_DAT };
#else
enum { JUMP_SLOT = R_AARCH64_JUMP_SLOT, GLOBAL_DATA = R_AARCH64_GLOB_DAT };
#endif

enum { MAXIMUM_RELOCATIONS = 1 << 20 };

struct answer {
    struct merlon_linux_slot *slots;
    size_t capacity, count, examined;
    bool is_complete;
    /// Where the value before this one lay: most of a table's entries lead to few objects.
    const struct merlon_object *last;
    /// Which segment of the object the entry before this one lay in.
    const struct merlon_extent *extent;
    /// The object's file, once it was needed; -1 before.
    long file;
};

static bool holds(const struct merlon_object *object, uint64_t address) { return address >= object->low && address < object->high; }

static const struct merlon_object *holder(const struct merlon_objects *objects, uint64_t address) {
    for (size_t index = 0; index < objects->count; index++)
        if (holds(&objects->items[index], address)) return &objects->items[index];
    return NULL;
}

/// Whether the object itself defines the symbol at that address: then there is nothing to look up.
static bool is_own(const struct merlon_object *object, const Elf64_Sym *symbol, uint64_t value) {
    return symbol->st_shndx != SHN_UNDEF && symbol->st_shndx < SHN_LORESERVE && ELF64_ST_TYPE(symbol->st_info) != STT_GNU_IFUNC &&
           object->base + symbol->st_value == value;
}

static bool is_slot(const struct merlon_object *object, const Elf64_Rela *entry) {
    uint64_t type = ELF64_R_TYPE(entry->r_info), index = ELF64_R_SYM(entry->r_info);
    return (type == JUMP_SLOT || type == GLOBAL_DATA) && index != 0 && index < object->symbol_limit;
}

/// Has the symbols, and then the names, of entries that come next brought into the processor's cache: most of the time was waiting for them.
static void prepare(const struct merlon_object *object, const Elf64_Rela *entry, const Elf64_Rela *end) {
    if (end - entry > 16 && is_slot(object, entry + 16)) __builtin_prefetch(&object->symbols[ELF64_R_SYM(entry[16].r_info)]);
    if (end - entry <= 8 || !is_slot(object, entry + 8)) return;
    const char *name = merlon_string(object, object->symbols[ELF64_R_SYM(entry[8].r_info)].st_name);
    if (name != NULL) __builtin_prefetch(name);
}

/// Whether the entry has not been bound yet: it still leads to where the linker had it lead, which is to the object's own procedure linkage table.
static bool is_unbound(const struct merlon_object *object, struct answer *answer, uint64_t place, uint64_t value, uint64_t index) {
    if (object->binds_now || value < object->low || value >= object->high) return false;
#if defined(__x86_64__)
    // Mostly `push index; jmp`, with `endbr64` before it or not: the index is that of the relocation.
    const struct merlon_extent *code = merlon_extent_of(object, value);
    if (code != NULL && code->end - value >= 9) {
        const uint8_t *bytes = (const uint8_t *)value;
        if (bytes[0] == 0xF3 && bytes[1] == 0x0F && bytes[2] == 0x1E && bytes[3] == 0xFA) bytes += 4;
        uint32_t pushed;
        memcpy(&pushed, bytes + 1, sizeof pushed);
        if (bytes[0] == 0x68 && pushed == index) return true;
    }
#else
    (void)index;
#endif
    // Other linkers, other processors: what the file has there.
    const struct merlon_extent *extent = answer->extent;
    uint64_t first = 0, done = 0;
    if (place - extent->start > extent->size || extent->size - (place - extent->start) < sizeof first) return false;
    if (answer->file == -1)
        answer->file = merlon_syscall6(SYS_openat, AT_FDCWD, (long)(object->name[0] == 0 ? "/proc/self/exe" : object->name),
                                       O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0, 0, 0);
    if (answer->file >= 0)
        done = (uint64_t)merlon_syscall6(SYS_pread64, answer->file, (long)&first, sizeof first, (long)(extent->offset + (place - extent->start)), 0, 0);
    // Of a file that cannot be read nothing is said.
    return done != sizeof first || object->base + first == value;
}

static void examine(const struct merlon_objects *objects, const struct merlon_object *object, const Elf64_Rela *entry, uint64_t number,
                    struct answer *answer) {
    uint64_t type = ELF64_R_TYPE(entry->r_info), index = ELF64_R_SYM(entry->r_info);
    uint64_t place = object->base + entry->r_offset;
    if (answer->extent == NULL || place < answer->extent->start || place >= answer->extent->end)
        answer->extent = merlon_extent_of(object, place);
    if (answer->extent == NULL || answer->extent->end - place < 8) return;
    uint64_t value = *(const volatile uint64_t *)place;
    const Elf64_Sym *symbol = &object->symbols[index];
    const char *name = merlon_string(object, symbol->st_name);
    if (value == 0 || name == NULL || ELF64_ST_TYPE(symbol->st_info) == STT_TLS) return;
    answer->examined++;
    if (is_own(object, symbol, value)) return;
    if (type == JUMP_SLOT && is_unbound(object, answer, place, value, number)) return;
    uint32_t hash = merlon_gnu_hash(name);
    // First where the value lies: mostly its definition is there. Otherwise all objects are asked.
    const struct merlon_object *target = answer->last != NULL && holds(answer->last, value) ? answer->last : holder(objects, value);
    answer->last = target;
    if (target != NULL && merlon_lookup(target, name, hash, value) == 2) return;
    bool is_known = false;
    for (size_t other = 0; other < objects->count; other++) {
        int found = merlon_lookup(&objects->items[other], name, hash, value);
        if (found == 2) return;
        is_known |= found == 1;
    }
    // A name that nobody defines any more: its library was unloaded. A value in an object is then somebody's choice, but nothing to compare with.
    if (!is_known && target != NULL) return;
    if (answer->count == answer->capacity) {
        answer->is_complete = false;
        return;
    }
    struct merlon_linux_slot *slot = &answer->slots[answer->count++];
    merlon_copy(slot->object, sizeof slot->object, object->name);
    merlon_copy(slot->symbol, sizeof slot->symbol, name);
    merlon_copy(slot->target, sizeof slot->target, target == NULL ? "" : target->name);
    slot->target_is_object = target != NULL;
    slot->place = place;
    slot->value = value;
}

static int walk(struct merlon_objects *objects, void *context) {
    struct answer *answer = context;
    answer->is_complete = objects->is_complete;
    size_t budget = MAXIMUM_RELOCATIONS;
    for (size_t index = 0; index < objects->count; index++) {
        const struct merlon_object *object = &objects->items[index];
        // What cannot be read is not nothing found.
        if (object->is_unreadable) answer->is_complete = false;
        if (object->symbols == NULL || object->strings == NULL) continue;
        answer->extent = NULL;
        answer->file = -1;
        for (int table = 0; table < 2; table++) {
            const Elf64_Rela *end = object->tables[table] + object->counts[table];
            for (const Elf64_Rela *entry = object->tables[table]; entry < end; entry++) {
                if (budget-- == 0) {
                    answer->is_complete = false;
                    if (answer->file >= 0) merlon_syscall3(SYS_close, answer->file, 0, 0);
                    return 0;
                }
                if (!is_slot(object, entry)) continue;
                prepare(object, entry, end);
                examine(objects, object, entry, (uint64_t)(entry - object->tables[table]), answer);
            }
        }
        if (answer->file >= 0) merlon_syscall3(SYS_close, answer->file, 0, 0);
    }
    return 0;
}

int merlon_linux_slots(struct merlon_linux_slot *slots, size_t capacity, size_t *count, size_t *examined, bool *is_complete) {
    struct answer answer = {slots, capacity, 0, 0, true, NULL, NULL, -1};
    int status = merlon_with_objects(walk, &answer);
    if (status != 0) return status;
    *count = answer.count;
    *examined = answer.examined;
    *is_complete = answer.is_complete;
    return 0;
}

#endif
