public import MerlonPinning
import MerlonCore

/// One visit of the browser to sign out at the server (OpenID Connect RP-Initiated Logout). It takes one answer.
public final class LogoutFlow: Sendable {
    /// What the browser opens.
    public let url: HTTPURL
    /// Where the server sends the browser back to.
    public let redirectURI: RedirectURI
    private let state: String
    private let lock = Lock()
    private nonisolated(unsafe) var isUsed = false

    init(
        _ server: ServerMetadata, clientID: String, redirectURI: RedirectURI, idTokenHint: Redacted<String>?, entropy: any Entropy
    ) throws(AuthError) {
        guard let endpoint = server.endSessionEndpoint else { throw AuthError(.unsupported, "The server has no page to sign out.") }
        state = try RandomText.make(using: entropy)
        let hint = idTokenHint.map { [("id_token_hint", $0.unredacted)] } ?? []
        url = try endpoint.adding(
            [("client_id", clientID), ("post_logout_redirect_uri", redirectURI.description), ("state", state)] + hint)
        self.redirectURI = redirectURI
    }

    /// Takes the URL that the browser was sent back to. Throws ``AuthError/Code/authenticationFailed`` for one that is not this flow's, and for a
    /// second one.
    public func finish(with answer: String) throws(AuthError) {
        let isFirst = lock.withLock {
            defer { unsafe isUsed = true }
            return unsafe !isUsed
        }
        guard isFirst,
            let parameters = RedirectedAnswer.parameters(answer, to: redirectURI, limit: AuthorizationFlow.maximumAnswerByteCount),
            let given = parameters["state"], ConstantTime.equal(given.utf8, state.utf8)
        else { throw AuthError.authenticationFailed }
    }
}

extension LogoutFlow: CustomStringConvertible, CustomReflectable {
    public var description: String { "logout flow" }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
