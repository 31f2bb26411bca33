#include "CAllocationCounter.h"

#if defined(__linux__)
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

// Stands before the C library's allocator in the program that links this, for its libraries too.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static atomic_ulong count;

static void note(void) { atomic_fetch_add_explicit(&count, 1, memory_order_relaxed); }

unsigned long allocation_count(void) { return atomic_load(&count); }

void *malloc(size_t size) {
  note();
  return __libc_malloc(size);
}

void *calloc(size_t elements, size_t size) {
  note();
  return __libc_calloc(elements, size);
}

void *realloc(void *block, size_t size) {
  note();
  return __libc_realloc(block, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  note();
  *block = __libc_memalign(alignment, size);
  return *block == NULL ? ENOMEM : 0;
}

void *aligned_alloc(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}
#else
unsigned long allocation_count(void) { return 0; }
#endif
