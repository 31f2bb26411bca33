public import MerlonCore

/// Verifies JSON Web Tokens (RFC 7519) by the rules of RFC 8725: known keys, one algorithm a key, an issuer, a recipient, an expiry.
///
/// ```swift
/// let keys = try JSONWebKeySet(parsing: jwks)
/// let verifier = TokenVerifier(keys: keys, policy: TokenPolicy(issuer: "https://id.example.com", audience: "accounts"))
/// let token = try verifier.verify(text)
/// print(token.registered.subject ?? "nobody")
/// ```
///
/// Keys that a token brings along or points to (`jwk`, `jku`, `x5c`, `x5u`) are never used or fetched. Whatever is wrong with form, algorithm,
/// key or signature gives ``AuthError/Code/authenticationFailed`` and no more; only of an authentic token the error says what its claims lack.
public struct TokenVerifier: Sendable {
    private let keys: JSONWebKeySet
    /// What tokens must say.
    public let policy: TokenPolicy
    private let time: any TimeSource

    /// A verifier that knows its keys. For keys that an issuer publishes and changes, see ``RemoteTokenVerifier``.
    public init(keys: JSONWebKeySet, policy: TokenPolicy, time: any TimeSource = SystemTimeSource()) {
        self.keys = keys
        self.policy = policy
        self.time = time
    }

    /// Verifies a token and gives its registered claims.
    ///
    /// - Parameter nonce: What the token's `nonce` must be; `nil` does not look at it.
    /// - Throws: ``AuthError/Code/authenticationFailed``, or for an authentic token ``AuthError/Code/expired``, ``AuthError/Code/notYetValid`` or
    ///   ``AuthError/Code/claimMismatch``.
    public func verify(_ token: String, nonce: String? = nil) throws(AuthError) -> VerifiedToken<RegisteredClaims> {
        unsafe try open(token, nonce) { header, registered, _ in
            VerifiedToken(header: header, registered: registered, claims: registered)
        }
    }

    /// Verifies a token and gives its claims as a type of the caller's; see ``verify(_:nonce:)``.
    ///
    /// - Throws: ``AuthError/Code/claimMismatch`` too, when the claims are not of that type.
    public func verify<Claims: Decodable & Sendable>(
        _ token: String, as claims: Claims.Type, nonce: String? = nil
    ) throws(AuthError) -> VerifiedToken<Claims> {
        unsafe try open(token, nonce) { (header, registered, payload) throws(AuthError) in
            VerifiedToken(
                header: header, registered: registered, claims: try ClaimsDecoder.decode(claims, from: unsafe Self.value(payload)))
        }
    }

    /// Verifies a token and gives its claims as they stand; see ``verify(_:nonce:)``.
    public func verifyJSON(_ token: String, nonce: String? = nil) throws(AuthError) -> VerifiedToken<JSONValue> {
        unsafe try open(token, nonce) { (header, registered, payload) throws(AuthError) in
            VerifiedToken(header: header, registered: registered, claims: unsafe try Self.value(payload))
        }
    }

    private func open<R>(
        _ token: String, _ nonce: String?, _ body: (TokenHeader, RegisteredClaims, UnsafeRawBufferPointer) throws(AuthError) -> R
    ) throws(AuthError) -> R {
        unsafe try token.withUTF8Bytes { (text) throws(AuthError) in
            unsafe try CompactJWS.withVerified(text, limit: policy.maximumByteCount, key: keys.key) { (header, payload) throws(AuthError) in
                // A token's payload is always encoded (RFC 7797, 7).
                guard !header.isPayloadRaw else { throw .authenticationFailed }
                let claims: RegisteredClaims
                do throws(JSONError) { claims = unsafe try RegisteredClaims(payload, probably: policy.issuer, for: policy.audience) } catch
                {
                    throw AuthError(.claimMismatch, "The token's claims are not of the form that RFC 7519 gives them.")
                }
                try policy.check(claims, type: header.type, nonce: nonce, now: time.wallTime)
                return unsafe try body(header, claims, payload)
            }
        }
    }

    private static func value(_ payload: UnsafeRawBufferPointer) throws(AuthError) -> JSONValue {
        do throws(JSONError) { return try JSONValue(parsing: unsafe Array(payload)) } catch {
            throw AuthError(.claimMismatch, "The token's claims are no JSON object.")
        }
    }
}
