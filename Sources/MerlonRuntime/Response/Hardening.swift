/// Protections that the system gives a process that asks. None can be undone while it runs.
public enum Hardening: String, Hashable, Codable, CaseIterable, Sendable {
    /// A child traces every thread, so that no debugger can attach; when it ends, so does the process (Linux). Memory can still be read by others who
    /// may. Must be asked for: it forks, takes a process, and leaves no room for a debugger of one's own.
    case guardProcess = "guard-process"
    /// Nobody but root attaches, reads memory or gets a core (Linux, `PR_SET_DUMPABLE` 0).
    case undumpable
    /// No core is written (`RLIMIT_CORE` 0).
    case noCore = "no-core"
    /// No memory becomes executable that was not when it was mapped (Linux 6.3, `PR_SET_MDWE`): Frida cannot inject, also not as root. Breaks
    /// just-in-time compilers in the process.
    case denyNewCode = "deny-new-code"
    /// No debugger attaches any more, and a process that is traced already ends (Apple, arm64, `PT_DENY_ATTACH`). Must be asked for: it ends a run
    /// from Xcode.
    case denyDebugger = "deny-debugger"

    /// What came of asking.
    public enum Outcome: Hashable, Codable, Sendable {
        case done
        /// This system has no such thing.
        case unsupported
        /// The system refused, with this `errno`.
        case refused(Int32)
    }

    /// Those without side effects on a program that makes no code at run time.
    public static let standard: Set<Hardening> = [.undumpable, .noCore, .denyNewCode]
}
