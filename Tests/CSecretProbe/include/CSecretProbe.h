#pragma once

/// Ends the process by an illegal instruction while callee-saved registers point to `first` and `second`.
void probe_crash(const void *_Nonnull first, const void *_Nonnull second);

/// Makes every memfd_secret(2) of this process fail with ENOSYS. 0 when the filter stands.
int probe_deny_memfd_secret(void);

/// Forks; the child reads the byte at `address`. 0 when it could, else the signal that ended it.
int probe_read_in_child(const void *_Nonnull address);

/// fork(2), which Swift does not offer.
int probe_fork(void);

/// Waits for a child: its exit status, or 256 and the signal that ended it.
int probe_wait(int pid);

/// Sets the most bytes that may be locked and, for root, becomes the user nobody, for whom the limit counts. 0 on success.
int probe_limit_locked_memory(unsigned long bytes);

/// Allows core dumps of any size. 0 on success.
int probe_allow_core(void);

/// Installs a handler after which the program goes on when probe_fault() reads where nothing is. 0 on success.
int probe_recover_from_faults(void);

/// Reads at address 0 and, with the handler, comes back.
void probe_fault(void);
