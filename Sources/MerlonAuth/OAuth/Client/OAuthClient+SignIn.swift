import MerlonCore

extension OAuthClient {
    /// Signs in through a browser: opens it, waits for the answer, exchanges the code, and verifies the ID token.
    ///
    /// - Throws: As ``finish(_:with:)`` does, and ``AuthError/Code/userCancelled`` when the person closes the browser or the task is cancelled.
    public func signIn(
        through browser: any AuthorizationBrowser, options: SignInOptions = SignInOptions()
    ) async throws(AuthError) -> SignIn {
        let visit = try await browser.prepare()
        let flow = try begin(redirectURI: visit.redirectURI, options: options)
        return try await finish(flow, with: try await visit.answer(to: flow.url).unredacted)
    }

    /// Begins a sign-in for an app that shows the browser itself: it opens the flow's ``AuthorizationFlow/url`` and hands the URL that it is sent back
    /// to to ``finish(_:with:)``.
    public func begin(redirectURI: RedirectURI, options: SignInOptions = SignInOptions()) throws(AuthError) -> AuthorizationFlow {
        try AuthorizationFlow(server, clientID: clientID, redirectURI: redirectURI, options: options, entropy: entropy, time: time)
    }

    /// Ends a sign-in with the URL that the browser was sent back to.
    ///
    /// - Throws: ``AuthError/Code/authenticationFailed`` for an answer that is not this flow's, a code that the server refuses, and an ID token that is
    ///   missing or not authentic; ``AuthError/Code/claimMismatch`` or ``AuthError/Code/expired`` for an authentic ID token of another issuer,
    ///   client, request, access token or time; ``AuthError/Code/userCancelled``; ``AuthError/Code/unavailable`` when the server cannot be asked;
    ///   ``AuthError/Code/unsupported`` when it refuses this client; ``AuthError/Code/malformed`` when its answer is none.
    public func finish(_ flow: AuthorizationFlow, with answer: String) async throws(AuthError) -> SignIn {
        // A flow of another server's client: its code and verifier are not for this one (mix-up).
        guard flow.issuer.utf8.elementsEqual(server.issuer.utf8), flow.clientID.utf8.elementsEqual(clientID.utf8) else {
            throw AuthError(.invalidArgument, "The flow belongs to another client.")
        }
        let code = try flow.code(from: answer)
        let form = [
            ("grant_type", "authorization_code"), ("code", code.unredacted), ("redirect_uri", flow.redirectURI.description),
            ("code_verifier", flow.pkce.verifier.unredacted),
        ]
        let response = try await tokens(form, refusedGrant: .authenticationFailed)
        return try await identified(response, options: flow.options, nonce: flow.nonce)
    }

    /// The sign-in of a token response, with its ID token verified.
    func identified(_ response: TokenResponse, options: SignInOptions, nonce: String?) async throws(AuthError) -> SignIn {
        guard let token = response.unverifiedIDToken else {
            guard !options.isOpenID else { throw AuthError.authenticationFailed }
            return SignIn(tokens: response, identity: nil)
        }
        let identity = try await verify(
            token, nonce: nonce, accessToken: response.accessToken, maximumAge: options.maximumAge)
        return SignIn(tokens: try response.named(identity.registered.subject), identity: identity)
    }
}
