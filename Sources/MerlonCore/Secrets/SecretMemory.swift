import CMerlonMemory

/// Where secrets are kept, and what to do when the system refuses to lock more memory.
///
/// Secrets stand in pages that are never swapped out, that core dumps leave out, that a forked child does not get, and that are wiped
/// when the last owner lets go. Linux counts locked pages against `RLIMIT_MEMLOCK` (`ulimit -l`): 8 MiB on Debian 12, 64 KiB in some
/// containers. Secrets share pages, so 64 KiB hold about a thousand 32-byte keys.
///
/// Swift's crash handler on Linux prints the memory that registers point to. Where it is active, the first secret puts a handler before it
/// that wipes all secrets; handlers that the program installs itself are left alone. What a program copied out of a secret, and what is in
/// registers and on the stack while it works, no handler reaches: run production processes with `SWIFT_BACKTRACE=enable=no`.
public enum SecretMemory: Sendable {
    /// How well the system protects the memory of one secret, from strongest to weakest.
    public enum Protection: Hashable, Sendable {
        /// Linux 5.14 and later, `memfd_secret(2)`: mapped in this process alone; the kernel, ptrace and /proc/PID/mem cannot read it.
        case hidden
        /// Never swapped out, left out of core dumps and of forked children; a debugger with the right to attach can read it.
        case locked
        /// As ``locked``, but may be written to swap or hibernation storage. Only after ``SecretMemory/dangerouslyAllowPageable()``.
        case pageable
    }

    /// Lets secrets stand in memory that may be swapped out when no more can be locked, from now until the process ends.
    ///
    /// Without this call, making a secret throws ``CoreError/Code/lockedMemoryExhausted`` instead. Each secret says in
    /// ``SecretBytes/protection`` what it got.
    public static func dangerouslyAllowPageable() { SecretArena.shared.allowPageable() }

    /// The most bytes that one secret may have: 16 MiB.
    public static let maximumByteCount = 16 << 20

    /// How often this process descends from another by `fork`: a child does not have the secrets that its parent made.
    package static var forkGeneration: UInt32 { merlon_fork_generation() }
}
