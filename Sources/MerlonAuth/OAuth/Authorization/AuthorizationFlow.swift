public import MerlonCore
public import MerlonPinning

/// One attempt to sign in by authorization code (OAuth 2.1, 4.1). Its `state`, `nonce` and PKCE verifier are made for it alone, and it takes one
/// answer, right or wrong, within ten minutes.
///
/// Made by ``OAuthClient/begin(redirectURI:options:)``, ended by ``OAuthClient/finish(_:with:)``.
public final class AuthorizationFlow: Sendable {
    /// What the browser opens.
    public let url: HTTPURL
    /// Where the server sends the browser back to.
    public let redirectURI: RedirectURI
    let options: SignInOptions
    let issuer: String
    let clientID: String
    /// What ties the ID token to this flow; `nil` where none is asked for.
    let nonce: String?
    let pkce: PKCE
    private let state: String
    private let needsIssuer: Bool
    private let time: any TimeSource
    private let end: MonotonicTime
    private let lock = Lock()
    private nonisolated(unsafe) var isUsed = false

    /// How long an answer may take.
    public static let lifetime = TimeSpan.minutes(10)
    /// The longest answer, in bytes.
    public static let maximumAnswerByteCount = 16 << 10

    private static let ownParameters: Set<String> = [
        "response_type", "response_mode", "client_id", "redirect_uri", "scope", "state", "nonce", "code_challenge", "code_challenge_method",
        "max_age", "request", "request_uri",
    ]

    init(
        _ server: ServerMetadata, clientID: String, redirectURI: RedirectURI, options: SignInOptions, entropy: any Entropy,
        time: any TimeSource
    ) throws(AuthError) {
        guard let endpoint = server.authorizationEndpoint, endpoint.isSecureOrLocal else {
            throw AuthError(.unsupported, "The server has no authorization endpoint that is https.")
        }
        guard !server.requiresPushedRequests else { throw AuthError(.unsupported, "The server takes pushed requests alone (RFC 9126).") }
        guard server.supportsPKCE || options.isOpenID else {
            throw AuthError(.unsupported, "The server does not say that it checks PKCE, and without openid there is no nonce either.")
        }
        let more = try options.checked(against: Self.ownParameters)
        state = try RandomText.make(using: entropy)
        nonce = options.isOpenID ? try RandomText.make(using: entropy) : nil
        pkce = try PKCE(using: entropy)
        let own = [
            ("response_type", "code"), ("client_id", clientID), ("redirect_uri", redirectURI.description), ("state", state),
            ("code_challenge", pkce.challenge), ("code_challenge_method", "S256"),
        ]
        url = try endpoint.adding(own + (nonce.map { [("nonce", $0)] } ?? []) + more)
        self.redirectURI = redirectURI
        self.options = options
        self.clientID = clientID
        issuer = server.issuer
        needsIssuer = server.namesIssuerInAnswers
        self.time = time
        end = time.monotonicTime + Self.lifetime
    }

    /// The code of the URL that the browser was sent back to.
    ///
    /// Throws ``AuthError/Code/authenticationFailed`` for an answer that is not this flow's: another redirect URI, state or issuer (RFC 9207), a
    /// parameter that stands twice, a second or late answer; ``AuthError/Code/userCancelled`` when the person or the server said no;
    /// ``AuthError/Code/unavailable`` for the server's own faults; ``AuthError/Code/signInRequired`` when the server would have had to ask the
    /// person and was told not to; ``AuthError/Code/unsupported`` when the server refuses the request.
    func code(from answer: String) throws(AuthError) -> Redacted<String> {
        let isFirst = lock.withLock {
            defer { unsafe isUsed = true }
            return unsafe !isUsed
        }
        guard isFirst, time.monotonicTime < end,
            let parameters = RedirectedAnswer.parameters(answer, to: redirectURI, limit: Self.maximumAnswerByteCount),
            let given = parameters["state"], ConstantTime.equal(given.utf8, state.utf8)
        else { throw AuthError.authenticationFailed }
        // A server that names itself in answers always does: an answer without it was made by another (mix-up, RFC 9207).
        guard parameters["iss"].map({ $0.utf8.elementsEqual(issuer.utf8) }) ?? !needsIssuer else { throw AuthError.authenticationFailed }
        if let error = parameters["error"] {
            switch error {
            case "access_denied": throw AuthError(.userCancelled, "The person or the server said no.")
            case "server_error", "temporarily_unavailable": throw AuthError(.unavailable, "The server cannot sign anybody in now.")
            case "login_required", "interaction_required", "consent_required", "account_selection_required":
                throw AuthError(.signInRequired, "The server has to ask the person.")
            default: throw AuthError(.unsupported, "The server refuses the request.")
            }
        }
        guard let code = parameters["code"], !code.isEmpty, code.utf8.count <= 4096 else { throw AuthError.authenticationFailed }
        return Redacted(code)
    }
}

extension AuthorizationFlow: CustomStringConvertible, CustomReflectable {
    public var description: String { "authorization flow" }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
