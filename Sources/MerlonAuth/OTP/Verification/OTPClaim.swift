/// What an attempt claims to know: one code, or two in a row from a device whose clock or counter has gone astray.
struct OTPClaim {
    /// What moves the codes, and where the server is.
    enum Position {
        /// The step of the server's clock.
        case step(UInt64)
        /// The counter of an account's first code.
        case counter(first: UInt64)
    }

    let position: Position
    let code: UInt32
    let second: UInt32?

    /// Where the codes are looked for.
    func candidates(_ state: OTPVerificationState, _ policy: OTPVerificationPolicy) -> OTPCandidates {
        switch position {
        case .step(let step):
            let limits = OTPCandidates(around: step, radius: policy.maximumDrift)
            if second != nil { return limits }
            return OTPCandidates(around: Self.moved(step, by: state.drift), radius: policy.window).clamped(to: limits)
        case .counter:
            return OTPCandidates(
                from: next(state), count: second == nil ? policy.lookAhead : policy.resynchronisationLookAhead)
        }
    }

    /// By how much a factor that was found is off the expected one.
    func drift(of factor: UInt64, _ state: OTPVerificationState) -> Int64 {
        let expected =
            switch position {
            case .step(let step): step
            case .counter: next(state)
            }
        return factor >= expected ? Int64(clamping: factor - expected) : -Int64(clamping: expected - factor)
    }

    /// Whether a drift is one that the window does not explain.
    func isJump(from old: Int64, to new: Int64, _ policy: OTPVerificationPolicy) -> Bool {
        switch position {
        case .step: abs(new - old) > max(1, policy.window)
        case .counter: new > Int64(policy.lookAhead)
        }
    }

    private func next(_ state: OTPVerificationState) -> UInt64 {
        guard case .counter(let first) = position else { return 0 }
        // Behind the last counter there is none: it stays, and counts as used.
        return state.lastFactor.map { $0 == .max ? $0 : $0 + 1 } ?? first
    }

    private static func moved(_ step: UInt64, by drift: Int64) -> UInt64 {
        drift < 0 ? step - min(step, drift.magnitude) : step + min(.max - step, drift.magnitude)
    }
}
