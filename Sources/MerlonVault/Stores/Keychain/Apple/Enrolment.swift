#if canImport(Security)
    import Foundation
    import LocalAuthentication

    /// The set of enrolled faces or fingers, as far as the device says now which it is.
    enum Enrolment: Equatable {
        /// A set, by an opaque value. Apple: "evaluatedPolicyDomainState".
        case set(Data)
        /// Nobody is enrolled, or there is no passcode, without which nobody can be.
        case nobody
        /// The device does not say: the sensor is locked out after wrong tries, or is not to be had.
        case unknown

        static var current: Enrolment {
            let context = LAContext()
            var error: NSError?
            guard unsafe context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: &error) else {
                guard error?.domain == LAErrorDomain, let code = error.flatMap({ LAError.Code(rawValue: $0.code) }) else { return .unknown }
                return code == .biometryNotEnrolled || code == .passcodeNotSet ? .nobody : .unknown
            }
            return context.evaluatedPolicyDomainState.map { .set($0) } ?? .unknown
        }

        /// The value of a known set.
        var mark: Data? { if case .set(let mark) = self { mark } else { nil } }

        /// Whether an item that was written with this mark has surely lost its set. An item without a mark, or a device that does not say, is no proof:
        /// whoever is told so throws the item away.
        func hasSurelyLeft(_ mark: Data?) -> Bool {
            guard let mark else { return false }
            switch self {
            case .set(let present): return present != mark
            case .nobody: return true
            case .unknown: return false
            }
        }
    }
#endif
