import MerlonCore

/// What the probes of one sweep have in common and is dear to make, such as the index of all images. It lives as long as the sweep.
final class SweepContext: @unchecked Sendable {
    private let lock = Lock()
    private var things: [ObjectIdentifier: Any] = [:]

    /// Lends a thing to `body`: the one that an earlier probe made, or a new one.
    ///
    /// A thing has one borrower at a time, so that it need not be safe to share: a probe that overran its deadline still has it, and the next one makes
    /// its own.
    func lend<Thing, Result>(_ type: Thing.Type, make: () -> Thing, to body: (Thing) -> Result) -> Result {
        let key = ObjectIdentifier(type)
        let thing = lock.withLock { things.removeValue(forKey: key) } as? Thing ?? make()
        defer { lock.withLock { things[key] = thing } }
        return body(thing)
    }
}
