public import Foundation

/// Apple: "performExpiringActivity(withReason:using:)". In Apple's SDK it belongs to Foundation, which the stand-ins take from the toolchain.
extension ProcessInfo {
    public func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {
        EmulatedActivities.begin(block)
    }
}

/// The activities that keep the emulated app awake. No Apple API.
public enum EmulatedActivities {
    private static let lock = NSLock()
    nonisolated(unsafe) private static var running: [UUID: @Sendable (Bool) -> Void] = [:]

    static func begin(_ block: @escaping @Sendable (Bool) -> Void) {
        let id = UUID()
        lock.withLock { running[id] = block }
        Thread.detachNewThread {
            block(false)
            lock.withLock { _ = running.removeValue(forKey: id) }
        }
    }

    /// How many keep the app awake.
    public static var count: Int { lock.withLock { running.count } }

    /// Time is up: each activity still running is told, and then the app is suspended.
    public static func expire() {
        for block in lock.withLock({ Array(running.values) }) { block(true) }
    }
}
