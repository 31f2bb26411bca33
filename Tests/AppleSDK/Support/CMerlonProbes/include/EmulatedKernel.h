#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The process, dyld, Objective-C runtime and kernel that the C probes ask in tests. A model of documented answers: what a test sets here is what
// `_dyld_image_count`, `vm_region_recurse_64`, `class_copyMethodList`, `sysctl` and their kin say.

/// Forgets everything.
void emulated_reset(void);

enum { EMULATED_LISTED_BY_LOADER = 1, EMULATED_LISTED_IN_RECORD = 2 };
/// An image whose header lies there in this process's own memory, and who names it.
void emulated_add_image(uint64_t header, const char *_Nonnull path, uint32_t listers);
/// How often dyld was asked for the number of its images.
uint32_t emulated_listings(void);

/// A region of memory; protection as `VM_PROT_READ` 1, `WRITE` 2, `EXECUTE` 4.
void emulated_add_region(uint64_t start, uint64_t size, uint32_t protection, bool has_file, bool is_submap);
/// The protection that the region of an address has now; 0 when there is none.
uint32_t emulated_protection(uint64_t address);
/// How often protections were changed.
uint32_t emulated_protection_changes(void);
/// What `vm_protect` and `vm_remap` answer from now on.
void emulated_refuse_protection(int32_t status);

/// A thread; `debug_control` is its register DR7. One that does not tell its state is not readable.
void emulated_add_thread(bool is_readable, uint64_t debug_control);
/// A port for exceptions, 0 and ~0 being no live ones.
void emulated_add_exception_port(uint32_t mask, uint32_t port);
/// Ports that were handed out and not given back.
int32_t emulated_ports_in_use(void);

/// A class of an image (`NULL`: made at run time), and methods of it.
void emulated_add_class(const char *_Nonnull name, const char *_Nullable image);
void emulated_add_method(const char *_Nonnull class_name, const char *_Nonnull selector, bool is_class_method, uint64_t implementation);
/// What methods without arguments answer that the probes call: `isiOSAppOnMac`, `isLockdownModeEnabled`.
void emulated_set_answer(const char *_Nonnull selector, bool answer);

/// Flags of `kinfo_proc`, as libc's sysctl answers and as the system call does; of the code signature; and the parent.
void emulated_set_process(uint32_t flags_by_library, uint32_t flags_by_call, uint32_t signing_flags, int32_t parent);
/// The cdhash that the kernel has, 20 bytes.
void emulated_set_code_hash(const uint8_t *_Nullable hash);
/// What readlink of libc and of the kernel, and open, answer for a path: an errno each, 0 for there. Others are not there.
void emulated_add_path(const char *_Nonnull path, int32_t library, int32_t system_call, int32_t opening);
/// A folder that takes files.
void emulated_add_writable_folder(const char *_Nonnull folder);
/// Calls of ptrace so far, by its symbol, and the request of the last.
uint32_t emulated_ptrace_calls(int32_t *_Nonnull request);

/// A text of `sysctlbyname`.
void emulated_set_text(const char *_Nonnull name, const char *_Nonnull text);
const char *_Nullable emulated_text(const char *_Nonnull name);
