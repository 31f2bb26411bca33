import MerlonCore

/// What is remembered of an account. One record of the store.
struct OTPVerificationState: Hashable {
    /// The last step or counter that was used.
    var lastFactor: UInt64?
    /// By how many steps the device's clock was off.
    var drift: Int64 = 0
    /// Wrong codes since the last right one.
    var failures = 0
    /// When the last wrong one came.
    var lastFailure = WallTime(seconds: 0)

    init() {}

    /// The wait that is left at `now`. A clock that went back starts it anew, so that nobody waits longer than the policy says.
    func remainingDelay(at now: WallTime, _ policy: OTPVerificationPolicy) -> TimeSpan {
        let delay = policy.delay(after: failures)
        let passed = now - lastFailure
        return passed < .zero ? delay : max(.zero, delay - passed)
    }

    mutating func countFailure(at now: WallTime) {
        failures += 1
        lastFailure = now
    }

    private static let version: UInt8 = 1
    private static let byteCount = 35

    /// Version, whether there is a last factor, that, drift, failures, seconds and nanoseconds of the last failure, a reserved byte.
    var record: [UInt8] {
        var bytes: [UInt8] = [Self.version, lastFactor == nil ? 0 : 1]
        bytes.reserveCapacity(Self.byteCount)
        func append(_ value: some FixedWidthInteger) { unsafe withUnsafeBytes(of: value.bigEndian) { unsafe bytes.append(contentsOf: $0) } }
        append(lastFactor ?? 0)
        append(drift)
        append(UInt32(clamping: failures))
        append(lastFailure.seconds)
        append(lastFailure.nanoseconds)
        bytes.append(0)
        return bytes
    }

    /// Reads a record; `nil` stands for an account that nothing is known of. What cannot be read is never taken for that.
    init(record: [UInt8]?) throws(AuthError) {
        guard let record else { return }
        guard record.count == Self.byteCount, record[0] == Self.version, record[1] <= 1 else {
            throw AuthError(.corrupted, "The store's record of the account is not one of this version's.")
        }
        func read<Value: FixedWidthInteger>(_ offset: Int) -> Value {
            record[offset..<offset + Value.bitWidth / 8].reduce(0) { $0 << 8 | Value(truncatingIfNeeded: $1) }
        }
        lastFactor = record[1] == 1 ? read(2) as UInt64 : nil
        drift = read(10)
        failures = Int(read(18) as UInt32)
        lastFailure = WallTime(seconds: read(22), nanoseconds: read(30))
    }
}
