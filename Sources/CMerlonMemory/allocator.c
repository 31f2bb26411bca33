#include "CMerlonMemory.h"

#if defined(__GLIBC__) || defined(__linux__)
#include <malloc.h>
#endif

void merlon_return_large_blocks(void) {
#if defined(M_MMAP_THRESHOLD)
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
}
