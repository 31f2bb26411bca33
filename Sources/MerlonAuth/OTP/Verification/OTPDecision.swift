import MerlonCore

/// What becomes of one attempt, given what is remembered: a pure function. It takes effect, and is told, only when the store has exchanged the
/// state that it was made of for the one that it leads to.
struct OTPDecision {
    let answer: Result<OTPAcceptance, AuthError>
    /// What is to be remembered.
    let state: OTPVerificationState
    let abuse: [OTPAbuse.Kind]

    init(
        _ claim: OTPClaim, of hotp: HOTP, given state: OTPVerificationState, at now: WallTime, _ policy: OTPVerificationPolicy
    ) throws(AuthError) {
        if let refusal = Self.refusal(state, now, policy) {
            self = refusal
            return
        }
        let candidates = claim.candidates(state, policy)
        if case .step = claim.position, let last = state.lastFactor, last > candidates.last {
            throw AuthError(.clockMovedBack, "The clock shows a time before that of the last code that was used.")
        }
        let match = try candidates.match(claim.code, then: claim.second, hotp, lastFactor: state.lastFactor)
        var next = state
        if let factor = match.fresh {
            let drift = claim.drift(of: factor, state)
            next.lastFactor = factor
            next.failures = 0
            if case .step = claim.position { next.drift = drift }
            self.init(
                .success(OTPAcceptance(factor: factor, drift: drift)), next,
                claim.isJump(from: state.drift, to: drift, policy) ? [.driftJump(from: state.drift, to: drift)] : [])
        } else if let factor = match.used {
            // No guess: only who saw the code can send it. It is told, and costs nothing, since a doubled request looks the same.
            self.init(.failure(.authenticationFailed), state, [.replay(factor: factor)])
        } else {
            next.countFailure(at: now)
            self.init(.failure(.authenticationFailed), next, Self.abuse(of: next, policy))
        }
    }

    private init(_ answer: Result<OTPAcceptance, AuthError>, _ state: OTPVerificationState, _ abuse: [OTPAbuse.Kind]) {
        self.answer = answer
        self.state = state
        self.abuse = abuse
    }

    /// The answer when nothing is to be checked now. The state stays, so that asking during a wait does not lengthen it.
    private static func refusal(_ state: OTPVerificationState, _ now: WallTime, _ policy: OTPVerificationPolicy) -> OTPDecision? {
        guard state.failures < policy.attemptsBeforeLockOut else {
            let error = AuthError(.lockedOut, "The account is locked after too many wrong codes.")
            return OTPDecision(.failure(error), state, [.lockedOut(failures: state.failures)])
        }
        let left = state.remainingDelay(at: now, policy)
        guard left > .zero else { return nil }
        var next = state
        // A clock that went back: the wait starts anew from what it shows now.
        if now < state.lastFailure { next.lastFailure = now }
        let error = AuthError(.lockedOut, "Too many wrong codes: wait before the next one.", retryAfter: left)
        return OTPDecision(.failure(error), next, [.attemptWhileDelayed(failures: state.failures)])
    }

    private static func abuse(of state: OTPVerificationState, _ policy: OTPVerificationPolicy) -> [OTPAbuse.Kind] {
        if state.failures >= policy.attemptsBeforeLockOut { return [.lockedOut(failures: state.failures)] }
        return state.failures >= policy.freeAttempts ? [.burst(failures: state.failures)] : []
    }
}
