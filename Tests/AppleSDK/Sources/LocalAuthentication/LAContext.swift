@_exported public import Foundation
public import EmulatedDevice

/// Apple: "LAPolicy".
public enum LAPolicy: Int, Sendable {
    case deviceOwnerAuthenticationWithBiometrics = 1
    case deviceOwnerAuthentication = 2
}

/// Apple: "LABiometryType".
public enum LABiometryType: Int, Sendable { case none = 0, touchID = 1, faceID = 2, opticID = 4 }

/// Apple: "LACredentialType".
public enum LACredentialType: Int, Sendable { case applicationPassword = 0 }

/// Apple: "LAErrorDomain".
public let LAErrorDomain = "com.apple.LocalAuthentication"

/// Apple: "LAError".
public struct LAError: Error, Equatable, CustomNSError {
    /// Apple: "LAError.Code".
    public enum Code: Int, Sendable {
        case authenticationFailed = -1, userCancel = -2, userFallback = -3, systemCancel = -4, passcodeNotSet = -5, biometryNotAvailable =
            -6
        case biometryNotEnrolled = -7, biometryLockout = -8, appCancel = -9, invalidContext = -10, notInteractive = -1004
    }
    public let code: Code
    public init(_ code: Code) { self.code = code }
    public static var errorDomain: String { LAErrorDomain }
    public var errorCode: Int { code.rawValue }
}

/// Apple: "LAContext". A context belongs to the thread that uses it; the emulator serialises.
open class LAContext: NSObject, EmulatedContextCarrier, @unchecked Sendable {
    public let emulated = EmulatedContext()

    open var localizedReason = ""
    open var localizedFallbackTitle: String?
    open var localizedCancelTitle: String?
    open var interactionNotAllowed = false
    open var touchIDAuthenticationAllowableReuseDuration: TimeInterval = 0

    public override init() {}

    /// Valid after `canEvaluatePolicy`.
    open var biometryType: LABiometryType { LABiometryType(rawValue: EmulatedDevice.current.biometry.kind.rawValue) ?? .none }

    /// Apple: "evaluatedPolicyDomainState"; deprecated in iOS 18, still documented.
    open var evaluatedPolicyDomainState: Data? { emulated.proved.isEmpty && !hasAsked ? nil : EmulatedDevice.current.domainState }
    private var hasAsked = false

    /// Apple: "canEvaluatePolicy(_:error:)".
    open func canEvaluatePolicy(_ policy: LAPolicy, error: UnsafeMutablePointer<NSError?>?) -> Bool {
        hasAsked = true
        if emulated.isInvalidated {
            error?.pointee = LAError(.invalidContext) as NSError
            return false
        }
        guard let obstacle = EmulatedDevice.current.canPrompt(biometryOnly: policy == .deviceOwnerAuthenticationWithBiometrics) else {
            return true
        }
        error?.pointee = (Self.error(for: obstacle) ?? LAError(.authenticationFailed)) as NSError
        return false
    }

    /// Apple: "evaluatePolicy(_:localizedReason:reply:)".
    open func evaluatePolicy(_ policy: LAPolicy, localizedReason: String, reply: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        let error = evaluate(policy, localizedReason)
        reply(error == nil, error)
    }

    /// Apple: "evaluatePolicy(_:localizedReason:)".
    open func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool {
        if let error = evaluate(policy, localizedReason) { throw error }
        return true
    }

    /// Apple: "setCredential(_:type:)".
    @discardableResult
    open func setCredential(_ credential: Data?, type: LACredentialType) -> Bool {
        emulated.credential = credential
        return true
    }

    /// Apple: "isCredentialSet(_:)".
    open func isCredentialSet(_ type: LACredentialType) -> Bool { emulated.credential != nil }

    /// Apple: "invalidate()".
    open func invalidate() { emulated.invalidate() }

    private func evaluate(_ policy: LAPolicy, _ reason: String) -> LAError? {
        hasAsked = true
        if emulated.isInvalidated { return LAError(.invalidContext) }
        let result = EmulatedDevice.current.prompt(
            reason: reason, biometryOnly: policy == .deviceOwnerAuthenticationWithBiometrics, context: emulated,
            interactionAllowed: !interactionNotAllowed)
        return Self.error(for: result)
    }

    private static func error(for result: EmulatedPromptResult) -> LAError? {
        switch result {
        case .proved: nil
        case .failed: LAError(.authenticationFailed)
        case .cancelled: LAError(.userCancel)
        case .fellBack: LAError(.userFallback)
        case .systemCancelled: LAError(.systemCancel)
        case .lockedOut: LAError(.biometryLockout)
        case .biometryUnavailable: LAError(.biometryNotAvailable)
        case .biometryNotEnrolled: LAError(.biometryNotEnrolled)
        case .passcodeNotSet: LAError(.passcodeNotSet)
        case .notInteractive: LAError(.notInteractive)
        }
    }
}
