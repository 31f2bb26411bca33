#ifdef __linux__

#define _GNU_SOURCE
#include "objects.h"

#include "CMerlonProbes.h"
#include "syscall.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>

void merlon_copy(char *to, size_t size, const char *from) {
    size_t length = from == NULL ? 0 : strnlen(from, size - 1);
    if (length > 0) memcpy(to, from, length);
    to[length] = 0;
}

const struct merlon_extent *merlon_extent_of(const struct merlon_object *object, uint64_t address) {
    for (int index = 0; index < object->extent_count; index++)
        if (address >= object->extents[index].start && address < object->extents[index].end) return &object->extents[index];
    return NULL;
}

const char *merlon_string(const struct merlon_object *object, uint64_t offset) {
    if (object->strings == NULL || offset >= object->string_size) return NULL;
    return object->strings + offset;
}

/// The address that a dynamic entry means (glibc adds the base in place, but not where the section cannot be written), when `size` bytes there
/// lie in one of its segments, at an address of that alignment. `room` is how many there are to the segment's end.
static const void *inside(struct merlon_object *object, uint64_t pointer, uint64_t size, uint64_t alignment, uint64_t *room) {
    if (pointer < object->low) pointer += object->base;
    const struct merlon_extent *extent = merlon_extent_of(object, pointer);
    if (extent == NULL || size > extent->end - pointer || pointer % alignment != 0) {
        object->is_unreadable = true;
        return NULL;
    }
    if (room != NULL) *room = extent->end - pointer;
    return (const void *)pointer;
}

static void read_dynamic(struct merlon_object *object) {
    uint64_t sizes[2] = {0, 0}, tables[2] = {0, 0}, strings = 0, string_size = 0, symbols = 0, soname = UINT64_MAX, room = 0;
    for (const Elf64_Dyn *entry = object->dynamic; entry < object->dynamic_end && entry->d_tag != DT_NULL; entry++) {
        uint64_t value = entry->d_un.d_val;
        switch (entry->d_tag) {
        case DT_STRTAB: strings = value; break;
        case DT_STRSZ: string_size = value; break;
        case DT_SYMTAB: symbols = value; break;
        case DT_SONAME: soname = value; break;
        case DT_JMPREL: tables[0] = value; break;
        case DT_PLTRELSZ: sizes[0] = value; break;
        case DT_RELA: tables[1] = value; break;
        case DT_RELASZ: sizes[1] = value; break;
        case DT_GNU_HASH:
            object->gnu_hash = inside(object, value, 16, 4, &room);
            object->gnu_room = room / 4;
            break;
        case DT_HASH:
            object->sysv_hash = inside(object, value, 8, 4, &room);
            object->sysv_room = room / 4;
            break;
        case DT_BIND_NOW: object->binds_now = true; break;
        case DT_FLAGS: object->binds_now |= (value & DF_BIND_NOW) != 0; break;
        case DT_FLAGS_1: object->binds_now |= (value & DF_1_NOW) != 0; break;
        default: break;
        }
    }
    object->strings = string_size == 0 ? NULL : inside(object, strings, string_size, 1, NULL);
    object->string_size = object->strings == NULL ? 0 : string_size;
    // What follows the last zero byte is no string. Cut here, once, so that each look-up need not search for the end of its own.
    while (object->string_size > 0 && object->strings[object->string_size - 1] != 0) object->string_size--;
    object->symbols = symbols == 0 ? NULL : inside(object, symbols, sizeof(Elf64_Sym), 8, &room);
    if (object->symbols != NULL) object->symbol_limit = room / sizeof(Elf64_Sym);
    for (int table = 0; table < 2; table++) {
        object->tables[table] = sizes[table] == 0 ? NULL : inside(object, tables[table], sizes[table], 8, NULL);
        object->counts[table] = object->tables[table] == NULL ? 0 : sizes[table] / sizeof(Elf64_Rela);
    }
    object->soname = merlon_string(object, soname);
}

/// The size of the file. A new version that is copied over a library cuts it: what lies past its end cannot be read in memory any more. The program's own
/// file cannot be written to while it runs, and the kernel's object has none: for them, and where it is not known, the largest.
static uint64_t file_size(const char *name) {
    struct statx file;
    if (name[0] != '/' || merlon_syscall6(SYS_statx, AT_FDCWD, (long)name, 0, STATX_SIZE, (long)&file, 0) != 0) return UINT64_MAX;
    return file.stx_size;
}

/// Whether a byte of the own memory can be read, asked of the kernel.
static bool can_read(uint64_t address) {
    uint8_t byte;
    struct iovec local = {&byte, 1}, remote = {(void *)address, 1};
    long process = merlon_syscall3(SYS_getpid, 0, 0, 0);
    return merlon_syscall6(SYS_process_vm_readv, process, (long)&local, 1, (long)&remote, 1, 0) == 1;
}

static int add(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size;
    struct merlon_objects *objects = context;
    if (objects->count == objects->capacity) {
        objects->is_complete = false;
        return 1;
    }
    struct merlon_object *object = &objects->items[objects->count++];
    memset(object, 0, sizeof *object);
    object->base = info->dlpi_addr;
    object->name = info->dlpi_name == NULL ? "" : info->dlpi_name;
    object->low = UINT64_MAX;
    // The headers themselves are read in the file's mapping.
    uint64_t file = file_size(object->name), headers = (uint64_t)(info->dlpi_phdr + info->dlpi_phnum) - info->dlpi_addr;
    // A shorter file may also be another one that took the place of the one that is mapped.
    if (file < headers && headers < 1 << 20 && !can_read((uint64_t)info->dlpi_phdr)) {
        object->is_unreadable = true;
        return 0;
    }
    uint64_t dynamic = 0, page = merlon_page_size();
    for (int index = 0; index < info->dlpi_phnum; index++) {
        const Elf64_Phdr *header = &info->dlpi_phdr[index];
        uint64_t start = info->dlpi_addr + header->p_vaddr, end = start + header->p_memsz;
        if (header->p_type == PT_DYNAMIC) dynamic = start;
        // A file's part that is larger than the segment is a lie.
        uint64_t filled = header->p_filesz < header->p_memsz ? header->p_filesz : header->p_memsz;
        if (header->p_type != PT_LOAD || end < start) continue;
        if (start < object->low) object->low = start;
        if (end > object->high) object->high = end;
        if (filled > 0 && header->p_offset + filled > file) object->is_unreadable |= !can_read(start + filled - 1);
        if ((header->p_flags & PF_R) != 0 && object->extent_count < MERLON_MAXIMUM_EXTENTS)
            object->extents[object->extent_count++] = (struct merlon_extent){start, end, header->p_offset, filled};
        if (header->p_offset == 0 && (header->p_flags & (PF_R | PF_W)) == PF_R) {
            object->header = start;
            object->header_size = filled;
        }
        if ((header->p_flags & PF_X) == 0 || object->text_count == MERLON_MAXIMUM_TEXT_SEGMENTS) continue;
        object->text[object->text_count++] = (struct merlon_text_segment){
            start, filled, (end + page - 1) & ~(page - 1), header->p_offset, (header->p_flags & PF_R) != 0};
    }
    const struct merlon_extent *extent = object->is_unreadable ? NULL : merlon_extent_of(object, dynamic);
    if (extent != NULL && dynamic % 8 == 0) {
        object->dynamic = (const Elf64_Dyn *)dynamic;
        object->dynamic_end = object->dynamic + (extent->end - dynamic) / sizeof(Elf64_Dyn);
        read_dynamic(object);
    }
    return 0;
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

static bool is_named(uint32_t hash, const char *name, uint32_t other_hash, const char *other) {
    return hash == other_hash && other != NULL && strcmp(name, other) == 0;
}

/// Marks what an object that is needed needs itself.
static void mark_needs(struct merlon_objects *objects, struct merlon_object *object) {
    object->is_walked = true;
    for (const Elf64_Dyn *entry = object->dynamic; entry < object->dynamic_end && entry->d_tag != DT_NULL; entry++) {
        const char *name = entry->d_tag == DT_NEEDED ? merlon_string(object, entry->d_un.d_val) : NULL;
        if (name == NULL) continue;
        const char *base = base_name(name);
        uint32_t name_hash = merlon_gnu_hash(name), base_hash = base == name ? name_hash : merlon_gnu_hash(base);
        for (size_t other = 1; other < objects->count; other++) {
            struct merlon_object *candidate = &objects->items[other];
            if (candidate->is_needed) continue;
            candidate->is_needed = is_named(name_hash, name, candidate->soname_hash, candidate->soname) ||
                                   is_named(base_hash, base, candidate->base_hash, base_name(candidate->name));
        }
    }
}

/// Marks what the executable needs, and what that needs. Names are told apart by their hashes first: each is compared with all.
static void mark_needed(struct merlon_objects *objects) {
    if (objects->count == 0) return;
    for (size_t index = 1; index < objects->count; index++) {
        struct merlon_object *object = &objects->items[index];
        object->base_hash = merlon_gnu_hash(base_name(object->name));
        object->soname_hash = object->soname == NULL ? 0 : merlon_gnu_hash(object->soname);
    }
    objects->items[0].is_needed = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t index = 0; index < objects->count; index++) {
            struct merlon_object *object = &objects->items[index];
            if (!object->is_needed || object->is_walked || object->dynamic == NULL) continue;
            mark_needs(objects, object);
            changed = true;
        }
    }
}

struct request {
    int (*body)(struct merlon_objects *, void *);
    void *context;
    struct merlon_objects objects;
    int status;
};

enum { USUAL_OBJECTS = 48 };

/// The loader's lock is held while a callback runs, and may be taken again by the same thread: so everything is done in the first call of one.
static int inside_lock(struct dl_phdr_info *info, size_t size, void *context) {
    (void)info, (void)size;
    struct request *request = context;
    dl_iterate_phdr(add, &request->objects);
    if (!request->objects.is_complete && request->objects.capacity < MERLON_MAXIMUM_OBJECTS) return 1;
    request->status = request->body(&request->objects, request->context);
    return 1;
}

int merlon_with_objects(int (*body)(struct merlon_objects *, void *), void *context) {
    // Most programs have fewer than these; memory from the system for the most that there can be costs more than the list.
    struct merlon_object usual[USUAL_OBJECTS];
    struct request request = {body, context, {usual, USUAL_OBJECTS, 0, true}, ENOTSUP};
    dl_iterate_phdr(inside_lock, &request);
    if (request.objects.is_complete) return request.status;
    size_t size = MERLON_MAXIMUM_OBJECTS * sizeof(struct merlon_object);
    long memory = merlon_syscall6(SYS_mmap, 0, (long)size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory < 0 && memory > -4096) return (int)-memory;
    request.objects = (struct merlon_objects){(struct merlon_object *)memory, MERLON_MAXIMUM_OBJECTS, 0, true};
    dl_iterate_phdr(inside_lock, &request);
    merlon_syscall3(SYS_munmap, memory, (long)size, 0);
    return request.status;
}

struct listing {
    struct merlon_linux_object *objects;
    size_t capacity;
    size_t count;
    bool is_complete;
};

static int list(struct merlon_objects *objects, void *context) {
    struct listing *listing = context;
    mark_needed(objects);
    listing->is_complete = objects->is_complete && objects->count <= listing->capacity;
    for (size_t index = 0; index < objects->count && index < listing->capacity; index++) {
        const struct merlon_object *from = &objects->items[index];
        // Its code would be taken for nobody's.
        if (from->is_unreadable && from->text_count == 0) listing->is_complete = false;
        struct merlon_linux_object *to = &listing->objects[listing->count++];
        memset(to, 0, sizeof *to);
        merlon_copy(to->name, sizeof to->name, from->name);
        to->low = from->low;
        to->high = from->high;
        to->is_needed = from->is_needed;
        to->text_count = from->text_count;
        for (int segment = 0; segment < from->text_count; segment++) {
            to->text_starts[segment] = from->text[segment].start & ~(merlon_page_size() - 1);
            to->text_ends[segment] = from->text[segment].end;
        }
    }
    return 0;
}

int merlon_linux_objects(struct merlon_linux_object *objects, size_t capacity, size_t *count, bool *is_complete) {
    struct listing listing = {objects, capacity, 0, true};
    int status = merlon_with_objects(list, &listing);
    if (status != 0) return status;
    *count = listing.count;
    *is_complete = listing.is_complete;
    return 0;
}

#endif
