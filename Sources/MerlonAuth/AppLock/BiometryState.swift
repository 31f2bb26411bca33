/// Whether biometry can be asked now: a fact that the platform's adapter gathers.
enum BiometryState: Hashable, Sendable {
    case available
    /// Too many failed tries: only the device's passcode opens it again.
    case lockedOut
    case notEnrolled
    case passcodeNotSet
    /// No sensor, or the app may not use it.
    case unavailable

    /// Why it cannot be asked, if it cannot.
    var obstacle: AuthError? {
        switch self {
        case .available: nil
        case .lockedOut: AuthError(.biometryUnavailable, "Biometry is locked out until the device's passcode is entered.")
        // Whoever was enrolled when biometry was switched on is so no more.
        case .notEnrolled: AuthError(.biometryChanged, "Nobody is enrolled any more.")
        case .passcodeNotSet: AuthError(.biometryUnavailable, "The device has no passcode.")
        case .unavailable: AuthError(.biometryUnavailable, "There is no biometry here.")
        }
    }
}
