#define _GNU_SOURCE
#include "CSecretProbe.h"

#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__linux__)
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#endif

static sigjmp_buf recovery;

static void recover(int signal) { siglongjmp(recovery, signal); }

int probe_recover_from_faults(void) {
  struct sigaction action = {.sa_handler = recover};
  return sigaction(SIGSEGV, &action, NULL);
}

void probe_fault(void) {
  if (sigsetjmp(recovery, 1) == 0)
    (void)*(volatile char *)16;
}

void probe_crash(const void *first, const void *second) {
#if defined(__x86_64__)
  __asm__ volatile("mov %0, %%r12\n\tmov %1, %%r13\n\tud2" : : "r"(first), "r"(second) : "r12", "r13");
#elif defined(__aarch64__)
  __asm__ volatile("mov x20, %0\n\tmov x21, %1\n\tudf #0" : : "r"(first), "r"(second) : "x20", "x21");
#endif
  __builtin_trap();
}

int probe_fork(void) { return (int)fork(); }

int probe_wait(int pid) {
  int status = 0;
  if (waitpid(pid, &status, 0) != pid)
    return -1;
  return WIFSIGNALED(status) ? 256 + WTERMSIG(status) : WEXITSTATUS(status);
}

int probe_read_in_child(const void *address) {
  pid_t child = fork();
  if (child == 0) {
    volatile char byte = *(const volatile char *)address;
    (void)byte;
    _exit(0);
  }
  int status = probe_wait((int)child);
  return status > 256 ? status - 256 : status;
}

int probe_limit_locked_memory(unsigned long bytes) {
  struct rlimit limit = {bytes, bytes};
  if (setrlimit(RLIMIT_MEMLOCK, &limit) != 0)
    return -1;
  return geteuid() == 0 ? setuid(65534) : 0;
}

int probe_allow_core(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_CORE, &limit) != 0)
    return -1;
  limit.rlim_cur = limit.rlim_max;
  return limit.rlim_max == 0 ? -1 : setrlimit(RLIMIT_CORE, &limit);
}

int probe_deny_memfd_secret(void) {
#if defined(__linux__)
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 447, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof filter / sizeof filter[0], filter};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ? -1 : prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
#else
  return -1;
#endif
}
