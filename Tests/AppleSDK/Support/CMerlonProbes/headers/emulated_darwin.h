#pragma once

// The declarations that the probes need of Darwin's headers, after Apple's documentation and published sources: Mach-O File Format Reference, "dyld(3)",
// "Mach VM", "Objective-C Runtime". Layouts of Mach-O are the real ones, since real files are read; others need only agree with the emulated kernel.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef int kern_return_t;
typedef uint32_t mach_port_t, task_t, thread_act_t, natural_t, mach_msg_type_number_t, exception_mask_t, vm_inherit_t;
typedef int vm_prot_t, integer_t, exception_behavior_t, thread_state_flavor_t, boolean_t;
typedef uintptr_t vm_address_t, vm_size_t;
typedef thread_act_t *thread_act_array_t;
typedef natural_t *thread_state_t;
typedef int *task_info_t, *vm_region_recurse_info_t;
typedef char *caddr_t;

enum { KERN_SUCCESS = 0, KERN_INVALID_ADDRESS = 1, KERN_PROTECTION_FAILURE = 2, KERN_FAILURE = 5 };
enum { VM_PROT_NONE = 0, VM_PROT_READ = 1, VM_PROT_WRITE = 2, VM_PROT_EXECUTE = 4, VM_PROT_COPY = 16 };
enum { VM_FLAGS_FIXED = 0, VM_FLAGS_ANYWHERE = 1, VM_FLAGS_OVERWRITE = 0x4000, VM_INHERIT_COPY = 1 };
enum { SM_COW = 1, SM_PRIVATE = 2, SM_SHARED = 4, SM_TRUESHARED = 5 };

#define mach_task_self() ((task_t)0x103)
#define MACH_PORT_VALID(port) ((port) != 0 && (port) != ~0U)
kern_return_t mach_port_deallocate(task_t, mach_port_t);

struct vm_region_submap_info_64 {
    vm_prot_t protection;
    unsigned char external_pager, share_mode;
    boolean_t is_submap;
};
#define VM_REGION_SUBMAP_INFO_COUNT_64 (sizeof(struct vm_region_submap_info_64) / sizeof(natural_t))
kern_return_t vm_region_recurse_64(task_t, vm_address_t *, vm_size_t *, natural_t *, vm_region_recurse_info_t, mach_msg_type_number_t *);
kern_return_t vm_protect(task_t, vm_address_t, vm_size_t, boolean_t, vm_prot_t);
kern_return_t vm_allocate(task_t, vm_address_t *, vm_size_t, int);
kern_return_t vm_deallocate(task_t, vm_address_t, vm_size_t);
kern_return_t vm_remap(
    task_t, vm_address_t *, vm_size_t, vm_address_t, int, task_t, vm_address_t, boolean_t, vm_prot_t *, vm_prot_t *, vm_inherit_t);
void sys_icache_invalidate(void *, size_t);

struct task_dyld_info {
    uint64_t all_image_info_addr, all_image_info_size;
    integer_t all_image_info_format;
};
enum { TASK_DYLD_INFO = 17 };
#define TASK_DYLD_INFO_COUNT (sizeof(struct task_dyld_info) / sizeof(natural_t))
kern_return_t task_info(task_t, int, task_info_t, mach_msg_type_number_t *);

enum { EXC_TYPES_COUNT = 14, EXC_MASK_BAD_ACCESS = 2, EXC_MASK_BAD_INSTRUCTION = 4, EXC_MASK_ARITHMETIC = 8 };
enum { EXC_MASK_SOFTWARE = 32, EXC_MASK_BREAKPOINT = 64 };
kern_return_t task_get_exception_ports(
    task_t, exception_mask_t, exception_mask_t *, mach_msg_type_number_t *, mach_port_t *, exception_behavior_t *, thread_state_flavor_t *);
kern_return_t task_threads(task_t, thread_act_array_t *, mach_msg_type_number_t *);
typedef struct {
    uint64_t __dr0, __dr1, __dr2, __dr3, __dr4, __dr5, __dr6, __dr7;
} x86_debug_state64_t;
enum { x86_DEBUG_STATE64 = 11 };
#define x86_DEBUG_STATE64_COUNT (sizeof(x86_debug_state64_t) / sizeof(natural_t))
kern_return_t thread_get_state(thread_act_t, thread_state_flavor_t, thread_state_t, mach_msg_type_number_t *);

struct mach_header {
    uint32_t magic;
    int cputype, cpusubtype;
    uint32_t filetype, ncmds, sizeofcmds, flags;
};
struct mach_header_64 {
    uint32_t magic;
    int cputype, cpusubtype;
    uint32_t filetype, ncmds, sizeofcmds, flags, reserved;
};
enum { MH_EXECUTE = 2, MH_DYLINKER = 7, LC_UUID = 0x1B, LC_SEGMENT_64 = 0x19, LC_FUNCTION_STARTS = 0x26 };
#define MH_MAGIC_64 0xFEEDFACFU
#define SEG_TEXT "__TEXT"
#define SECT_TEXT "__text"
#define SEG_LINKEDIT "__LINKEDIT"
struct load_command {
    uint32_t cmd, cmdsize;
};
struct uuid_command {
    uint32_t cmd, cmdsize;
    uint8_t uuid[16];
};
struct linkedit_data_command {
    uint32_t cmd, cmdsize, dataoff, datasize;
};
struct segment_command_64 {
    uint32_t cmd, cmdsize;
    char segname[16];
    uint64_t vmaddr, vmsize, fileoff, filesize;
    vm_prot_t maxprot, initprot;
    uint32_t nsects, flags;
};
struct section_64 {
    char sectname[16], segname[16];
    uint64_t addr, size;
    uint32_t offset, align, reloff, nreloc, flags, reserved1, reserved2, reserved3;
};
struct dyld_image_info {
    const struct mach_header *imageLoadAddress;
    const char *imageFilePath;
    uintptr_t imageFileModDate;
};
struct dyld_all_image_infos {
    uint32_t version, infoArrayCount;
    const struct dyld_image_info *infoArray;
    const struct mach_header *dyldImageLoadAddress;
};
uint32_t _dyld_image_count(void);
const struct mach_header *_dyld_get_image_header(uint32_t);
const char *_dyld_get_image_name(uint32_t);

typedef struct objc_class *Class;
typedef struct objc_object *id;
typedef const char *SEL;
typedef signed char BOOL;
typedef struct objc_method *Method;
typedef void (*IMP)(void);
Class objc_getClass(const char *);
Class objc_lookUpClass(const char *);
Class object_getClass(id);
const char *class_getImageName(Class);
const char *class_getName(Class);
Method class_getInstanceMethod(Class, SEL);
Method *class_copyMethodList(Class, unsigned *);
SEL method_getName(Method);
IMP method_getImplementation(Method);
const char *sel_getName(SEL);
SEL sel_registerName(const char *);
const char **objc_copyClassNamesForImage(const char *, unsigned *);
long objc_msgSend(void *, SEL);
