public import MerlonCore
public import MerlonPinning

/// A browser that is not the app's own, in which the person signs in (RFC 8252: the external user agent): an embedded web view would see the
/// password.
///
/// On Apple's systems `WebAuthenticationBrowser`; at a desktop ``LoopbackBrowser``; in tests whatever plays the person.
public protocol AuthorizationBrowser: Sendable {
    /// Gets ready for one visit, so that its redirect URI is known before the request is made.
    func prepare() async throws(AuthError) -> any BrowserVisit
}

/// One visit of a browser to an authorization server.
public protocol BrowserVisit: Sendable {
    /// Where the server has to send the browser back to.
    var redirectURI: RedirectURI { get }

    /// Opens the URL, waits, and gives the URL that the browser was sent back to, unverified. Called once.
    ///
    /// Throws ``AuthError/Code/userCancelled`` when the person closes the browser or nobody comes back in time, and when the task is cancelled;
    /// ``AuthError/Code/unsupported`` when there is no browser.
    func answer(to url: HTTPURL) async throws(AuthError) -> Redacted<String>
}
