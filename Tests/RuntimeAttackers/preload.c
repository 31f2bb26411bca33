// A library for LD_PRELOAD. ATTACK in the environment says what it does when it is loaded: nothing but being there, `got` patches strtol's entry in the
// executable's global offset table, `inline` writes a jump over libc's lcong48, `rwx` maps writable code, `memory-file` code from memfd_create,
// `own-file` the library's file once more past the loader, `over` puts anonymous memory in the place of a page of libc's code; `unset` takes
// LD_PRELOAD away.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__x86_64__)
enum { JUMP = R_X86_64_JUMP_SLOT, DATA = R_X86_64_GLOB_DAT };
#else
enum { JUMP = R_AARCH64_JUMP_SLOT, DATA = R_AARCH64_GLOB_DAT };
#endif

static long false_strtol(const char *text, char **end, int base) {
    (void)text, (void)end, (void)base;
    return 0;
}

static int false_target(int value) {
    (void)value;
    return 1;
}

static void *page_of(void *address) { return (void *)((uintptr_t)address & ~(uintptr_t)4095); }

static int patch(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size, (void)context;
    if (info->dlpi_name[0] != 0) return 0;
    const ElfW(Dyn) *dynamic = NULL;
    for (int index = 0; index < info->dlpi_phnum; index++)
        if (info->dlpi_phdr[index].p_type == PT_DYNAMIC) dynamic = (const void *)(info->dlpi_addr + info->dlpi_phdr[index].p_vaddr);
    const ElfW(Rela) *tables[2] = {NULL, NULL};
    size_t counts[2] = {0, 0};
    const ElfW(Sym) *symbols = NULL;
    const char *strings = NULL;
    for (; dynamic->d_tag != DT_NULL; dynamic++) switch (dynamic->d_tag) {
        case DT_JMPREL: tables[0] = (const void *)dynamic->d_un.d_ptr; break;
        case DT_PLTRELSZ: counts[0] = dynamic->d_un.d_val / sizeof(ElfW(Rela)); break;
        case DT_RELA: tables[1] = (const void *)dynamic->d_un.d_ptr; break;
        case DT_RELASZ: counts[1] = dynamic->d_un.d_val / sizeof(ElfW(Rela)); break;
        case DT_SYMTAB: symbols = (const void *)dynamic->d_un.d_ptr; break;
        case DT_STRTAB: strings = (const void *)dynamic->d_un.d_ptr; break;
        default: break;
        }
    for (int table = 0; table < 2; table++)
        for (size_t index = 0; index < counts[table]; index++) {
            const ElfW(Rela) *entry = &tables[table][index];
            unsigned type = ELF64_R_TYPE(entry->r_info);
            if ((type != JUMP && type != DATA) || strcmp(strings + symbols[ELF64_R_SYM(entry->r_info)].st_name, "strtol") != 0) continue;
            void **slot = (void **)(info->dlpi_addr + entry->r_offset);
            // Full RELRO made it read-only; that does not stop anybody who is in the process.
            mprotect(page_of(slot), 8192, PROT_READ | PROT_WRITE);
            *slot = (void *)false_strtol;
        }
    return 1;
}

static void write_jump(void *function) {
    if (function == NULL) return;
    mprotect(page_of(function), 8192, PROT_READ | PROT_WRITE | PROT_EXEC);
#if defined(__x86_64__)
    unsigned char jump[12] = {0x48, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xE0};
    void *target = (void *)false_target;
    memcpy(jump + 2, &target, 8);
    memcpy(function, jump, sizeof jump);
#else
    uint32_t jump[4] = {0x58000050, 0xD61F0200, 0, 0};
    void *target = (void *)false_target;
    memcpy(jump + 2, &target, 8);
    memcpy(function, jump, sizeof jump);
    __builtin___clear_cache((char *)function, (char *)function + sizeof jump);
#endif
    mprotect(page_of(function), 8192, PROT_READ | PROT_EXEC);
}

static void map_own_file(void) {
    Dl_info info;
    if (dladdr((void *)map_own_file, &info) == 0) return;
    int file = open(info.dli_fname, O_RDONLY);
    mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0);
    close(file);
}

static void map_memory_file(void) {
    int file = memfd_create("library", 0);
    if (ftruncate(file, 4096) == 0) mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0);
    close(file);
}

/// The same bytes, in memory of the attacker's own.
static void map_over(void *function) {
    if (function == NULL) return;
    static char copy[4096];
    void *page = page_of(function);
    memcpy(copy, page, sizeof copy);
    mmap(page, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    memcpy(page, copy, sizeof copy);
    mprotect(page, 4096, PROT_READ | PROT_EXEC);
}

__attribute__((constructor)) static void begin(void) {
    const char *attack = getenv("ATTACK");
    if (attack == NULL) return;
    if (strstr(attack, "got") != NULL) dl_iterate_phdr(patch, NULL);
    if (strstr(attack, "inline") != NULL) write_jump(dlsym(RTLD_DEFAULT, "lcong48"));
    if (strstr(attack, "rwx") != NULL) mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (strstr(attack, "memory-file") != NULL) map_memory_file();
    if (strstr(attack, "own-file") != NULL) map_own_file();
    if (strstr(attack, "over") != NULL) map_over(dlsym(RTLD_DEFAULT, "lcong48"));
    if (strstr(attack, "unset") != NULL) unsetenv("LD_PRELOAD");
}
