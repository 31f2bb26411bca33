#if canImport(LocalAuthentication) && canImport(CryptoKit)
    import CryptoKit
    import Foundation
    import LocalAuthentication
    import MerlonCore

    /// How the device is set up.
    enum PostureProbe {
        /// A daemon answers, which has been seen to take half a minute.
        static func hasPasscode() -> Fact<Bool> {
            let context = LAContext()
            var problem: NSError?
            if unsafe context.canEvaluatePolicy(.deviceOwnerAuthentication, error: &problem) { return .value(true) }
            guard let problem else { return .unsupported }
            // Every other reason, such as too many wrong attempts, only exists where there is a passcode, or says nothing of it.
            return problem.code == LAError.Code.passcodeNotSet.rawValue ? .value(false) : .denied(Int32(truncatingIfNeeded: problem.code))
        }

        static func hasSecureEnclave() -> Fact<Bool> { .value(SecureEnclave.isAvailable) }
    }
#endif
