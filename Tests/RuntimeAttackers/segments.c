// Has the probes look at an object of this program's making: with two segments of code, only the first of which has a page of the process's own, and no
// file; then with one that says of itself that it fills the address space. Prints what is said of both, and how the program's own code is listed.
#define _GNU_SOURCE
#include "CMerlonProbes.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGES = 1 << 16 };

static struct dl_phdr_info info;
static Elf64_Phdr headers[2];
static bool is_own;

/// In the place of the loader's, once there is an object to give out.
int dl_iterate_phdr(int (*call)(struct dl_phdr_info *, size_t, void *), void *context) {
    if (is_own) return call(&info, sizeof info, context);
    int (*real)(int (*)(struct dl_phdr_info *, size_t, void *), void *) = dlsym(RTLD_NEXT, "dl_iterate_phdr");
    return real(call, context);
}

static void list(void) {
    static struct merlon_linux_object objects[64];
    size_t count = 0;
    bool is_complete = false;
    int segments = 0, whole = 0;
    if (merlon_linux_objects(objects, 64, &count, &is_complete) != 0 || !is_complete) return;
    for (size_t index = 0; index < count; index++)
        for (int segment = 0; segment < objects[index].text_count; segment++) {
            segments++;
            whole += objects[index].text_starts[segment] % PAGES == 0 && objects[index].text_ends[segment] % PAGES == 0;
        }
    printf("listed %d whole %d\n", segments > 0, segments == whole);
}

static void look(const char *what) {
    static struct merlon_linux_text texts[2];
    static struct merlon_linux_difference differences[2];
    size_t count = 0, difference_count = 0;
    uint64_t compared = 0;
    bool is_complete = false;
    int status = merlon_linux_text(texts, 2, &count, differences, 2, &difference_count, &compared, &is_complete);
    printf("%s: status %d objects %zu own %u complete %d\n", what, status, count, texts[0].own_pages, is_complete);
}

int main(void) {
    alarm(60);
    list();
    long page = sysconf(_SC_PAGESIZE);
    int file = open("/proc/self/exe", O_RDONLY);
    // Far from the end of the address space.
    uint8_t *memory = mmap((void *)(1ULL << 32), (size_t)page * 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    uint8_t *other = mmap(memory + page * 8, (size_t)page, PROT_READ, MAP_PRIVATE | MAP_FIXED, file, 0);
    if (memory == MAP_FAILED || other == MAP_FAILED) return 1;
    memory[0] = other[0];
    for (int index = 0; index < 2; index++)
        headers[index] = (Elf64_Phdr){.p_type = PT_LOAD, .p_flags = PF_R | PF_X, .p_vaddr = (uint64_t)(index * page * 8), .p_filesz = (uint64_t)page,
                                      .p_memsz = (uint64_t)page};
    info = (struct dl_phdr_info){.dlpi_addr = (Elf64_Addr)memory, .dlpi_name = "none", .dlpi_phdr = headers, .dlpi_phnum = 2};
    is_own = true;
    look("two segments");
    headers[0].p_memsz = 1ULL << 46;
    info.dlpi_phnum = 1;
    look("one without end");
    return 0;
}
