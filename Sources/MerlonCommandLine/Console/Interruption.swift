/// Whether the program was asked to stop: by Ctrl-C, by `kill`, or because its terminal went away.
///
/// Work that must not leave half a result asks now and then, cleans up, and ends as the signal would have ended it. A second signal ends the
/// program at once.
public enum Interruption: Sendable {
    /// Written by the signal's handler alone, hence of the one type that is safe there.
    nonisolated(unsafe) private static let received: UnsafeMutablePointer<sig_atomic_t> = {
        let memory = UnsafeMutablePointer<sig_atomic_t>.allocate(capacity: 1)
        unsafe memory.initialize(to: 0)
        return unsafe memory
    }()

    /// From now on such a signal is noted and does not end the program. One that was ignored before, as `nohup` does, stays so.
    public static func watch() {
        unsafe received.pointee = 0
        for number in [SIGINT, SIGTERM, SIGHUP] {
            let before = signal(number) { number in
                unsafe Interruption.received.pointee = sig_atomic_t(number)
                signal(number, SIG_DFL)
            }
            if isIgnore(before) { signal(number, SIG_IGN) }
        }
    }

    /// Whether a signal has come since ``watch()``.
    public static var isRequested: Bool { unsafe received.pointee != 0 }

    /// Ends the program by the signal that was noted, so that whoever waits for it sees why.
    public static func end() -> Never {
        let number = unsafe received.pointee
        signal(Int32(number), SIG_DFL)
        raise(Int32(number))
        exit(128 + Int32(number))
    }

    /// Functions have no `==`; their addresses do.
    private static func isIgnore(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
        unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
