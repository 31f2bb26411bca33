public import MerlonCore

/// What a server gives for a sign-in or a refresh: of OAuth (RFC 6749, 5.1), or an app's own login under whatever names.
///
/// Nothing of it is ever printed.
public struct TokenResponse: Sendable {
    /// What requests are authorised with.
    public let accessToken: SecretBytes
    /// What a new access token is asked for with; `nil` in the answer to a refresh means that the old one stays.
    public let refreshToken: SecretBytes?
    /// How long the access token lives from now; `nil` where the server does not say, which counts as ``SessionLimits/unstatedLifetime``.
    public let lifetime: TimeSpan?
    /// Whose session it is, by an identifier that does not change.
    public let subject: String?
    /// The ID token of OpenID Connect, still unverified.
    public let unverifiedIDToken: Redacted<String>?
    /// The scopes that were granted, where the server says so.
    public let scope: String?

    /// Tokens of an app's own login. A token has 1 ... ``maximumTokenByteCount`` visible ASCII characters.
    ///
    /// Throws ``AuthError/Code/malformed`` for a token that no header can carry, a lifetime that is not positive, or an empty subject.
    public init(
        accessToken: String, refreshToken: String? = nil, lifetime: TimeSpan? = nil, subject: String? = nil, idToken: String? = nil,
        scope: String? = nil
    ) throws(AuthError) {
        for token in [accessToken, refreshToken, idToken].compactMap({ $0 }) {
            guard (1...Self.maximumTokenByteCount).contains(token.utf8.count), token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw AuthError(.malformed, "A token has characters that no header can carry, or is too long.")
            }
        }
        guard lifetime.map({ $0 > .zero }) ?? true, subject.map({ (1...255).contains($0.utf8.count) }) ?? true else {
            throw AuthError(.malformed, "A lifetime is positive, and a subject has 1 to 255 bytes.")
        }
        self.accessToken = try authCore { () throws(CoreError) in try SecretBytes(copying: accessToken.utf8) }
        self.refreshToken = try authCore { () throws(CoreError) in
            try refreshToken.map { (token) throws(CoreError) in try SecretBytes(copying: token.utf8) }
        }
        self.lifetime = lifetime
        self.subject = subject
        self.unverifiedIDToken = idToken.map { Redacted($0) }
        self.scope = scope
    }

    /// The same, of this subject.
    func named(_ subject: String?) throws(AuthError) -> TokenResponse { try TokenResponse(self, subject: subject) }

    private init(_ other: TokenResponse, subject: String?) throws(AuthError) {
        guard subject.map({ (1...255).contains($0.utf8.count) }) ?? true else {
            throw AuthError(.malformed, "A subject has 1 to 255 bytes.")
        }
        accessToken = other.accessToken
        refreshToken = other.refreshToken
        lifetime = other.lifetime
        self.subject = subject
        unverifiedIDToken = other.unverifiedIDToken
        scope = other.scope
    }

    /// The longest token, in bytes: 16 KiB.
    public static let maximumTokenByteCount = 16 << 10

    /// Reads the JSON of a token endpoint (RFC 6749, 5.1), of at most 64 KiB. `token_type` must be `Bearer`, in any letter case; what is there must
    /// be of its type.
    ///
    /// Throws ``AuthError/Code/malformed`` for anything else.
    public init(parsing json: [UInt8]) throws(AuthError) {
        guard let value = try? JSONValue(parsing: json, limits: JSONLimits(size: 64 << 10, depth: 8)),
            let accessToken = value["access_token"]?.string, value["token_type"]?.string?.lowercased() == "bearer"
        else { throw AuthError(.malformed, "Not the answer of a token endpoint.") }
        for name in ["refresh_token", "id_token", "scope"] where value[name] != nil {
            // A refresh token of another type would be taken for none, and the old one be kept.
            guard value[name]?.string != nil || value[name]?.isNull ?? false else {
                throw AuthError(.malformed, "\(name) that is no text.")
            }
        }
        // Some servers write the number as text.
        let seconds = value["expires_in"].flatMap { $0.wholeNumber ?? $0.string.flatMap { CachePolicy.seconds($0[...]) } }
        guard value["expires_in"] == nil || seconds != nil else { throw AuthError(.malformed, "A lifetime that is no number.") }
        try self.init(
            accessToken: accessToken, refreshToken: value["refresh_token"]?.string, lifetime: seconds.map { .seconds($0) },
            idToken: value["id_token"]?.string, scope: value["scope"]?.string)
    }
}

extension TokenResponse: CustomStringConvertible, CustomReflectable {
    public var description: String { "token response" }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
