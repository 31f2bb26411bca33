// `got PID SYMBOL VALUE HOW`: makes the entry of the function in the global offset table of another process's program lead to VALUE, through
// /proc/PID/mem (HOW is `mem`, past the protection of pages) or by process_vm_writev (`vm`, which obeys it).
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#if defined(__x86_64__)
enum { JUMP = R_X86_64_JUMP_SLOT, DATA = R_X86_64_GLOB_DAT };
#else
enum { JUMP = R_AARCH64_JUMP_SLOT, DATA = R_AARCH64_GLOB_DAT };
#endif

static const uint8_t *file;

static const void *at(uint64_t address) {
    const Elf64_Ehdr *header = (const void *)file;
    const Elf64_Phdr *program = (const void *)(file + header->e_phoff);
    for (int index = 0; index < header->e_phnum; index++)
        if (program[index].p_type == PT_LOAD && address >= program[index].p_vaddr && address - program[index].p_vaddr < program[index].p_filesz)
            return file + program[index].p_offset + (address - program[index].p_vaddr);
    return NULL;
}

static uint64_t find(const char *symbol) {
    const Elf64_Ehdr *header = (const void *)file;
    const Elf64_Phdr *program = (const void *)(file + header->e_phoff);
    const Elf64_Dyn *dynamic = NULL;
    for (int index = 0; index < header->e_phnum; index++)
        if (program[index].p_type == PT_DYNAMIC) dynamic = (const void *)(file + program[index].p_offset);
    uint64_t tables[2] = {0, 0}, sizes[2] = {0, 0}, symbols = 0, strings = 0;
    for (; dynamic != NULL && dynamic->d_tag != DT_NULL; dynamic++) switch (dynamic->d_tag) {
        case DT_JMPREL: tables[0] = dynamic->d_un.d_ptr; break;
        case DT_PLTRELSZ: sizes[0] = dynamic->d_un.d_val; break;
        case DT_RELA: tables[1] = dynamic->d_un.d_ptr; break;
        case DT_RELASZ: sizes[1] = dynamic->d_un.d_val; break;
        case DT_SYMTAB: symbols = dynamic->d_un.d_ptr; break;
        case DT_STRTAB: strings = dynamic->d_un.d_ptr; break;
        default: break;
        }
    const Elf64_Sym *symbol_table = at(symbols);
    const char *names = at(strings);
    for (int table = 0; table < 2 && symbol_table != NULL && names != NULL; table++) {
        const Elf64_Rela *entries = at(tables[table]);
        for (uint64_t index = 0; entries != NULL && index < sizes[table] / sizeof(Elf64_Rela); index++) {
            uint64_t type = ELF64_R_TYPE(entries[index].r_info);
            if ((type == JUMP || type == DATA) && strcmp(names + symbol_table[ELF64_R_SYM(entries[index].r_info)].st_name, symbol) == 0)
                return entries[index].r_offset;
        }
    }
    return 0;
}

static int finish(const char *what) {
    printf("%s\n", what == NULL ? "done" : errno == 0 ? what : strerror(errno));
    return what == NULL ? 0 : 1;
}

int main(int count, char **arguments) {
    if (count < 5) return 2;
    int process = atoi(arguments[1]);
    uint64_t value = strtoul(arguments[3], NULL, 10), base = 0;
    char path[64], line[512], name[512] = "";
    // The program may not be read through /proc/PID/exe by others, but by its path.
    snprintf(path, sizeof path, "/proc/%d/maps", process);
    FILE *maps = fopen(path, "r");
    if (maps == NULL || fgets(line, sizeof line, maps) == NULL) return finish("maps");
    base = strtoul(line, NULL, 16);
    sscanf(line, "%*s %*s %*s %*s %*s %511s", name);
    fclose(maps);
    int descriptor = open(name, O_RDONLY);
    struct stat status;
    if (descriptor < 0 || fstat(descriptor, &status) != 0) return finish("program");
    file = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (file == MAP_FAILED) return finish("mmap");
    errno = 0;
    uint64_t place = find(arguments[2]);
    if (place == 0) return finish("no such entry");
    if (((const Elf64_Ehdr *)(const void *)file)->e_type == ET_DYN) place += base;
    if (strcmp(arguments[4], "vm") == 0) {
        struct iovec local = {&value, sizeof value}, remote = {(void *)place, sizeof value};
        return process_vm_writev(process, &local, 1, &remote, 1, 0) == (ssize_t)sizeof value ? finish(NULL) : finish("vm");
    }
    snprintf(path, sizeof path, "/proc/%d/mem", process);
    int memory = open(path, O_RDWR);
    if (memory < 0 || pwrite(memory, &value, sizeof value, (off_t)place) != (ssize_t)sizeof value) return finish("mem");
    return finish(NULL);
}
