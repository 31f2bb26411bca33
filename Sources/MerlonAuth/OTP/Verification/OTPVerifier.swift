public import MerlonCore

/// Checks one-time passwords, each of which is accepted once.
///
/// ```swift
/// let verifier = OTPVerifier(store: try await SQLiteReplayStore(path: "/var/lib/app/otp.sqlite"))
/// let acceptance = try await verifier.verify(entered, totp: user.totp, account: user.id)
/// ```
/// There is no answer "no": a code that is not right throws ``AuthError/Code/authenticationFailed``, and an attempt that comes too soon
/// ``AuthError/Code/lockedOut``. A store that fails in between throws ``AuthError/Code/storeUnavailable``. Whoever catches an error has not been
/// given an acceptance.
///
/// - Once: the store exchanges the last used step for the new one in one atomic operation, and only then is the acceptance returned. Of any
///   number of threads, processes and servers that submit one code to one store, one gets it. The code that confirms an enrolment goes through
///   ``verify(_:totp:account:)`` too, and is used up by it.
/// - Guessing: every wrong code is counted in the store before it is answered. Waits double (``OTPVerificationPolicy``).
/// - Time: all candidates are computed and compared, whatever matches.
///
/// A second factor is one only where the secret is not beside the check: a code that an app checks against a secret on the same device proves
/// nothing that reading the secret would not.
public struct OTPVerifier: Sendable {
    private let store: any OTPReplayStore
    private let policy: OTPVerificationPolicy
    private let clock: any TimeSource
    private let onAbuse: (@Sendable (OTPAbuse) -> Void)?

    /// Makes a verifier.
    ///
    /// - Parameter onAbuse: Called for what an operator wants to know of, once for each decision that took effect, before it is returned.
    public init(
        store: any OTPReplayStore, policy: OTPVerificationPolicy = .standard, clock: any TimeSource = SystemTimeSource(),
        onAbuse: (@Sendable (OTPAbuse) -> Void)? = nil
    ) {
        self.store = store
        self.policy = policy
        self.clock = clock
        self.onAbuse = onAbuse
    }

    /// Accepts a code of the present step, or of one in the window around the step that the device's clock is thought to be in.
    ///
    /// - Parameters:
    ///   - code: As entered; blanks and hyphens do not matter.
    ///   - account: Whose it is, in 1 ... 512 bytes that never change.
    /// - Throws: ``AuthError/Code/clockMovedBack`` when the server's clock is so far behind an earlier time that no code can be accepted.
    public func verify(_ code: String, totp: TOTP, account: String) async throws(AuthError) -> OTPAcceptance {
        try await run(account, totp.hotp, [code]) { now throws(AuthError) in .step(try totp.timeStep.step(at: now)) }
    }

    /// Accepts the code of the next counter, or of one that the policy's look-ahead reaches.
    ///
    /// - Parameter firstCounter: The counter of the account's first code.
    public func verify(
        _ code: String, hotp: HOTP, firstCounter: UInt64 = 0, account: String
    ) async throws(AuthError) -> OTPAcceptance {
        try await run(account, hotp, [code]) { _ in .counter(first: firstCounter) }
    }

    /// Accepts two codes in a row from a device whose clock is off by up to the policy's maximum (RFC 6238, 6). Both are used up.
    public func resynchronise(
        _ code: String, then second: String, totp: TOTP, account: String
    ) async throws(AuthError) -> OTPAcceptance {
        try await run(account, totp.hotp, [code, second]) { now throws(AuthError) in .step(try totp.timeStep.step(at: now)) }
    }

    /// Accepts two codes in a row from a device whose counter is far ahead (RFC 4226, 7.4). Both are used up.
    public func resynchronise(
        _ code: String, then second: String, hotp: HOTP, firstCounter: UInt64 = 0, account: String
    ) async throws(AuthError) -> OTPAcceptance {
        try await run(account, hotp, [code, second]) { _ in .counter(first: firstCounter) }
    }

    /// Lifts waits and locks. What was used stays used.
    public func unlock(account: String) async throws(AuthError) {
        let key = try Self.key(account)
        try await exchange(key) { seen throws(AuthError) in
            var state = try OTPVerificationState(record: seen)
            state.failures = 0
            return (seen == nil ? nil : state.record, ())
        }
    }

    /// Forgets the account. Only together with its secret: with the same secret, codes that were used could be used again.
    public func forget(account: String) async throws(AuthError) {
        try await exchange(try Self.key(account)) { _ in (nil, ()) }
    }

    private func run(
        _ account: String, _ hotp: HOTP, _ codes: [String], at position: (WallTime) throws(AuthError) -> OTPClaim.Position
    ) async throws(AuthError) -> OTPAcceptance {
        let key = try Self.key(account)
        // What does not even look like a code cannot be right, and need not be counted.
        let values = codes.compactMap(hotp.format.value(entered:))
        guard values.count == codes.count else { throw .authenticationFailed }
        let decision = try await exchange(key) { seen throws(AuthError) in
            let state = try OTPVerificationState(record: seen)
            let now = clock.wallTime
            let claim = OTPClaim(position: try position(now), code: values[0], second: values.count > 1 ? values[1] : nil)
            let decision = try OTPDecision(claim, of: hotp, given: state, at: now, policy)
            return (decision.state == state ? seen : decision.state.record, decision)
        }
        if let onAbuse { for kind in decision.abuse { onAbuse(OTPAbuse(account: account, kind: kind)) } }
        return try decision.answer.get()
    }

    /// Repeats `body` on what stands in the store until the store takes what it makes of it.
    private func exchange<R>(
        _ key: String, _ body: ([UInt8]?) throws(AuthError) -> (new: [UInt8]?, result: R)
    ) async throws(AuthError) -> R {
        var seen = try await store.compareAndSet(key, expected: nil, new: nil)
        for _ in 0..<Self.maximumTries {
            let (new, result) = try body(seen)
            if new == seen { return result }
            let there = try await store.compareAndSet(key, expected: seen, new: new)
            if there == seen { return result }
            seen = there
        }
        throw AuthError(.storeUnavailable, "Too many attempts at the account at one time.")
    }

    /// Each try that fails is one that another attempt has won.
    private static let maximumTries = 1000

    private static func key(_ account: String) throws(AuthError) -> String {
        guard (1...512).contains(account.utf8.count) else {
            throw AuthError(.invalidArgument, "An account's identifier has 1 to 512 bytes.")
        }
        return "code:\(account)"
    }
}
