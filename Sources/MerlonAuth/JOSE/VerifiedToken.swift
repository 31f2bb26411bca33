/// A token whose signature and claims were checked. Only a verifier makes one.
///
/// Printing shows none of its contents.
public struct VerifiedToken<Claims: Sendable>: Sendable {
    /// The header that was signed with the claims.
    public let header: TokenHeader
    /// The claims that every token may have.
    public let registered: RegisteredClaims
    /// The claims in the form that was asked for.
    public let claims: Claims

    init(header: TokenHeader, registered: RegisteredClaims, claims: Claims) {
        self.header = header
        self.registered = registered
        self.claims = claims
    }
}

extension VerifiedToken: CustomStringConvertible, CustomReflectable {
    public var description: String { "verified token" }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
