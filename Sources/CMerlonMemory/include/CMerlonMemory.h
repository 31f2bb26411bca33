#pragma once
#include <stddef.h>
#include <stdint.h>

/// Overwrites `count` bytes with zeros in a way that the compiler may not remove.
void merlon_wipe(void *_Nullable bytes, size_t count);

/// 1 when both ranges hold the same bytes, else 0. The time depends on `count` alone.
int merlon_equal_constant_time(const void *_Nullable left, const void *_Nullable right, size_t count);

/// `value`, in a form whose origin the optimiser does not know: keeps branch-free code branch-free.
uint32_t merlon_opaque(uint32_t value);

/// How many forks lie between the program's start and this process. A child's number is its parent's plus one.
uint32_t merlon_fork_generation(void);

#if defined(__linux__)
/// getrandom(2), which the Glibc module leaves out: how many bytes it filled, or -1 and `errno`.
long merlon_getrandom(void *_Nonnull bytes, size_t count);

/// memfd_secret(2): a descriptor for memory that the kernel itself cannot read, or -1 and `errno`.
/// `ENOSYS` where the kernel lacks it, has it off, or a seccomp filter denies it.
int merlon_memfd_secret(unsigned flags);

/// Starts to write a range of a file to its disk and does not wait.
void merlon_begin_writeback(int descriptor, int64_t offset, int64_t count);

/// Has the range wiped before Swift's crash handler, where there is one, prints memory. 0 when the table of 4096 ranges is full.
/// Not to be called by two threads at once.
int merlon_wipe_on_crash(void *_Nonnull start, size_t count);

/// Takes a range out again; before it is unmapped.
void merlon_forget_on_crash(void *_Nonnull start);
#endif

/// Makes the allocator give large blocks back to the system when they are freed; for a program to call at its start, never for a library.
///
/// After the first large block is freed, glibc serves later ones from its heaps, where their space stays with the process: a tool that looks at
/// many Mach-Os one after the other then holds twice what it needs. Other allocators need no telling.
void merlon_return_large_blocks(void);
