#ifndef CMERLONPROBESLINUX_H
#define CMERLONPROBESLINUX_H
#if defined(__linux__)

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The probes for Linux. They make their system calls themselves: libc's functions are the first that an attacker replaces.

/// Reads a file from its start, at most `capacity` bytes.
int merlon_linux_read(const char *_Nonnull path, uint8_t *_Nonnull bytes, size_t capacity, size_t *_Nonnull count);
/// Opens a regular file to be read piece by piece; EINVAL for anything else.
int merlon_linux_open(const char *_Nonnull path, int32_t *_Nonnull file, uint64_t *_Nonnull size, uint64_t *_Nonnull inode);
/// The lines of /proc/self/maps for executable memory, as Linux 6.11 and later gives them alone. Any status: read the file; ENOBUFS when they do not
/// fit, ENOTTY from older kernels.
int merlon_linux_executable_maps(uint8_t *_Nonnull bytes, size_t capacity, size_t *_Nonnull count);
/// Whether the bytes are the same. Not by memcmp, which an attacker can replace.
bool merlon_linux_same(const void *_Nonnull one, const void *_Nonnull other, size_t size);
/// Reads from a place of it; fewer than `capacity` bytes at its end alone.
int merlon_linux_read_at(int32_t file, uint64_t offset, uint8_t *_Nonnull bytes, size_t capacity, size_t *_Nonnull count);
void merlon_linux_close(int32_t file);
/// 0 when there is something at the path.
int merlon_linux_exists(const char *_Nonnull path);
/// The effective user id.
int merlon_linux_user(uint32_t *_Nonnull effective);
/// The parent's process id.
int merlon_linux_parent(int32_t *_Nonnull parent);

enum { MERLON_NAME_BYTES = 256, MERLON_DIFFERENCE_BYTES = 16, MERLON_TEXT_SEGMENTS = 4 };

/// A loaded object, in the order of the loader's list; the executable is the first and has an empty name.
struct merlon_linux_object {
    char name[MERLON_NAME_BYTES];
    uint64_t low, high;
    /// Executable segments, rounded to pages.
    uint64_t text_starts[MERLON_TEXT_SEGMENTS], text_ends[MERLON_TEXT_SEGMENTS];
    int32_t text_count;
    /// Whether it is the executable, or in the closure of its DT_NEEDED.
    bool is_needed;
};
int merlon_linux_objects(struct merlon_linux_object *_Nonnull objects, size_t capacity, size_t *_Nonnull count, bool *_Nonnull is_complete);

/// Which symbols a loaded object defines, of at most 64 with a space between each two: bit 0 for the first. The objects are gone through once.
int merlon_linux_defines(const char *_Nonnull symbols, uint64_t *_Nonnull defined);

/// An entry of a global offset table that leads elsewhere than to a definition of its symbol: no version of it in any object has that address, and
/// no IFUNC of that name lies in the object that the entry leads to.
struct merlon_linux_slot {
    char object[MERLON_NAME_BYTES], symbol[MERLON_NAME_BYTES], target[MERLON_NAME_BYTES];
    uint64_t place, value;
    bool target_is_object;
};
/// Examines the JUMP_SLOT and GLOB_DAT relocations of all objects, at most 2^20. Not bound yet is not patched.
int merlon_linux_slots(
    struct merlon_linux_slot *_Nonnull slots, size_t capacity, size_t *_Nonnull count, size_t *_Nonnull examined,
    bool *_Nonnull is_complete);

/// What became of an object's text.
struct merlon_linux_text {
    char object[MERLON_NAME_BYTES];
    /// Pages that are no longer the file's: somebody wrote to them, also when the bytes are the same again.
    uint32_t own_pages;
    /// Runs of at most 16 bytes that differ from the file, each from the beginning of a word of four bytes.
    uint32_t differing_runs;
    /// Whether everything that had to be compared was: pages of the process's own, or without a page map the whole text.
    bool is_compared;
    /// Whether the file at the path is another one by now, as after an update.
    bool is_replaced;
    /// Whether /proc/self/pagemap, or in its place /proc/self/smaps, was there to tell.
    bool has_page_map;
};
struct merlon_linux_difference {
    /// The index of its object in the texts.
    uint32_t text;
    uint32_t length;
    /// From the object's base, and in memory.
    uint64_t address, absolute;
    uint8_t expected[MERLON_DIFFERENCE_BYTES], actual[MERLON_DIFFERENCE_BYTES];
    char symbol[MERLON_NAME_BYTES];
};
/// Compares text with its files: what is no longer the file's, of all objects; where the kernel does not tell what that is, the whole text of the
/// executable, libc and ld.so.
int merlon_linux_text(
    struct merlon_linux_text *_Nonnull texts, size_t capacity, size_t *_Nonnull count, struct merlon_linux_difference *_Nonnull differences,
    size_t difference_capacity, size_t *_Nonnull difference_count, uint64_t *_Nonnull compared, bool *_Nonnull is_complete);

/// A process that traces one of at most `maximum_threads` threads, and is not `own_guard`; 0 for none. A debugger can attach to one thread and leave the
/// others alone, and /proc/self/status speaks of the first one.
int merlon_linux_thread_tracer(
    uint32_t maximum_threads, int32_t own_guard, int32_t *_Nonnull tracer, uint32_t *_Nonnull threads, bool *_Nonnull is_complete);

/// The least number of free debug registers among at most `maximum_threads` (64) threads; a processor of this kind has four. ENOTSUP elsewhere
/// than on x86-64.
int merlon_linux_debug_registers(uint32_t maximum_threads, uint32_t *_Nonnull threads, uint32_t *_Nonnull least_free);

enum merlon_port_state { MERLON_PORT_CLOSED, MERLON_PORT_OPEN, MERLON_PORT_WEB_SOCKET };
/// What answers on a port of the loopback interface: asked for a web socket at `/ws`. At most twice the milliseconds.
int merlon_linux_web_socket(uint16_t port, int32_t milliseconds, enum merlon_port_state *_Nonnull state);

/// PR_SET_DUMPABLE 0: no attaching, no reading of memory for others of the same user, no core.
int merlon_linux_set_undumpable(void);
/// RLIMIT_CORE 0.
int merlon_linux_forbid_core(void);
/// PR_SET_MDWE: no memory becomes executable that was not when it was mapped, or is both writable and executable. EINVAL before Linux 6.3.
int merlon_linux_deny_new_code(void);
/// Starts a child that traces every thread, so that nobody else can; when it ends, the kernel ends this process.
int merlon_linux_start_guard(int32_t *_Nonnull guard);
/// The process id of that child; 0 when this process has started none.
int32_t merlon_linux_own_guard(void);

#endif
#endif
