#ifdef __APPLE__

#include "CMerlonProbes.h"
#include "images.h"

#include <errno.h>
#include <mach-o/dyld.h>
#include <mach-o/dyld_images.h>
#include <mach-o/loader.h>
#include <mach/mach.h>
#include <mach/vm_map.h>
#include <mach/vm_region.h>
#include <string.h>

/// Load commands of a mapped image stand right after its header.
enum { MAXIMUM_COMMANDS = 4096, MAXIMUM_COMMAND_BYTES = 1 << 20, MAXIMUM_IMAGES_IN_RECORD = 1 << 16 };

bool merlon_next_command(const struct mach_header_64 *header, struct merlon_commands *commands, const struct load_command **command) {
    if (commands->index == 0) {
        if (header->magic != MH_MAGIC_64 || header->ncmds > MAXIMUM_COMMANDS || header->sizeofcmds > MAXIMUM_COMMAND_BYTES) return false;
    }
    if (commands->index >= header->ncmds || header->sizeofcmds - commands->offset < sizeof(struct load_command)) return false;
    const struct load_command *next = (const void *)((const char *)(header + 1) + commands->offset);
    if (next->cmdsize < sizeof *next || next->cmdsize % 4 != 0 || next->cmdsize > header->sizeofcmds - commands->offset) return false;
    commands->offset += next->cmdsize;
    commands->index++;
    *command = next;
    return true;
}

bool merlon_image_text(const struct mach_header_64 *header, uint64_t *start, uint64_t *end) {
    struct merlon_commands commands = {0, 0};
    const struct load_command *command;
    uint64_t base = 0, low = UINT64_MAX, high = 0;
    bool has_base = false;
    while (merlon_next_command(header, &commands, &command)) {
        if (command->cmd != LC_SEGMENT_64 || command->cmdsize < sizeof(struct segment_command_64)) continue;
        const struct segment_command_64 *segment = (const void *)command;
        if (segment->fileoff == 0 && segment->filesize > 0) {
            base = segment->vmaddr;
            has_base = true;
        }
        if ((segment->initprot & VM_PROT_EXECUTE) == 0 || segment->vmsize == 0 || segment->vmaddr + segment->vmsize < segment->vmaddr) continue;
        if (segment->vmaddr < low) low = segment->vmaddr;
        if (segment->vmaddr + segment->vmsize > high) high = segment->vmaddr + segment->vmsize;
    }
    if (!has_base || high == 0 || low < base) return false;
    *start = (uint64_t)header + (low - base);
    *end = (uint64_t)header + (high - base);
    return true;
}

bool merlon_image_code(const struct mach_header_64 *header, uint64_t *start, uint64_t *end) {
    struct merlon_commands commands = {0, 0};
    const struct load_command *command;
    uint64_t base = 0;
    const struct section_64 *code = NULL;
    while (merlon_next_command(header, &commands, &command)) {
        if (command->cmd != LC_SEGMENT_64 || command->cmdsize < sizeof(struct segment_command_64)) continue;
        const struct segment_command_64 *segment = (const void *)command;
        if (segment->fileoff == 0 && segment->filesize > 0) base = segment->vmaddr;
        if (segment->nsects > (command->cmdsize - sizeof *segment) / sizeof(struct section_64)) return false;
        const struct section_64 *sections = (const void *)(segment + 1);
        for (uint32_t index = 0; index < segment->nsects; index++) {
            if (strncmp(sections[index].sectname, SECT_TEXT, 16) == 0 && strncmp(sections[index].segname, SEG_TEXT, 16) == 0)
                code = &sections[index];
        }
    }
    if (code == NULL || code->addr < base || code->addr + code->size < code->addr) return false;
    *start = (uint64_t)header + (code->addr - base);
    *end = *start + code->size;
    return true;
}

struct code {
    struct merlon_darwin_image *images;
    size_t image_capacity, image_count;
    struct merlon_darwin_region *regions;
    size_t region_capacity, region_count;
    bool is_complete;
};

static void add_image(struct code *code, uint64_t header, const char *path, enum merlon_darwin_lister lister) {
    if (code->image_count == code->image_capacity) {
        code->is_complete = false;
        return;
    }
    struct merlon_darwin_image *image = &code->images[code->image_count];
    memset(image, 0, offsetof(struct merlon_darwin_image, path));
    image->header = header;
    image->lister = lister;
    const struct mach_header_64 *mapped = (const void *)header;
    if (mapped == NULL || !merlon_image_text(mapped, &image->text_start, &image->text_end)) return;
    struct merlon_commands commands = {0, 0};
    const struct load_command *command;
    while (merlon_next_command(mapped, &commands, &command)) {
        if (command->cmd == LC_UUID && command->cmdsize >= sizeof(struct uuid_command))
            memcpy(image->uuid, ((const struct uuid_command *)command)->uuid, sizeof image->uuid);
    }
    // A section that goes beyond its segment would lead the reader into what is not mapped.
    if (!merlon_image_code(mapped, &image->code_start, &image->code_end) || image->code_start < image->text_start
        || image->code_end > image->text_end)
        image->code_start = image->code_end = 0;
    image->is_in_cache = (mapped->flags & 0x80000000U) != 0;  // MH_DYLIB_IN_CACHE
    image->is_executable = mapped->filetype == MH_EXECUTE;
    size_t length = path ? strnlen(path, MERLON_PATH_BYTES - 1) : 0;
    if (length) memcpy(image->path, path, length);
    image->path[length] = 0;
    code->image_count++;
}

const char *merlon_darwin_image_path(const struct merlon_darwin_image *image) { return image->path; }

static void list_loader(struct code *code) {
    uint32_t count = _dyld_image_count();
    for (uint32_t index = 0; index < count; index++) {
        // Null when one was unloaded in between.
        add_image(code, (uint64_t)_dyld_get_image_header(index), _dyld_get_image_name(index), MERLON_LISTED_BY_LOADER);
    }
}

/// The list for debuggers. dyld itself is in it, and not in its own functions' answers, so it is left out.
static int list_record(struct code *code, uint64_t *loader) {
    struct task_dyld_info info;
    mach_msg_type_number_t size = TASK_DYLD_INFO_COUNT;
    kern_return_t result = task_info(mach_task_self(), TASK_DYLD_INFO, (task_info_t)&info, &size);
    if (result != KERN_SUCCESS) return MERLON_KERN | result;
    const struct dyld_all_image_infos *all = (const void *)info.all_image_info_addr;
    if (all == NULL) return ENOENT;
    *loader = (uint64_t)all->dyldImageLoadAddress;
    const struct dyld_image_info *images = all->infoArray;
    uint32_t count = all->infoArrayCount;
    // dyld takes the list away while it changes it.
    if (images == NULL || count > MAXIMUM_IMAGES_IN_RECORD) return EAGAIN;
    for (uint32_t index = 0; index < count; index++) {
        uint64_t header = (uint64_t)images[index].imageLoadAddress;
        if (header != *loader) add_image(code, header, images[index].imageFilePath, MERLON_LISTED_IN_RECORD);
    }
    return 0;
}

static void add_region(struct code *code, uint64_t start, uint64_t size, const struct vm_region_submap_info_64 *info) {
    if (code->region_count == code->region_capacity) {
        code->is_complete = false;
        return;
    }
    struct merlon_darwin_region *region = &code->regions[code->region_count++];
    region->start = start;
    region->size = size;
    region->is_writable = (info->protection & VM_PROT_WRITE) != 0;
    region->is_shared = info->share_mode == SM_SHARED || info->share_mode == SM_TRUESHARED;
    region->has_file = info->external_pager != 0;
}

static void list_memory(struct code *code, uint64_t loader) {
    vm_address_t address = 0;
    for (;;) {
        vm_size_t size = 0;
        natural_t depth = 0;
        struct vm_region_submap_info_64 info;
        mach_msg_type_number_t count = VM_REGION_SUBMAP_INFO_COUNT_64;
        if (vm_region_recurse_64(mach_task_self(), &address, &size, &depth, (vm_region_recurse_info_t)&info, &count) != KERN_SUCCESS) break;
        // A submap is the shared cache or the kernel's own page: none of this process's.
        if (!info.is_submap && (info.protection & VM_PROT_EXECUTE)) {
            add_region(code, address, size, &info);
            const struct mach_header_64 *header = (const void *)address;
            // What is no image and has the number of one at its start may say that it has more commands than there is memory.
            if ((info.protection & VM_PROT_READ) && size >= sizeof *header && header->magic == MH_MAGIC_64
                && header->sizeofcmds <= size - sizeof *header && header->filetype != MH_DYLINKER && address != loader)
                add_image(code, address, NULL, MERLON_FOUND_IN_MEMORY);
        }
        if (size == 0 || address + size < address) break;
        address += size;
    }
}

int merlon_darwin_code(
    struct merlon_darwin_image *images, size_t image_capacity, size_t *image_count, struct merlon_darwin_region *regions,
    size_t region_capacity, size_t *region_count, bool *is_complete) {
    struct code code = {images, image_capacity, 0, regions, region_capacity, 0, true};
    uint64_t loader = 0;
    list_loader(&code);
    int status = list_record(&code, &loader);
    if (status != 0) return status;
    list_memory(&code, loader);
    *image_count = code.image_count;
    *region_count = code.region_count;
    *is_complete = code.is_complete;
    return 0;
}

#endif
