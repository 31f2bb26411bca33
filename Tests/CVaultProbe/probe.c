#define _GNU_SOURCE
#include "CVaultProbe.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__linux__)
static enum vault_fault chosen_fault;
static long chosen_call;
static int chosen_error;
static atomic_long calls;
static atomic_int is_armed;

void vault_arm(enum vault_fault fault, long call, int error) {
  chosen_fault = fault;
  chosen_call = call;
  chosen_error = error;
  atomic_store(&calls, 0);
  atomic_store(&is_armed, 1);
}

long vault_calls(void) { return atomic_load(&calls); }

static void die(void) {
  kill(getpid(), SIGKILL);
  for (;;)
    pause();
}

enum verdict { go_on, half, then_die, fail };

/// What is to happen at this call. Kills the process here when it is to die before.
static enum verdict at_call(int writes) {
  if (!atomic_load(&is_armed))
    return go_on;
  long number = atomic_fetch_add(&calls, 1) + 1;
  if (chosen_fault == vault_fault_fail_from && number >= chosen_call && writes)
    return fail;
  if (number != chosen_call)
    return go_on;
  switch (chosen_fault) {
  case vault_fault_kill_before:
    die();
    return go_on;
  case vault_fault_kill_within:
    return half;
  case vault_fault_kill_after:
    return then_die;
  case vault_fault_fail_once:
    return fail;
  default:
    return go_on;
  }
}

static long finish(enum verdict verdict, long result) {
  if (verdict == half || verdict == then_die)
    die();
  return result;
}

#define FAIL_IF_CHOSEN(verdict)                                                                                        \
  if (verdict == fail) {                                                                                               \
    errno = chosen_error;                                                                                              \
    return -1;                                                                                                         \
  }

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
  enum verdict verdict = at_call(1);
  FAIL_IF_CHOSEN(verdict)
  return finish(verdict, syscall(SYS_pwrite64, file, bytes, verdict == half ? count / 2 : count, offset));
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) { return pwrite(file, bytes, count, offset); }

ssize_t write(int file, const void *bytes, size_t count) {
  enum verdict verdict = at_call(1);
  FAIL_IF_CHOSEN(verdict)
  return finish(verdict, syscall(SYS_write, file, bytes, verdict == half ? count / 2 : count));
}

int fsync(int file) {
  enum verdict verdict = at_call(0);
  FAIL_IF_CHOSEN(verdict)
  return (int)finish(verdict, syscall(SYS_fsync, file));
}

int fdatasync(int file) {
  enum verdict verdict = at_call(0);
  FAIL_IF_CHOSEN(verdict)
  return (int)finish(verdict, syscall(SYS_fdatasync, file));
}

int ftruncate(int file, off_t length) {
  enum verdict verdict = at_call(1);
  FAIL_IF_CHOSEN(verdict)
  return (int)finish(verdict, syscall(SYS_ftruncate, file, length));
}

int ftruncate64(int file, off64_t length) { return ftruncate(file, length); }

int unlink(const char *path) {
  enum verdict verdict = at_call(0);
  FAIL_IF_CHOSEN(verdict)
  return (int)finish(verdict, syscall(SYS_unlinkat, -100, path, 0));
}

int link(const char *from, const char *to) {
  enum verdict verdict = at_call(0);
  FAIL_IF_CHOSEN(verdict)
  return (int)finish(verdict, syscall(SYS_linkat, -100, from, -100, to, 0));
}

void vault_say(const char *line) {
  size_t rest = strlen(line);
  while (rest > 0) {
    long count = syscall(SYS_write, 1, line, rest);
    if (count < 0 && errno != EINTR)
      _exit(9);
    if (count > 0) {
      line += count;
      rest -= (size_t)count;
    }
  }
}
#endif

pid_t vault_fork(void) { return fork(); }

int vault_end(pid_t child, long microseconds) {
  int status = 0;
  if (microseconds >= 0) {
    usleep((useconds_t)microseconds);
    kill(child, SIGKILL);
  }
  if (waitpid(child, &status, 0) != child)
    return -1;
  return WIFSIGNALED(status) ? 256 + WTERMSIG(status) : WEXITSTATUS(status);
}
