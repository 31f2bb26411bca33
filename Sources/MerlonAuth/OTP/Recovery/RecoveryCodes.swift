public import MerlonCore
public import MerlonCrypto

/// Codes for the day on which the second factor is lost: shown once, stored as password hashes, each usable once.
///
/// ```swift
/// let codes = RecoveryCodes(store: store)
/// let sheet = try await codes.issue(account: user.id)      // show them now; nobody can later
/// let left = try await codes.redeem(entered, account: user.id)
/// ```
/// A code has 75 random bits behind a character that says which one it is, so that one hash is computed for an attempt, not one for each code.
/// Attempts are counted before they are looked at, with the waits of ``OTPVerificationPolicy``.
public struct RecoveryCodes: Sendable {
    /// The most codes of an account.
    public static let maximumCount = 20

    private let store: any OTPReplayStore
    private let policy: OTPVerificationPolicy
    private let cost: PasswordCost
    private let clock: any TimeSource
    private let entropy: any Entropy

    /// Recovery codes in the store of the verifier.
    public init(
        store: any OTPReplayStore, policy: OTPVerificationPolicy = .standard, cost: PasswordCost = .recommended,
        clock: any TimeSource = SystemTimeSource(), entropy: any Entropy = SystemEntropy()
    ) {
        self.store = store
        self.policy = policy
        self.cost = cost
        self.clock = clock
        self.entropy = entropy
    }

    /// Makes new codes, 1 ... ``maximumCount`` of them, in the place of all older ones. They are shown to the person now and stored nowhere.
    ///
    /// Takes as long as so many password hashes.
    public func issue(account: String, count: Int = 10) async throws(AuthError) -> [RecoveryCode] {
        guard (1...Self.maximumCount).contains(count) else {
            throw AuthError(.invalidArgument, "An account has 1 to \(Self.maximumCount) recovery codes.")
        }
        let key = try Self.key(account)
        var codes: [RecoveryCode] = []
        var hashes: [String?] = []
        for slot in 0..<count {
            let code = try RecoveryCode.generate(slot: slot, using: entropy)
            codes.append(code)
            let password = try code.password()
            hashes.append(try authCrypto { () throws(CryptoError) in try PasswordHash(of: password, cost: cost).text })
        }
        try await exchange(key) { seen throws(AuthError) in
            // Failures stay: new codes are no way around a wait.
            var record = try RecoveryRecord(seen)
            record.hashes = hashes
            return (record, ())
        }
        return codes
    }

    /// Uses up a code, and says how many are left. Blanks, hyphens and case do not matter.
    ///
    /// - Throws: ``AuthError/Code/authenticationFailed`` for a code that is none of the account's or was used; ``AuthError/Code/lockedOut``
    ///   during a wait.
    public func redeem(_ text: String, account: String) async throws(AuthError) -> Int {
        let key = try Self.key(account)
        guard let code = RecoveryCode(entered: text) else { throw .authenticationFailed }
        let hash = try await exchange(key) { seen throws(AuthError) in
            var record = try RecoveryRecord(seen)
            try record.countAttempt(at: clock.wallTime, policy)
            return (record, record.hash(at: code.slot))
        }
        let password = try code.password()
        guard let hash else {
            // As long as for a code that there is: which ones are left is nobody's business.
            _ = try authCrypto { () throws(CryptoError) in try PasswordHash(of: password, cost: cost) }
            throw .authenticationFailed
        }
        try authCrypto { () throws(CryptoError) in try PasswordHash(parsing: hash).verify(password) }
        return try await exchange(key) { seen throws(AuthError) in
            var record = try RecoveryRecord(seen)
            // Another attempt with the same code was faster, or new codes were issued.
            guard record.hash(at: code.slot) == hash else { throw .authenticationFailed }
            record.hashes[code.slot] = nil
            record.failures = 0
            return (record, record.remaining)
        }
    }

    /// How many codes are left.
    public func remaining(account: String) async throws(AuthError) -> Int {
        try RecoveryRecord(try await store.compareAndSet(try Self.key(account), expected: nil, new: nil)).remaining
    }

    /// Lifts waits and locks; see ``OTPVerifier/unlock(account:)``.
    public func unlock(account: String) async throws(AuthError) {
        try await exchange(try Self.key(account)) { seen throws(AuthError) in
            var record = try RecoveryRecord(seen)
            record.failures = 0
            return (record, ())
        }
    }

    private func exchange<R>(
        _ key: String, _ body: ([UInt8]?) throws(AuthError) -> (record: RecoveryRecord, result: R)
    ) async throws(AuthError) -> R {
        var seen = try await store.compareAndSet(key, expected: nil, new: nil)
        for _ in 0..<1000 {
            let (record, result) = try body(seen)
            let new = record.encoded
            let there = try await store.compareAndSet(key, expected: seen, new: new)
            if there == seen { return result }
            seen = there
        }
        throw AuthError(.storeUnavailable, "Too many attempts at the account at one time.")
    }

    private static func key(_ account: String) throws(AuthError) -> String {
        guard (1...512).contains(account.utf8.count) else {
            throw AuthError(.invalidArgument, "An account's identifier has 1 to 512 bytes.")
        }
        return "recovery:\(account)"
    }
}
