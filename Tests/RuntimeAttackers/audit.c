// A library for LD_AUDIT that answers strlen with a function of its own.
#define _GNU_SOURCE
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static size_t false_strlen(const char *text) {
    size_t length = 0;
    while (text[length] != 0) length++;
    return length;
}

unsigned la_version(unsigned version) { return version; }

unsigned la_objopen(struct link_map *map, Lmid_t space, uintptr_t *cookie) {
    (void)map, (void)space, (void)cookie;
    return LA_FLG_BINDTO | LA_FLG_BINDFROM;
}

uintptr_t la_symbind64(
    Elf64_Sym *symbol, unsigned index, uintptr_t *from, uintptr_t *to, unsigned *flags, const char *name) {
    (void)index, (void)from, (void)to, (void)flags;
    return strcmp(name, "strlen") == 0 ? (uintptr_t)false_strlen : symbol->st_value;
}
