public import MerlonCore

/// Before a sensitive call: that the person is there now, or has just signed in anew.
extension Session {
    /// Makes sure that the owner has shown to be there within the last `span`, by a sign-in or by the lock; asks otherwise.
    ///
    /// What was shown counts for the sign-in that the vault has, and for no later one.
    ///
    /// Throws ``AuthError/Code/authenticationFailed`` when they did not, ``AuthError/Code/userCancelled``, or ``AuthError/Code/lockedOut``;
    /// ``AuthError/Code/signInRequired`` when nobody is signed in, or the session ended or changed hands while the question was open.
    public func requireOwner(within span: TimeSpan, lock: any OwnerLock, reason: String) async throws(AuthError) {
        guard let signIn = try await load()?.signIn else { throw Self.signInRequired }
        if let confirmation, confirmation.signIn == signIn, time.monotonicTime - confirmation.at <= span { return }
        switch await lock.ask(reason: reason) {
        case .confirmed:
            let at = time.monotonicTime
            guard try await load()?.signIn == signIn else { throw Self.signInRequired }
            confirmation = (signIn, at)
        case .refused: throw AuthError.authenticationFailed
        case .cancelled: throw AuthError(.userCancelled, "The question was taken away.")
        case .delayed(let until):
            throw AuthError(.lockedOut, "Too many wrong attempts.", retryAfter: until - time.wallTime)
        case .unavailable(let reason): throw AuthError(.unsupported, reason)
        }
    }

    /// Takes the tokens of a sign-in that the same person has just made anew, in place of those that are there: step-up, for a server's call that
    /// needs a fresh sign-in (``SignInOptions/maximumAge``, RFC 9470). Counts as having shown to be there (``requireOwner(within:lock:reason:)``).
    ///
    /// - Throws: ``AuthError/Code/signInRequired`` when nobody is signed in; ``AuthError/Code/claimMismatch`` when it was another person, or either
    ///   sign-in does not say who it was: the session stays as it is.
    public func renew(with signIn: SignIn) async throws(AuthError) {
        let held = try await lock.acquire(time: time)
        defer { held.release() }
        guard let there = try await load() else { throw Self.signInRequired }
        guard let subject = there.subject, let other = signIn.identity?.registered.subject, subject.utf8.elementsEqual(other.utf8) else {
            throw AuthError(.claimMismatch, "Somebody else has signed in.")
        }
        let new = SessionRecord(signIn.tokens, after: there, limits: limits, time: time)
        try await store(new)
        unstored = nil
        retry = RetrySchedule()
        confirmation = (new.signIn, time.monotonicTime)
        adopt(new)
    }
}
