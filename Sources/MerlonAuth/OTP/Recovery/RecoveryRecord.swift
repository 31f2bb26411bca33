import MerlonCore

/// What is stored of an account's recovery codes.
struct RecoveryRecord {
    /// The hashes by slot; `nil` where a code was used.
    var hashes: [String?] = []
    var failures = 0
    private var lastFailure = WallTime(seconds: 0)

    var remaining: Int { hashes.count { $0 != nil } }

    func hash(at slot: Int) -> String? { hashes.indices.contains(slot) ? hashes[slot] : nil }

    /// Counts an attempt, which a right code takes back. Throws ``AuthError/Code/lockedOut`` when nothing may be looked at now.
    mutating func countAttempt(at now: WallTime, _ policy: OTPVerificationPolicy) throws(AuthError) {
        guard failures < policy.attemptsBeforeLockOut else {
            throw AuthError(.lockedOut, "The account's recovery codes are locked after too many wrong ones.")
        }
        let delay = policy.delay(after: failures)
        let passed = now - lastFailure
        let left = passed < .zero ? delay : max(.zero, delay - passed)
        guard left == .zero else {
            throw AuthError(.lockedOut, "Too many wrong recovery codes: wait before the next one.", retryAfter: left)
        }
        failures += 1
        lastFailure = now
    }

    private static let limits = CBORLimits(byteCount: OTPReplayLimits.recordByteCount, depth: 2, itemCount: 64)

    /// A list: version, failures, seconds and nanoseconds of the last one, and the list of hashes.
    var encoded: [UInt8] {
        let hashes = hashes.map { $0.map(CBORValue.text) ?? .null }
        return CBORValue.array([
            .integer(1), .integer(Int64(failures)), .integer(lastFailure.seconds), .integer(Int64(lastFailure.nanoseconds)), .array(hashes),
        ]).serialized()
    }

    init(_ record: [UInt8]?) throws(AuthError) {
        guard let record else { return }
        let damaged = AuthError(.corrupted, "The store's record of recovery codes is not one of this version's.")
        guard let items = (try? CBORValue(parsing: record, limits: Self.limits))?.array, items.count == 5, items[0].integer == 1,
            let failures = items[1].integer, (0...1_000_000).contains(failures), let seconds = items[2].integer,
            let nanoseconds = items[3].integer.flatMap(UInt32.init(exactly:)), let list = items[4].array,
            list.count <= RecoveryCodes.maximumCount
        else { throw damaged }
        for item in list {
            guard item.text != nil || item == .null else { throw damaged }
            hashes.append(item.text)
        }
        self.failures = Int(failures)
        lastFailure = WallTime(seconds: seconds, nanoseconds: nanoseconds)
    }
}
