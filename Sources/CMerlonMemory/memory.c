#define _GNU_SOURCE
#define __STDC_WANT_LIB_EXT1__ 1
#include "CMerlonMemory.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#if defined(__linux__)
#include <fcntl.h>
#include <sys/random.h>
#include <sys/syscall.h>
#ifndef SYS_memfd_secret
#define SYS_memfd_secret 447 // the same number on x86-64 and arm64
#endif
#endif

void merlon_wipe(void *bytes, size_t count) {
  if (bytes == NULL || count == 0)
    return;
#if defined(__APPLE__)
  memset_s(bytes, count, 0, count);
#else
  explicit_bzero(bytes, count);
#endif
}

uint32_t merlon_opaque(uint32_t value) {
  __asm__("" : "+r"(value));
  return value;
}

int merlon_equal_constant_time(const void *left, const void *right, size_t count) {
  const unsigned char *a = left, *b = right;
  uint32_t difference = 0;
  for (size_t i = 0; i < count; i++)
    difference = merlon_opaque(difference | (uint32_t)(a[i] ^ b[i]));
  return (int)(((difference - 1) >> 31) & 1); // 0 - 1 has the top bit set; 1...255 minus 1 has not
}

static atomic_uint fork_generation;

static void count_fork(void) { atomic_fetch_add_explicit(&fork_generation, 1, memory_order_relaxed); }

static void watch_forks(void) { pthread_atfork(NULL, NULL, count_fork); }

uint32_t merlon_fork_generation(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, watch_forks);
  return atomic_load_explicit(&fork_generation, memory_order_relaxed);
}

#if defined(__linux__)
long merlon_getrandom(void *bytes, size_t count) { return (long)getrandom(bytes, count, 0); }

int merlon_memfd_secret(unsigned flags) { return (int)syscall(SYS_memfd_secret, flags); }

void merlon_begin_writeback(int descriptor, int64_t offset, int64_t count) {
  (void)sync_file_range(descriptor, offset, count, SYNC_FILE_RANGE_WRITE);
}
#endif
