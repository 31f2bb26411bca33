public import Foundation

/// What an `LAContext` knows: shared by LocalAuthentication, which evaluates, and Security, which asks whether it was evaluated.
public final class EmulatedContext: @unchecked Sendable {
    private let lock = NSLock()
    private var proofs: Set<Proof> = []
    private var _isInvalidated = false
    private var _credential: Data?

    /// What the person has proved through this context.
    public enum Proof: Sendable { case biometry, passcode }

    /// Nothing proved yet.
    public init() {}

    /// What was proved so far.
    public var proved: Set<Proof> { lock.withLock { proofs } }

    /// Set by `LAContext.invalidate()`.
    public var isInvalidated: Bool { lock.withLock { _isInvalidated } }

    /// The application password given with `setCredential(_:type:)`.
    public var credential: Data? {
        get { lock.withLock { _credential } }
        set { lock.withLock { _credential = newValue } }
    }

    /// Forgets all proofs; later evaluations fail.
    public func invalidate() {
        lock.withLock {
            proofs = []
            _isInvalidated = true
            _credential = nil
        }
    }

    func prove(_ proof: Proof) { lock.withLock { _ = proofs.insert(proof) } }
}

/// How a prompt ended.
public enum EmulatedPromptResult: Sendable, Equatable {
    case proved(EmulatedContext.Proof)
    case failed, cancelled, fellBack, systemCancelled, lockedOut
    case biometryUnavailable, biometryNotEnrolled, passcodeNotSet, notInteractive
}

extension EmulatedDevice {
    /// Shows a prompt and takes the next answer.
    /// - Parameters:
    ///   - biometryOnly: the passcode is no way out.
    ///   - passcodeOnly: biometry is not offered.
    public func prompt(
        reason: String, biometryOnly: Bool, passcodeOnly: Bool = false, context: EmulatedContext?, interactionAllowed: Bool = true
    ) -> EmulatedPromptResult {
        with {
            $0.prompt(
                reason: reason, biometryOnly: biometryOnly, passcodeOnly: passcodeOnly, context: context,
                interactionAllowed: interactionAllowed)
        }
    }

    /// Whether a policy could be evaluated now, and if not why. Nothing is shown.
    public func canPrompt(biometryOnly: Bool) -> EmulatedPromptResult? {
        with { $0.obstacle(biometryOnly: biometryOnly) }
    }

    /// An opaque value that changes with the set of enrolled faces or fingers. Apple: `LAContext.evaluatedPolicyDomainState`.
    public var domainState: Data? {
        with { state in state.biometry.enrolment.map { Data("enrolment-\($0)".utf8) } }
    }
}

extension EmulatedDevice.State {
    func obstacle(biometryOnly: Bool) -> EmulatedPromptResult? {
        if !hasPasscode { return .passcodeNotSet }
        guard biometryOnly else { return nil }
        if biometry.kind == .none { return .biometryUnavailable }
        if biometry.enrolment == nil { return .biometryNotEnrolled }
        return biometry.isLockedOut ? .lockedOut : nil
    }

    mutating func prompt(
        reason: String, biometryOnly: Bool, passcodeOnly: Bool, context: EmulatedContext?, interactionAllowed: Bool
    ) -> EmulatedPromptResult {
        if let context {
            if context.isInvalidated { return .cancelled }
            if !passcodeOnly, context.proved.contains(.biometry) { return .proved(.biometry) }
            if !biometryOnly, context.proved.contains(.passcode) { return .proved(.passcode) }
        }
        if let obstacle = obstacle(biometryOnly: biometryOnly) { return obstacle }
        if !interactionAllowed || app.isWithoutInterface || lockState != .unlocked { return .notInteractive }
        promptReasons.append(reason)
        switch nextAnswer() {
        case .success:
            let proof: EmulatedContext.Proof = !passcodeOnly && biometry.isUsable ? .biometry : .passcode
            return proved(proof, context)
        case .failure: return .failed
        case .cancel: return .cancelled
        case .systemCancel: return .systemCancelled
        case .lockout:
            biometry.isLockedOut = true
            return biometryOnly ? .lockedOut : .failed
        case .fallback:
            if biometryOnly { return .fellBack }
            // With the passcode allowed, the fallback button leads to it.
            guard case .success = nextAnswer() else { return .cancelled }
            return proved(.passcode, context)
        }
    }

    private mutating func nextAnswer() -> EmulatedAnswer { answers.isEmpty ? .success : answers.removeFirst() }

    private mutating func proved(_ proof: EmulatedContext.Proof, _ context: EmulatedContext?) -> EmulatedPromptResult {
        if proof == .passcode { biometry.isLockedOut = false }
        context?.prove(proof)
        return .proved(proof)
    }
}
