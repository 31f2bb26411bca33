#pragma once
#include <sys/types.h>

/// What happens at the chosen call that changes a file (pwrite, write, fsync, fdatasync, ftruncate, unlink, link).
enum vault_fault {
  /// Nothing; calls are counted.
  vault_fault_none,
  /// The process is killed before the call.
  vault_fault_kill_before,
  /// Half of what it writes is written, then the process is killed.
  vault_fault_kill_within,
  /// The process is killed after the call.
  vault_fault_kill_after,
  /// The call fails once with `error`.
  vault_fault_fail_once,
  /// This call and all later ones that write fail with `error`; synchronising does not.
  vault_fault_fail_from,
};

/// Counts calls from now on, and lets the one with this number fail. The functions of the C library are defined in this program, so SQLite's and
/// the store's own calls come here.
void vault_arm(enum vault_fault fault, long call, int error);

/// How many calls there were since vault_arm.
long vault_calls(void);

/// Writes a line to standard output, past what is counted.
void vault_say(const char *_Nonnull line);

/// fork(2), which Swift does not offer.
pid_t vault_fork(void);

/// Kills the child after so many microseconds (never when negative) and waits for its end: its exit status, or 256 and the signal.
int vault_end(pid_t child, long microseconds);
