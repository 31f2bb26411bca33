#ifdef __linux__

#define _GNU_SOURCE
#include "objects.h"

#include <string.h>

uint32_t merlon_gnu_hash(const char *name) {
    uint32_t hash = 5381;
    for (const unsigned char *next = (const unsigned char *)name; *next != 0; next++) hash = hash * 33 + *next;
    return hash;
}

static uint32_t sysv_hash(const char *name) {
    uint32_t hash = 0;
    for (const unsigned char *next = (const unsigned char *)name; *next != 0; next++) {
        hash = (hash << 4) + *next;
        uint32_t high = hash & 0xf0000000;
        if (high != 0) hash ^= high >> 24;
        hash &= ~high;
    }
    return hash;
}

/// 0, 1 or 2, as ``merlon_lookup``. Several symbols can have one name: its versions.
static int match(const struct merlon_object *object, const Elf64_Sym *symbol, const char *name, uint64_t value) {
    int type = ELF64_ST_TYPE(symbol->st_info);
    // An undefined symbol with a value: the PLT entry that stands for the function in an executable at a fixed address.
    if ((symbol->st_shndx == SHN_UNDEF && symbol->st_value == 0) || type == STT_TLS) return 0;
    const char *own = merlon_string(object, symbol->st_name);
    if (own == NULL || strcmp(own, name) != 0) return 0;
    if (type == STT_GNU_IFUNC) {
        for (int index = 0; index < object->text_count; index++)
            if (value >= object->text[index].start && value < object->text[index].end) return 2;
        return 1;
    }
    uint64_t address = symbol->st_shndx == SHN_ABS ? symbol->st_value : object->base + symbol->st_value;
    return address == value ? 2 : 1;
}

static int lookup_gnu(const struct merlon_object *object, const char *name, uint32_t hash, uint64_t value) {
    const uint32_t *table = object->gnu_hash;
    uint64_t bucket_count = table[0], first = table[1], filter_size = table[2], shift = table[3];
    uint64_t room = object->gnu_room;
    if (bucket_count == 0 || filter_size == 0 || shift > 31 || 4 + 2 * filter_size + bucket_count > room) return 0;
    const uint64_t *filter = (const uint64_t *)(table + 4);
    uint64_t word = filter[(hash / 64) % filter_size];
    if ((word >> (hash % 64) & 1) == 0 || (word >> ((hash >> shift) % 64) & 1) == 0) return 0;
    const uint32_t *buckets = table + 4 + 2 * filter_size, *chains = buckets + bucket_count;
    uint64_t chain_room = room - (4 + 2 * filter_size + bucket_count);
    uint64_t index = buckets[hash % bucket_count];
    int best = 0;
    for (; index >= first && index - first < chain_room && index < object->symbol_limit; index++) {
        uint32_t entry = chains[index - first];
        if ((entry | 1) == (hash | 1)) {
            int found = match(object, &object->symbols[index], name, value);
            if (found == 2) return 2;
            if (found > best) best = found;
        }
        if (entry & 1) break;
    }
    return best;
}

static int lookup_sysv(const struct merlon_object *object, const char *name, uint64_t value) {
    const uint32_t *table = object->sysv_hash;
    uint64_t bucket_count = table[0], chain_count = table[1], room = object->sysv_room;
    if (bucket_count == 0 || 2 + bucket_count + chain_count > room) return 0;
    const uint32_t *buckets = table + 2, *chains = buckets + bucket_count;
    int best = 0;
    uint64_t steps = 0;
    for (uint64_t index = buckets[sysv_hash(name) % bucket_count]; index != 0 && index < chain_count && index < object->symbol_limit;
         index = chains[index]) {
        if (++steps > chain_count) break;  // a cycle
        int found = match(object, &object->symbols[index], name, value);
        if (found == 2) return 2;
        if (found > best) best = found;
    }
    return best;
}

int merlon_lookup(const struct merlon_object *object, const char *name, uint32_t gnu, uint64_t value) {
    if (object->symbols == NULL || object->strings == NULL) return 0;
    if (object->gnu_hash != NULL) {
        int found = lookup_gnu(object, name, gnu, value);
        if (found != 0) return found;
        // An executable's PLT entries stand before the hashed symbols.
        uint64_t first = object->gnu_hash[1];
        if (object->base != 0 || first > 4096) return 0;
        for (uint64_t index = 1; index < first && index < object->symbol_limit; index++) {
            int other = match(object, &object->symbols[index], name, value);
            if (other != 0) return other;
        }
        return 0;
    }
    return object->sysv_hash == NULL ? 0 : lookup_sysv(object, name, value);
}

/// How many symbols there are: what the hash table reaches.
static uint64_t symbol_count(const struct merlon_object *object) {
    if (object->gnu_hash == NULL) {
        uint64_t count = object->sysv_hash == NULL ? 0 : object->sysv_hash[1];
        return count < object->symbol_limit ? count : object->symbol_limit;
    }
    const uint32_t *table = object->gnu_hash;
    uint64_t bucket_count = table[0], first = table[1], head = 4 + 2 * (uint64_t)table[2] + bucket_count;
    uint64_t room = object->gnu_room, last = 0;
    if (head > room) return 0;
    const uint32_t *buckets = table + 4 + 2 * (uint64_t)table[2], *chains = buckets + bucket_count;
    for (uint64_t index = 0; index < bucket_count; index++)
        if (buckets[index] > last) last = buckets[index];
    if (last < first) return first < object->symbol_limit ? first : object->symbol_limit;
    while (last - first < room - head && (chains[last - first] & 1) == 0) last++;
    return last + 1 < object->symbol_limit ? last + 1 : object->symbol_limit;
}

const char *merlon_symbol_at(const struct merlon_object *object, uint64_t address) {
    if (object->symbols == NULL) return "";
    uint64_t count = symbol_count(object), best = 0;
    const char *name = "";
    for (uint64_t index = 1; index < count; index++) {
        const Elf64_Sym *symbol = &object->symbols[index];
        int type = ELF64_ST_TYPE(symbol->st_info);
        uint64_t start = object->base + symbol->st_value;
        if (symbol->st_shndx == SHN_UNDEF || (type != STT_FUNC && type != STT_GNU_IFUNC)) continue;
        if (start > address || start <= best || address - start >= (symbol->st_size == 0 ? 1 : symbol->st_size)) continue;
        const char *own = merlon_string(object, symbol->st_name);
        if (own == NULL) continue;
        best = start;
        name = own;
    }
    return name;
}

#endif
