#ifndef CMERLONPROBESDARWIN_H
#define CMERLONPROBESDARWIN_H
#if defined(__APPLE__)

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The probes for iOS and macOS. What an attacker is likely to replace in libc is asked by a system call of one's own as well.
// Each function that can fail returns 0, an errno, or a kern_return_t above 0x10000 (MERLON_KERN).

enum { MERLON_KERN = 0x10000, MERLON_PATH_BYTES = 1024 };

/// The process's flags (`P_TRACED`, `P_SELECT` …) of sysctl(KERN_PROC_PID): of libc, or by a system call of the probe's own.
int merlon_darwin_process_flags(bool by_system_call, uint32_t *_Nonnull flags);
enum { MERLON_P_SELECT = 0x40, MERLON_P_TRACED = 0x800 };
/// The flags of the own code signature: csops(CS_OPS_STATUS), by a system call, since no header has its name.
int merlon_darwin_signing_flags(uint32_t *_Nonnull flags);
/// The parent's process id, by a system call.
int merlon_darwin_parent(int32_t *_Nonnull parent);
/// ptrace(PT_DENY_ATTACH) by its symbol, looked up at run time. ENOTSUP where there is none.
int merlon_darwin_deny_debugger_by_symbol(void);

struct merlon_darwin_exception_port {
    uint32_t mask, behavior;
};
/// Live ports of the task for exceptions; at most 32.
int merlon_darwin_exception_ports(struct merlon_darwin_exception_port *_Nonnull ports, size_t capacity, size_t *_Nonnull count);

struct merlon_darwin_debug_state {
    uint32_t threads, unreadable, breakpoints, watchpoints;
};
/// Enabled hardware breakpoints and watchpoints, in all slots of all threads.
int merlon_darwin_debug_state(struct merlon_darwin_debug_state *_Nonnull state);

struct merlon_darwin_path {
    /// readlink of libc and by a system call (there or not), open for reading by a system call: 0 or errno.
    int32_t library, system_call, opening;
    /// Whether the probe can make system calls of its own on this processor.
    bool has_system_call;
    bool is_link;
};
void merlon_darwin_path(const char *_Nonnull path, struct merlon_darwin_path *_Nonnull answer);
/// Makes a file of this path that is not there yet, and takes it away again: 0 when that could be done, otherwise the errno.
int merlon_darwin_try_file(const char *_Nonnull path);

enum merlon_darwin_lister { MERLON_LISTED_BY_LOADER, MERLON_LISTED_IN_RECORD, MERLON_FOUND_IN_MEMORY };
struct merlon_darwin_image {
    uint64_t header;
    /// The extent of its executable segments.
    uint64_t text_start, text_end;
    /// The extent of its section `__TEXT,__text`; zeros when it has none.
    uint64_t code_start, code_end;
    enum merlon_darwin_lister lister;
    /// `MH_DYLIB_IN_CACHE`.
    bool is_in_cache;
    bool is_executable;
    /// `LC_UUID`; zeros when it has none.
    uint8_t uuid[16];
    char path[MERLON_PATH_BYTES];
};
/// The path of an image; empty when it was found in memory alone.
const char *_Nonnull merlon_darwin_image_path(const struct merlon_darwin_image *_Nonnull image);
/// A stretch of executable memory outside of the shared cache.
struct merlon_darwin_region {
    uint64_t start, size;
    bool is_writable, is_shared, has_file;
};
/// Images by each lister, and executable regions, at one time. Images of one lister stand together.
int merlon_darwin_code(
    struct merlon_darwin_image *_Nonnull images, size_t image_capacity, size_t *_Nonnull image_count,
    struct merlon_darwin_region *_Nonnull regions, size_t region_capacity, size_t *_Nonnull region_count, bool *_Nonnull is_complete);

struct merlon_darwin_trap {
    uint64_t address;
    uint32_t instruction;
};
/// Looks for trap instructions between two addresses that can be read: those of debuggers, and with the same bytes as they were made (`reference`) every
/// other kind that was not made there. Without a reference on x86-64, whose instructions begin anywhere, the first byte alone is looked at.
size_t merlon_darwin_traps(
    uint64_t start, uint64_t end, const uint8_t *_Nullable reference, struct merlon_darwin_trap *_Nonnull traps, size_t capacity,
    uint64_t *_Nonnull scanned);
/// The `LC_UUID` of an image, 16 bytes; false when it has none.
bool merlon_darwin_uuid(uint64_t header, uint8_t *_Nonnull uuid);
/// The function that an address lies in, as its image lists where functions start; ENOENT when it lies in none.
int merlon_darwin_function(uint64_t address, uint64_t *_Nonnull header, uint64_t *_Nonnull start, uint64_t *_Nonnull end);
/// The same within an image that is known; ENOTSUP when it has no such list.
int merlon_darwin_function_in(uint64_t header, uint64_t address, uint64_t *_Nonnull start, uint64_t *_Nonnull end);
/// The name of the nearest symbol, for a report; empty when there is none.
void merlon_darwin_symbol(uint64_t address, char *_Nonnull name, size_t capacity);

/// Whether there is an Objective-C class of that name whose image is not `program` and does not lie in `bundle`.
bool merlon_darwin_foreign_class(const char *_Nonnull name, const char *_Nonnull bundle);
/// `NSProcessInfo.isiOSAppOnMac`; false where there is no such method.
bool merlon_darwin_is_app_on_mac(void);
/// `WKWebpagePreferences.isLockdownModeEnabled` of new preferences (iOS 16, macOS 13), on the main thread. ENOTSUP where WebKit is not in the process:
/// it is not loaded for this.
int merlon_darwin_lockdown_mode(bool *_Nonnull is_on);

enum merlon_darwin_port { MERLON_DARWIN_PORT_CLOSED, MERLON_DARWIN_PORT_OPEN, MERLON_DARWIN_PORT_WEB_SOCKET };
/// What answers on a port of the loopback interface; asked for a web socket at `/ws` when `asks`. At most twice the milliseconds.
int merlon_darwin_port(uint16_t port, int32_t milliseconds, bool asks, enum merlon_darwin_port *_Nonnull state);

struct merlon_darwin_loaded {
    uint64_t header;
    const char *_Nullable path;
    bool is_in_cache, is_executable;
};
/// The images that dyld lists.
uint32_t merlon_darwin_loaded_count(void);
/// One of them; false when it was unloaded in between.
bool merlon_darwin_loaded_at(uint32_t index, struct merlon_darwin_loaded *_Nonnull loaded);
/// Which bits of a pointer are its address: what is left of ones when signature and tag are taken away.
uint64_t merlon_darwin_address_mask(void);
/// Whether all bytes of the range are mapped and can be read.
bool merlon_darwin_can_read(uint64_t address, uint64_t size);
/// Writes a pointer of the process's own where it still is `current`; a page that cannot be written is made writable for that and has its protection
/// back afterwards. EAGAIN when the pointer is another by then, EINVAL when the address is not aligned.
int merlon_darwin_set_pointer(uint64_t address, uint64_t current, uint64_t value);
/// Writes instructions of the process's own where memory still has `current`. A copy of their pages, changed and made executable, takes the place of the
/// pages at once, so that other threads that run there go on. EAGAIN when memory has something else by then, EINVAL for more than a page.
int merlon_darwin_set_code(uint64_t address, const uint8_t *_Nonnull current, const uint8_t *_Nonnull value, size_t size);
/// Puts code into new memory that can be read and executed: its address and size. An errno where the system allows no such memory.
int merlon_darwin_make_code(const uint8_t *_Nonnull code, size_t size, uint64_t *_Nonnull address, uint64_t *_Nonnull mapped);
/// The cdhash of the program, as the kernel has checked it: csops(CS_OPS_CDHASH), by a system call.
int merlon_darwin_code_hash(uint8_t *_Nonnull hash);
/// Called for a method with its class, its selector and its implementation.
typedef void (*merlon_darwin_method_visitor)(
    void *_Nonnull context, const char *_Nonnull class_name, const char *_Nonnull selector, bool is_class_method, uint64_t implementation);
/// The methods that a class has itself, its own and its instances'; none when there is no such class.
void merlon_darwin_class_methods(const char *_Nonnull name, merlon_darwin_method_visitor _Nonnull visit, void *_Nonnull context);
/// The same for all classes of an image.
void merlon_darwin_image_methods(const char *_Nonnull path, merlon_darwin_method_visitor _Nonnull visit, void *_Nonnull context);

#endif
#endif
