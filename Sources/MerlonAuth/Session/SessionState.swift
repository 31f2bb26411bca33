/// What an observer of a session learns: never a token.
public enum SessionState: Hashable, Sendable {
    /// Somebody is signed in, by an identifier where the server gave one.
    case signedIn(subject: String?)
    /// Nobody is signed in.
    case signedOut(SignOutReason)
}

/// Why nobody is signed in.
public enum SignOutReason: String, Hashable, Codable, Sendable {
    /// There was no sign-in yet, or another process has ended it.
    case none
    /// The person or the app signed out.
    case requested
    /// The server refused the refresh token.
    case refusedByServer
    /// The access token has expired and there is nothing to get another with.
    case expired
    /// The session was not used for longer than ``SessionLimits/idle``.
    case idle
    /// The session is older than ``SessionLimits/absolute``.
    case tooOld
}

/// What came of a sign-out. On this device nothing is left in either case.
public enum Revocation: Hashable, Sendable {
    /// The server has given the tokens up.
    case done
    /// The server was not reached, or refused: the tokens work until they expire. The reason carries no token.
    case failed(AuthError)
    /// There was nothing to revoke.
    case nothing
}
