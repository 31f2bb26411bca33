public import MerlonCore

/// What a token must say to be taken, beside being signed. Strict unless something else is named.
public struct TokenPolicy: Sendable {
    /// What `typ` a token must have (RFC 8725, 3.11: so that a token of one kind is not taken for another).
    public enum TokenType: Hashable, Sendable {
        /// None, or `JWT`.
        case jwt
        /// Exactly this one, letter case and a leading `application/` aside; `at+jwt` for access tokens (RFC 9068).
        case named(String)
    }

    /// The issuer that `iss` must be, byte for byte.
    public let issuer: String
    /// The recipient that `aud` must name; `nil` only through ``dangerouslyForAnyAudience(issuer:)``.
    public let audience: String?
    /// How far the clocks of issuer and verifier may be apart; cut to 0 ... ``maximumSkew``.
    public var skew: TimeSpan {
        didSet { skew = min(max(skew, .zero), Self.maximumSkew) }
    }
    /// How long ago the token may have been made; `iat` is required then. `nil` for no limit of its own.
    public var maximumAge: TimeSpan?
    /// The longest time from `iat`, or from now where there is none, to `exp`. An hour unless named otherwise.
    public var maximumLifetime: TimeSpan
    /// What kind of token is asked for.
    public var type: TokenType
    /// The longest token in bytes.
    public var maximumByteCount: Int
    /// Whether a token without `exp` is taken: it can never be withdrawn.
    public var dangerouslyAllowsMissingExpiry = false

    /// The largest ``skew``: ten minutes.
    public static let maximumSkew = TimeSpan.minutes(10)

    private init(
        issuer: String, audience: String?, skew: TimeSpan, maximumAge: TimeSpan?, maximumLifetime: TimeSpan, type: TokenType
    ) {
        self.issuer = issuer
        self.audience = audience
        self.skew = min(max(skew, .zero), Self.maximumSkew)
        self.maximumAge = maximumAge
        self.maximumLifetime = maximumLifetime
        self.type = type
        maximumByteCount = 64 << 10
    }

    /// A policy for tokens of one issuer for one recipient.
    public init(
        issuer: String, audience: String, skew: TimeSpan = .seconds(30), maximumAge: TimeSpan? = nil,
        maximumLifetime: TimeSpan = .hours(1), type: TokenType = .jwt
    ) {
        self.init(
            issuer: issuer, audience: .some(audience), skew: skew, maximumAge: maximumAge, maximumLifetime: maximumLifetime, type: type)
    }

    /// A policy that does not look at `aud`: a token that the issuer made for another service is taken too, and that service can use it here.
    public static func dangerouslyForAnyAudience(issuer: String) -> TokenPolicy {
        TokenPolicy(
            issuer: issuer, audience: nil, skew: .seconds(30), maximumAge: nil, maximumLifetime: .hours(1), type: .jwt)
    }

    /// Throws unless the claims of a token whose signature was right are taken at `now`.
    func check(_ claims: RegisteredClaims, type tokenType: String?, nonce: String?, now: WallTime) throws(AuthError) {
        guard accepts(type: tokenType) else { throw AuthError(.claimMismatch, "The token is of another type.") }
        guard let issued = claims.issuer, ConstantTime.equal(issued.utf8, issuer.utf8) else {
            throw AuthError(.claimMismatch, "The token is of another issuer.")
        }
        guard audience.map({ wanted in claims.audience.contains { ConstantTime.equal($0.utf8, wanted.utf8) } }) ?? true else {
            throw AuthError(.claimMismatch, "The token is for another recipient.")
        }
        if let nonce {
            guard let own = claims.nonce, ConstantTime.equal(own.utf8, nonce.utf8) else {
                throw AuthError(.claimMismatch, "The token belongs to another request.")
            }
        }
        try checkTimes(claims, now)
    }

    private func checkTimes(_ claims: RegisteredClaims, _ now: WallTime) throws(AuthError) {
        let early = now + skew
        if let start = claims.notBefore, start > early { throw AuthError(.notYetValid, "The token is not valid yet.") }
        if let made = claims.issuedAt, made > early { throw AuthError(.notYetValid, "The token was made in the future.") }
        if let expiry = claims.expiry {
            // On the second of its expiry a token has expired (RFC 7519, 4.1.4).
            guard expiry + skew > now else { throw AuthError(.expired, "The token has expired.") }
            let lifetime = expiry - (claims.issuedAt ?? early)
            guard lifetime <= maximumLifetime else { throw AuthError(.claimMismatch, "The token lives longer than is allowed here.") }
        } else if !dangerouslyAllowsMissingExpiry {
            throw AuthError(.claimMismatch, "The token does not say when it expires.")
        }
        guard let maximumAge else { return }
        guard let made = claims.issuedAt else { throw AuthError(.claimMismatch, "The token does not say when it was made.") }
        guard now - made <= maximumAge + skew else { throw AuthError(.expired, "The token was made too long ago.") }
    }

    private func accepts(type tokenType: String?) -> Bool {
        switch type {
        case .jwt: tokenType.map { $0 == "JWT" || Self.plain($0) == "jwt" } ?? true
        case .named(let name): tokenType.map { Self.plain($0) == Self.plain(name) } ?? false
        }
    }

    private static func plain(_ type: String) -> String {
        let lowered = type.lowercased()
        return lowered.hasPrefix("application/") ? String(lowered.dropFirst(12)) : lowered
    }
}
