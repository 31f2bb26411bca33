/// Tells the system that a short piece of work should not be cut off by suspension, and is told when it will be all the same.
public protocol BackgroundActivity: Sendable {
    /// Begins an activity. `expire` is called, on any thread, when the system is about to suspend the program: it gives locks back.
    func begin(expire: @escaping @Sendable () -> Void) -> any Sendable
    /// Ends it.
    func end(_ token: any Sendable)
    /// Whether the system suspends programs at all. True unless said otherwise.
    var isNeeded: Bool { get }
}

extension BackgroundActivity {
    public var isNeeded: Bool { true }
}
