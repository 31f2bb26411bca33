extension AuthError.Code {
    /// An authentic token that has expired, or was made too long ago.
    public static let expired = AuthError.Code("expired")
    /// An authentic token whose time has not come; often a wrong clock.
    public static let notYetValid = AuthError.Code("not-yet-valid")
    /// An authentic token that is of another issuer, for another recipient or request, of another kind, or lacks a claim that is required.
    public static let claimMismatch = AuthError.Code("claim-mismatch")
    /// A key of the wrong kind, strength or form for what it is to do.
    public static let invalidKey = AuthError.Code("invalid-key")

    /// The server could not be asked, or its answer was no use. Nothing is known to be wrong with the credential: try again later.
    public static let unavailable = AuthError.Code("unavailable")
    /// Nobody is signed in, or the server has ended the session: ask the person to sign in.
    public static let signInRequired = AuthError.Code("sign-in-required")
}
