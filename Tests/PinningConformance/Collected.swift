import MerlonCore

/// What a closure was handed, from whatever thread.
public final class Collected<Value: Sendable>: @unchecked Sendable {
    private let lock = Lock()
    private var values: [Value] = []

    /// Makes it, empty.
    public init() {}

    /// All values, in order.
    public var all: [Value] { lock.withLock { values } }

    /// Keeps one more.
    public func add(_ value: Value) { lock.withLock { values.append(value) } }
}
