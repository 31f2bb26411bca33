#if canImport(LocalAuthentication)
    import Foundation
    import LocalAuthentication

    extension BiometryState {
        /// What LocalAuthentication says; nothing is shown.
        static var current: BiometryState {
            let context = LAContext()
            var error: NSError?
            if unsafe context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &error) { return .available }
            guard let error, error.domain == LAErrorDomain, let code = LAError.Code(rawValue: error.code) else { return .unavailable }
            return switch code {
            case .biometryLockout: .lockedOut
            case .biometryNotEnrolled: .notEnrolled
            case .passcodeNotSet: .passcodeNotSet
            default: .unavailable
            }
        }
    }
#endif
