public import MerlonCore

extension OAuthClient {
    /// Begins to sign out of the browser's session at the server. Tokens are another matter: ``Session/signOut()`` gives them up.
    ///
    /// - Parameters:
    ///   - redirectURI: Where the browser comes back to; registered with the server as a post-logout redirect URI.
    ///   - idTokenHint: An ID token of the person, by which servers know whom to sign out without asking. It becomes part of a URL, which browsers and
    ///     servers write down.
    public func beginLogout(redirectURI: RedirectURI, idTokenHint: Redacted<String>? = nil) throws(AuthError) -> LogoutFlow {
        try LogoutFlow(server, clientID: clientID, redirectURI: redirectURI, idTokenHint: idTokenHint, entropy: entropy)
    }

    /// Signs out of the browser's session at the server; see ``beginLogout(redirectURI:idTokenHint:)``.
    public func logOut(through browser: any AuthorizationBrowser, idTokenHint: Redacted<String>? = nil) async throws(AuthError) {
        let visit = try await browser.prepare()
        let flow = try beginLogout(redirectURI: visit.redirectURI, idTokenHint: idTokenHint)
        try flow.finish(with: try await visit.answer(to: flow.url).unredacted)
    }
}
