import MerlonCore
public import MerlonPinning

/// What a client has to know of an authorization server: found by ``ServerDiscovery`` (RFC 8414, OpenID Connect Discovery), or written down.
public struct ServerMetadata: Hashable, Sendable {
    /// The server's name, which its answers and ID tokens must carry byte for byte.
    public var issuer: String
    /// Where the browser is sent to.
    public var authorizationEndpoint: HTTPURL?
    /// Where tokens come from.
    public var tokenEndpoint: HTTPURL
    /// Where the keys of ID tokens are (`jwks_uri`).
    public var keysEndpoint: HTTPURL?
    /// Where tokens are given up (RFC 7009).
    public var revocationEndpoint: HTTPURL?
    /// Where devices without a browser begin (RFC 8628).
    public var deviceAuthorizationEndpoint: HTTPURL?
    /// Where the browser signs out (OpenID Connect RP-Initiated Logout).
    public var endSessionEndpoint: HTTPURL?
    /// Whether the server names itself in every answer through the browser (RFC 9207): an answer that does not is of another server then.
    public var namesIssuerInAnswers: Bool
    /// Whether the server says that it checks PKCE with S256. Where it does not, only sign-ins with OpenID Connect's nonce are begun
    /// (RFC 9700, 2.1.1).
    public var supportsPKCE: Bool
    /// Whether the server takes requests only that were pushed to it before (RFC 9126), which this version does not do.
    public var requiresPushedRequests = false

    /// A server that is known otherwise. Its endpoints must be `https`, or plain `http` on this machine itself.
    public init(
        issuer: String, authorizationEndpoint: HTTPURL?, tokenEndpoint: HTTPURL, keysEndpoint: HTTPURL? = nil,
        revocationEndpoint: HTTPURL? = nil, deviceAuthorizationEndpoint: HTTPURL? = nil, endSessionEndpoint: HTTPURL? = nil,
        namesIssuerInAnswers: Bool = false, supportsPKCE: Bool = true
    ) {
        self.issuer = issuer
        self.authorizationEndpoint = authorizationEndpoint
        self.tokenEndpoint = tokenEndpoint
        self.keysEndpoint = keysEndpoint
        self.revocationEndpoint = revocationEndpoint
        self.deviceAuthorizationEndpoint = deviceAuthorizationEndpoint
        self.endSessionEndpoint = endSessionEndpoint
        self.namesIssuerInAnswers = namesIssuerInAnswers
        self.supportsPKCE = supportsPKCE
    }

    /// The largest description that is read, in bytes: 256 KiB.
    public static let maximumByteCount = 256 << 10

    /// Reads a server's description, which must be that of `issuer`.
    ///
    /// Throws ``AuthError/Code/malformed``, ``AuthError/Code/claimMismatch`` for the description of another server, and
    /// ``AuthError/Code/unsupported`` for a server that says how it checks PKCE, and leaves S256 out.
    public init(parsing json: [UInt8], issuer: String) throws(AuthError) {
        guard let value = try? JSONValue(parsing: json, limits: JSONLimits(size: Self.maximumByteCount, depth: 16)), value.object != nil
        else { throw Self.malformed("no JSON object") }
        guard let named = value["issuer"]?.string else { throw Self.malformed("no issuer") }
        guard named.utf8.elementsEqual(issuer.utf8) else { throw AuthError(.claimMismatch, "The description is of another issuer.") }
        guard let tokenEndpoint = try Self.endpoint("token_endpoint", value) else { throw Self.malformed("no token endpoint") }
        let methods = value["code_challenge_methods_supported"]
        guard methods?.isNull ?? true || methods?.array != nil else { throw Self.malformed("PKCE methods that are no list") }
        let checksS256 = methods?.array?.contains("S256") ?? false
        guard methods?.array == nil || checksS256 else { throw AuthError(.unsupported, "The server does not check PKCE with S256.") }
        self.init(
            issuer: issuer, authorizationEndpoint: try Self.endpoint("authorization_endpoint", value), tokenEndpoint: tokenEndpoint,
            keysEndpoint: try Self.endpoint("jwks_uri", value), revocationEndpoint: try Self.endpoint("revocation_endpoint", value),
            deviceAuthorizationEndpoint: try Self.endpoint("device_authorization_endpoint", value),
            endSessionEndpoint: try Self.endpoint("end_session_endpoint", value),
            namesIssuerInAnswers: try Self.flag("authorization_response_iss_parameter_supported", value), supportsPKCE: checksS256)
        requiresPushedRequests = try Self.flag("require_pushed_authorization_requests", value)
    }

    private static func endpoint(_ name: String, _ value: JSONValue) throws(AuthError) -> HTTPURL? {
        guard let member = value[name], !member.isNull else { return nil }
        // An endpoint has no fragment (RFC 6749, 3.1), which reading a URL would drop.
        guard let text = member.string, !text.utf8.contains(UInt8(ascii: "#")), let url = try? HTTPURL(text), url.isSecureOrLocal else {
            throw malformed("\(name) that is no https URL")
        }
        return url
    }

    private static func flag(_ name: String, _ value: JSONValue) throws(AuthError) -> Bool {
        guard let member = value[name], !member.isNull else { return false }
        guard let flag = member.boolean else { throw malformed("\(name) that is not true or false") }
        return flag
    }

    private static func malformed(_ what: String) -> AuthError { AuthError(.malformed, "The server's description has \(what).") }
}
