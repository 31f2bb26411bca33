/// Where verifiers keep what they must remember: which codes were used, and how often somebody guessed wrong.
///
/// One operation, so that any database that many servers share can do it: one row a key, and `UPDATE … WHERE record = expected`. One suite
/// runs over every implementation.
public protocol OTPReplayStore: Sendable {
    /// Puts `new` in the place of `expected`, unless another record stands there by now. `nil` stands for no record.
    ///
    /// Atomic among all threads, processes and servers that use the store, and durable when it returns. Reads when both are `nil`: then
    /// nothing is changed, whatever stands there.
    ///
    /// - Parameters:
    ///   - key: 1 ... 1024 bytes of UTF-8.
    ///   - new: At most ``OTPReplayLimits/recordByteCount`` bytes.
    /// - Returns: What stood there before. The exchange took place if and only if it equals `expected`.
    /// - Throws: ``AuthError/Code/storeUnavailable`` when the store cannot say that it was done. It may have been.
    func compareAndSet(_ key: String, expected: [UInt8]?, new: [UInt8]?) async throws(AuthError) -> [UInt8]?
}

/// What every ``OTPReplayStore`` takes.
public enum OTPReplayLimits: Sendable {
    /// The longest key in bytes of UTF-8.
    public static let keyByteCount = 1024
    /// The longest record in bytes.
    public static let recordByteCount = 16 << 10

    /// Throws unless a store takes them.
    public static func check(_ key: String, _ record: [UInt8]?) throws(AuthError) {
        guard (1...keyByteCount).contains(key.utf8.count) else {
            throw AuthError(.invalidArgument, "A key of the store has 1 to \(keyByteCount) bytes.")
        }
        guard (record?.count ?? 0) <= recordByteCount else {
            throw AuthError(.limitExceeded, "A record of the store has at most \(recordByteCount) bytes.")
        }
    }
}
