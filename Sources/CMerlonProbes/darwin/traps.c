#ifdef __APPLE__

#include "CMerlonProbes.h"
#include "images.h"

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>

#if defined(__arm64__)
/// `brk #0` of lldb and gdb, and the undefined instruction that others take. Compilers write `brk` with other numbers (Swift 1, checks of
/// pointers 0xc470 and up), and `udf` of other forms.
static bool is_debugger_trap(uint32_t word) { return word == 0xD4200000U || word == 0xE7FFDEFEU; }
/// brk, hlt, udf of any number.
static bool is_any_trap(uint32_t word) { return (word & 0xFFE0001FU) == 0xD4200000U || (word & 0xFFE0001FU) == 0xD4400000U || word >> 16 == 0; }
#endif

size_t merlon_darwin_traps(
    uint64_t start, uint64_t end, const uint8_t *reference, struct merlon_darwin_trap *traps, size_t capacity, uint64_t *scanned) {
    size_t count = 0;
    *scanned = 0;
    if (end <= start) return 0;
#if defined(__arm64__)
    for (uint64_t address = (start + 3) & ~3ULL; address + 4 <= end; address += 4) {
        uint32_t word = *(const volatile uint32_t *)address;
        *scanned += 4;
        if (!is_debugger_trap(word)) {
            // Of what compilers write too it counts what was not there.
            uint32_t made;
            if (!reference || !is_any_trap(word)) continue;
            memcpy(&made, reference + (address - start), sizeof made);
            if (made == word) continue;
        }
        if (count == capacity) break;
        traps[count++] = (struct merlon_darwin_trap){address, word};
    }
#elif defined(__x86_64__)
    // int3, and the first bytes of int 3 and ud2.
    for (uint64_t address = start; address < (reference ? end : start + 1) && count < capacity; address++) {
        const uint8_t byte = *(const volatile uint8_t *)address;
        *scanned += 1;
        if (reference && reference[address - start] == byte) continue;
        const uint8_t next = address + 1 < end ? *(const volatile uint8_t *)(address + 1) : 0;
        if (byte == 0xCC || (reference && ((byte == 0xCD && next == 3) || (byte == 0x0F && next == 0x0B))))
            traps[count++] = (struct merlon_darwin_trap){address, byte};
    }
#else
    (void)traps;
    (void)capacity;
    (void)reference;
#endif
    return count;
}

/// Of the list of function starts (LC_FUNCTION_STARTS: distances as ULEB128) those around an address.
static int find_function(const uint8_t *list, uint64_t size, uint64_t base, uint64_t text_end, uint64_t address, uint64_t *start, uint64_t *end) {
    uint64_t here = base, last = 0;
    for (uint64_t at = 0; at < size;) {
        uint64_t distance = 0;
        unsigned shift = 0;
        uint8_t byte;
        do {
            if (at == size || shift > 56) return EBADMSG;
            byte = list[at++];
            distance |= (uint64_t)(byte & 0x7F) << shift;
            shift += 7;
        } while (byte & 0x80);
        if (distance == 0) break;  // padding
        if (here + distance < here) return EBADMSG;
        here += distance;
        if (here > address) {
            if (last == 0) return ENOENT;
            *start = last;
            *end = here < text_end ? here : text_end;
            return 0;
        }
        last = here;
    }
    if (last == 0 || address >= text_end) return ENOENT;
    *start = last;
    *end = text_end;
    return 0;
}

int merlon_darwin_function_in(uint64_t header, uint64_t address, uint64_t *start, uint64_t *end) {
    const struct mach_header_64 *mapped = (const void *)header;
    struct merlon_commands commands = {0, 0};
    const struct load_command *command;
    uint64_t text_start, text_end, code_start = 0, code_end = 0;
    uint64_t base = 0, link = 0, link_offset = 0, link_size = 0, list = 0, size = 0;
    if (!merlon_image_text(mapped, &text_start, &text_end)) return EBADMSG;
    if (address < text_start || address >= text_end) return ENOENT;
    while (merlon_next_command(mapped, &commands, &command)) {
        if (command->cmd == LC_SEGMENT_64 && command->cmdsize >= sizeof(struct segment_command_64)) {
            const struct segment_command_64 *segment = (const void *)command;
            if (segment->fileoff == 0 && segment->filesize > 0) base = segment->vmaddr;
            if (strncmp(segment->segname, SEG_LINKEDIT, 16) == 0) {
                link = segment->vmaddr;
                link_offset = segment->fileoff;
                link_size = segment->vmsize;
            }
        } else if (command->cmd == LC_FUNCTION_STARTS && command->cmdsize >= sizeof(struct linkedit_data_command)) {
            const struct linkedit_data_command *data = (const void *)command;
            list = data->dataoff;
            size = data->datasize;
        }
    }
    if (size == 0 || link == 0) return ENOTSUP;
    if (list < link_offset || list - link_offset > link_size || size > link_size - (list - link_offset)) return EBADMSG;
    // The last function ends with its section, not with its segment, which goes on with strings and tables.
    if (merlon_image_code(mapped, &code_start, &code_end) && address < code_end && code_end < text_end) text_end = code_end;
    return find_function((const uint8_t *)(header + (link - base) + (list - link_offset)), size, header, text_end, address, start, end);
}

int merlon_darwin_function(uint64_t address, uint64_t *header, uint64_t *start, uint64_t *end) {
    Dl_info info;
    memset(&info, 0, sizeof info);
    if (dladdr((const void *)address, &info) == 0 || info.dli_fbase == NULL) return ENOENT;
    *header = (uint64_t)info.dli_fbase;
    return merlon_darwin_function_in(*header, address, start, end);
}

bool merlon_darwin_uuid(uint64_t header, uint8_t uuid[16]) {
    struct merlon_commands commands = {0, 0};
    const struct load_command *command;
    while (merlon_next_command((const void *)header, &commands, &command)) {
        if (command->cmd != LC_UUID || command->cmdsize < sizeof(struct uuid_command)) continue;
        memcpy(uuid, ((const struct uuid_command *)command)->uuid, 16);
        return true;
    }
    return false;
}

void merlon_darwin_symbol(uint64_t address, char *name, size_t capacity) {
    Dl_info info;
    memset(&info, 0, sizeof info);
    if (capacity == 0) return;
    name[0] = 0;
    if (dladdr((const void *)address, &info) == 0 || info.dli_sname == NULL) return;
    size_t length = strnlen(info.dli_sname, capacity - 1);
    memcpy(name, info.dli_sname, length);
    name[length] = 0;
}

#endif
