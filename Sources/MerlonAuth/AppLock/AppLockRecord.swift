import MerlonCore
import MerlonCrypto

/// All that an app lock stores, but for the device's secret: one item, so that whoever removes the count of attempts removes the keys, too.
struct AppLockRecord: Sealable {
    /// Rises with each write: an older record that was put back is noticed while the app runs.
    var generation: Int64 = 0
    var failures = 0
    /// When the last attempt was counted.
    var lastAttempt = AppLockMoment(boot: nil, monotonic: MonotonicTime(nanoseconds: 0))
    /// Whether biometry was switched on.
    var hasBiometry = false
    var keys: AppLockKeys

    private static let version: Int64 = 1

    init(keys: AppLockKeys) { self.keys = keys }

    mutating func countAttempt(at now: AppLockMoment) {
        failures += 1
        lastAttempt = now
    }

    func remainingDelay(at now: AppLockMoment, _ policy: AppLockPolicy) -> TimeSpan {
        max(.zero, policy.delay(after: failures) - now.passed(since: lastAttempt))
    }

    func encode(to encoder: inout SealedEncoder) throws(CoreError) {
        try encoder.encode(Self.version)
        try encoder.encode(generation)
        try encoder.encode(Int64(failures))
        try encoder.encode(lastAttempt.boot ?? "")
        try encoder.encode(Int64(bitPattern: lastAttempt.monotonic.nanoseconds))
        try encoder.encode(hasBiometry)
        try encoder.encode(keys)
    }

    init(from decoder: inout SealedDecoder) throws(CoreError) {
        guard try decoder.integer() == Self.version else { throw CoreError(.unsupported, "An app lock of another version.") }
        generation = try decoder.integer()
        let count = try decoder.integer()
        guard (0...1_000_000).contains(count) else { throw CoreError(.malformed, "A count of attempts that is none.") }
        failures = Int(count)
        let boot = try decoder.string()
        let nanoseconds = UInt64(bitPattern: try decoder.integer())
        lastAttempt = AppLockMoment(boot: boot.isEmpty ? nil : boot, monotonic: MonotonicTime(nanoseconds: nanoseconds))
        hasBiometry = try decoder.boolean()
        keys = try decoder.value()
    }
}
