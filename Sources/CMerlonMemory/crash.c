#define _GNU_SOURCE
#include "CMerlonMemory.h"

#if defined(__linux__)
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>

// Swift's crash handler on Linux prints, for each register, the memory that it points to, and reads it from within the process: neither
// memfd_secret nor MADV_DONTDUMP hides anything from it. So a handler that wipes all secrets is put before it, and before it alone: a handler
// of the program itself may mean to go on after the signal, and without any handler nothing is printed.

enum { range_limit = 4096 };

struct range {
  _Atomic(void *) start;
  atomic_size_t count;
};

static struct range ranges[range_limit];
static struct sigaction previous[NSIG];
static const int crash_signals[] = {SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
enum { crash_signal_count = sizeof crash_signals / sizeof crash_signals[0] };

static void wipe_and_pass_on(int signal, siginfo_t *information, void *context) {
  for (int i = 0; i < range_limit; i++) {
    void *start = atomic_load(&ranges[i].start);
    if (start != NULL)
      merlon_wipe(start, atomic_load(&ranges[i].count));
  }
  sigaction(signal, &previous[signal], NULL);
  previous[signal].sa_sigaction(signal, information, context);
}

extern void *swift_retain(void *object) __attribute__((weak));

/// Whether `action` is a handler of the Swift runtime: of the image that holds `swift_retain`.
static int is_swift_handler(const struct sigaction *action) {
  Dl_info handler, runtime;
  if (!(action->sa_flags & SA_SIGINFO) || swift_retain == NULL)
    return 0;
  return dladdr((void *)action->sa_sigaction, &handler) != 0 && dladdr((void *)swift_retain, &runtime) != 0 &&
         handler.dli_fbase == runtime.dli_fbase;
}

static void stand_before_crash_handler(void) {
  for (int i = 0; i < crash_signal_count; i++) {
    int signal = crash_signals[i];
    // One handler for every way to crash: in a statically linked program, where the image tells nothing, it tells a crash reporter.
    if (sigaction(signal, NULL, &previous[signal]) != 0 || !is_swift_handler(&previous[signal]) ||
        previous[signal].sa_sigaction != previous[crash_signals[0]].sa_sigaction)
      return;
  }
  for (int i = 0; i < crash_signal_count; i++) {
    struct sigaction action = previous[crash_signals[i]];
    action.sa_sigaction = wipe_and_pass_on;
    sigaction(crash_signals[i], &action, NULL);
  }
}

/// A child has none of its parent's secret pages: wiping them there would be a crash within the crash.
static void forget_ranges(void) {
  for (int i = 0; i < range_limit; i++)
    atomic_store(&ranges[i].start, NULL);
}

static void start_watching(void) {
  pthread_atfork(NULL, NULL, forget_ranges);
  stand_before_crash_handler();
}

int merlon_wipe_on_crash(void *start, size_t count) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, start_watching);
  for (int i = 0; i < range_limit; i++) {
    if (atomic_load(&ranges[i].start) == NULL) {
      atomic_store(&ranges[i].count, count);
      atomic_store(&ranges[i].start, start);
      return 1;
    }
  }
  return 0;
}

void merlon_forget_on_crash(void *start) {
  for (int i = 0; i < range_limit; i++) {
    if (atomic_load(&ranges[i].start) == start)
      atomic_store(&ranges[i].start, NULL);
  }
}
#endif
