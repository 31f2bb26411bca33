extension AuthError.Code {
    /// The app is locked: ask the owner first.
    public static let appLocked = AuthError.Code("app-locked")
    /// There is no app lock yet.
    public static let notSetUp = AuthError.Code("not-set-up")
    /// Too many wrong PINs: the key is gone, as the policy wanted, and what was sealed under it with it.
    public static let wiped = AuthError.Code("wiped")
    /// Other faces or fingers are enrolled than when biometry was switched on: unlock by PIN and switch it on anew.
    public static let biometryChanged = AuthError.Code("biometry-changed")
    /// Biometry has failed too often, or was never possible here, or nobody is enrolled: unlock by PIN.
    public static let biometryUnavailable = AuthError.Code("biometry-unavailable")
}
