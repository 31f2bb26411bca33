// `hostile FILE…`: lays shared libraries out as the loader does, with nothing around and between their segments, changes what they say of themselves in
// thousands of ways, and has the probes look at each. The probes take what the loader lists; here that is this program.
#define _GNU_SOURCE
#include "CMerlonProbes.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAGE = 4096, GUARD = 1 << 20 };

static struct dl_phdr_info infos[2];
static unsigned long made;
static const char *what = "nothing";

/// In the place of the loader's.
int dl_iterate_phdr(int (*call)(struct dl_phdr_info *, size_t, void *), void *context) {
    int status = 0;
    for (int index = 0; index < 2 && status == 0; index++) status = call(&infos[index], sizeof infos[index], context);
    return status;
}

static void report(int number) {
    char text[256];
    int length = snprintf(text, sizeof text, "signal %d at change %lu: %s\n", number, made, what);
    if (write(2, text, (size_t)length) < 0) _exit(2);
    _exit(1);
}

static struct {
    uint8_t *base;
    uint64_t span;
    Elf64_Phdr headers[32];
    int count;
    uint8_t *pristine;
} image;

static void protect(bool writable) {
    for (int index = 0; index < image.count; index++) {
        const Elf64_Phdr *header = &image.headers[index];
        if (header->p_type != PT_LOAD) continue;
        uint64_t start = header->p_vaddr & ~(uint64_t)(PAGE - 1), end = (header->p_vaddr + header->p_memsz + PAGE - 1) & ~(uint64_t)(PAGE - 1);
        int flags = ((header->p_flags & PF_R) ? PROT_READ : 0) | ((header->p_flags & PF_W) ? PROT_WRITE : 0) | ((header->p_flags & PF_X) ? PROT_EXEC : 0);
        mprotect(image.base + start, end - start, writable ? PROT_READ | PROT_WRITE : flags);
    }
}

static int load(const char *path) {
    int file = open(path, O_RDONLY);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) return 1;
    const uint8_t *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    const Elf64_Ehdr *header = (const void *)bytes;
    image.count = header->e_phnum < 32 ? header->e_phnum : 32;
    memcpy(image.headers, bytes + header->e_phoff, (size_t)image.count * sizeof(Elf64_Phdr));
    image.span = 0;
    for (int index = 0; index < image.count; index++)
        if (image.headers[index].p_type == PT_LOAD && image.headers[index].p_vaddr + image.headers[index].p_memsz > image.span)
            image.span = image.headers[index].p_vaddr + image.headers[index].p_memsz;
    image.span = (image.span + PAGE - 1) & ~(uint64_t)(PAGE - 1);
    uint8_t *room = mmap(NULL, image.span + 2 * GUARD, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    image.base = room + GUARD;
    protect(true);
    for (int index = 0; index < image.count; index++)
        if (image.headers[index].p_type == PT_LOAD)
            memcpy(image.base + image.headers[index].p_vaddr, bytes + image.headers[index].p_offset, image.headers[index].p_filesz);
    image.pristine = malloc(image.span);
    for (int index = 0; index < image.count; index++)
        if (image.headers[index].p_type == PT_LOAD)
            memcpy(image.pristine + image.headers[index].p_vaddr, image.base + image.headers[index].p_vaddr, image.headers[index].p_memsz);
    protect(false);
    for (int index = 0; index < 2; index++)
        infos[index] = (struct dl_phdr_info){.dlpi_addr = (Elf64_Addr)image.base, .dlpi_name = index == 0 ? "" : path,
                                             .dlpi_phdr = image.headers, .dlpi_phnum = (Elf64_Half)image.count};
    close(file);
    return 0;
}

static struct merlon_linux_object objects[8];
static struct merlon_linux_slot slots[8];
static struct merlon_linux_text texts[8];
static struct merlon_linux_difference differences[8];

static void look(void) {
    size_t count = 0, examined = 0, difference_count = 0;
    uint64_t compared = 0;
    bool is_complete = false;
    uint64_t defined = 0;
    int status = merlon_linux_objects(objects, 8, &count, &is_complete);
    if (status != 0 || count > 8) report(-1);
    status = merlon_linux_slots(slots, 8, &count, &examined, &is_complete);
    if (status != 0 || count > 8) report(-2);
    // Comparing the whole text each time takes long and goes the same way.
    if (made % 16 == 0) {
        status = merlon_linux_text(texts, 8, &count, differences, 8, &difference_count, &compared, &is_complete);
        if (status != 0 || count > 8 || difference_count > 8) report(-3);
    }
    if (merlon_linux_defines("strlen no_such_symbol", &defined) != 0) report(-4);
    made++;
}

/// Whether there is memory of the image. Linkers leave room between segments where pages may be large.
static bool is_held(uint64_t address, size_t size) {
    for (int index = 0; index < image.count; index++) {
        const Elf64_Phdr *header = &image.headers[index];
        if (header->p_type == PT_LOAD && address >= header->p_vaddr && address + size <= header->p_vaddr + header->p_memsz) return true;
    }
    return false;
}

static void change(uint64_t address, const void *bytes, size_t size, const char *name) {
    if (!is_held(address, size)) return;
    what = name;
    uint8_t old[64];
    protect(true);
    memcpy(old, image.base + address, size);
    memcpy(image.base + address, bytes, size);
    protect(false);
    look();
    protect(true);
    memcpy(image.base + address, old, size);
    protect(false);
}

static uint64_t seed = 88172645463325252ULL;
static uint64_t next(void) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    return seed ^= seed << 17;
}

/// The values at which bounds go wrong.
static uint64_t extreme(int index, uint64_t value) {
    uint64_t base = (uint64_t)image.base, end = base + image.span;
    uint64_t hole = base;
    for (uint64_t page = 0; page < image.span; page += PAGE) {
        bool is_held = false;
        for (int segment = 0; segment < image.count; segment++)
            is_held |= image.headers[segment].p_type == PT_LOAD && page + PAGE > image.headers[segment].p_vaddr &&
                       page < image.headers[segment].p_vaddr + image.headers[segment].p_memsz;
        if (!is_held) hole = base + page;
    }
    const uint64_t values[] = {0, 1, 7, 8, value + 1, value + 8, value - 1, value * 2, value << 32, base, base - 1, end, end - 1, end - 8, end - 24, hole,
                               1ULL << 31, (1ULL << 32) - 1, 1ULL << 63, UINT64_MAX, UINT64_MAX - 7, UINT64_MAX - 55};
    return index < (int)(sizeof values / sizeof *values) ? values[index] : 0;
}
enum { EXTREMES = 22 };

static void attack(void) {
    uint64_t dynamic = 0, dynamic_size = 0, tables[8] = {0};
    for (int index = 0; index < image.count; index++)
        if (image.headers[index].p_type == PT_DYNAMIC) {
            dynamic = image.headers[index].p_vaddr;
            dynamic_size = image.headers[index].p_memsz;
        }
    what = "nothing";
    made = 0;
    look();
    for (uint64_t place = dynamic; place + 16 <= dynamic + dynamic_size; place += 16) {
        const Elf64_Dyn *entry = (const void *)(image.pristine + place);
        if (entry->d_tag == DT_SYMTAB) tables[0] = entry->d_un.d_ptr;
        if (entry->d_tag == DT_STRTAB) tables[1] = entry->d_un.d_ptr;
        if (entry->d_tag == DT_GNU_HASH) tables[2] = entry->d_un.d_ptr;
        if (entry->d_tag == DT_RELA) tables[3] = entry->d_un.d_ptr;
        if (entry->d_tag == DT_JMPREL) tables[4] = entry->d_un.d_ptr;
        if (entry->d_tag == DT_HASH) tables[5] = entry->d_un.d_ptr;
        for (int index = 0; index < EXTREMES; index++) {
            uint64_t value = extreme(index, entry->d_un.d_val);
            change(place + 8, &value, 8, "a value of the dynamic section");
        }
        // Each tag that is read takes the place of each other one; without the last there is no end.
        const uint64_t tags[] = {DT_STRTAB, DT_STRSZ, DT_SYMTAB, DT_GNU_HASH, DT_HASH, DT_RELA, DT_RELASZ, DT_JMPREL, DT_PLTRELSZ, DT_SONAME, DT_NEEDED, DT_NULL};
        for (size_t index = 0; index < sizeof tags / sizeof *tags; index++) change(place, &tags[index], 8, "a tag of the dynamic section");
    }
    for (uint64_t place = 0; place < 64; place += 2)
        for (int index = 0; index < EXTREMES; index++) {
            uint64_t value = extreme(index, 64);
            change(place, &value, 2, "the file's header");
            if (place % 8 == 0) change(place, &value, 8, "the file's header");
        }
    for (int table = 0; table < 6; table++)
        for (int index = 0; tables[table] != 0 && index < 600; index++) {
            uint64_t bytes[8], place = tables[table] + (index < 100 ? (uint64_t)index * 4 : next() % 4096);
            for (int word = 0; word < 8; word++) bytes[word] = index % 3 == 0 ? next() : extreme((int)(next() % EXTREMES), next());
            change(place, bytes, index % 2 == 0 ? 4 : 32, "a table");
        }
    // What the loader itself says of the segments' files.
    for (int index = 0; index < image.count; index++)
        for (int value = 0; value < EXTREMES; value++) {
            Elf64_Phdr old = image.headers[index];
            what = "a program header";
            image.headers[index].p_filesz = extreme(value, old.p_filesz);
            look();
            image.headers[index] = old;
            image.headers[index].p_offset = extreme(value, old.p_offset);
            look();
            image.headers[index] = old;
            if (old.p_type == PT_DYNAMIC) {
                image.headers[index].p_vaddr = extreme(value, old.p_vaddr);
                look();
            }
            image.headers[index] = old;
        }
}

int main(int count, char **arguments) {
    signal(SIGSEGV, report);
    signal(SIGBUS, report);
    signal(SIGALRM, report);
    alarm(120);
    for (int index = 1; index < count; index++) {
        if (load(arguments[index]) != 0) return 3;
        attack();
        printf("%lu changes\n", made);
    }
    return 0;
}
