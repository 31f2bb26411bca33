#if canImport(AuthenticationServices) && !os(watchOS) && !os(tvOS)
    public import AuthenticationServices
    import Foundation
    import MerlonCore
    import MerlonPinning

    /// The system's sign-in sheet. Apple: "ASWebAuthenticationSession".
    ///
    /// The app sees neither the pages nor what is typed. The answer comes to this app alone: the system does not hand it to another that claims the same
    /// scheme while the sheet is open.
    @MainActor public final class WebAuthenticationBrowser: AuthorizationBrowser {
        nonisolated private let redirectURI: RedirectURI
        nonisolated private let isEphemeral: Bool
        private let anchor: @MainActor () -> ASPresentationAnchor

        /// Makes one.
        ///
        /// - Parameters:
        ///   - redirectURI: A private scheme; or an `https` URL that the app has as an associated domain, from iOS 17.4 and macOS 14.4 on.
        ///   - isEphemeral: Whether nothing of the browser's earlier sign-ins is used, and nothing kept: the person types their password each time, and nobody
        ///     else who has the device is signed in by it. Switch off for single sign-on.
        ///   - anchor: The window that the sheet belongs to.
        /// - Throws: ``AuthError/Code/invalidArgument`` for a loopback redirect URI.
        public nonisolated init(
            redirectURI: RedirectURI, isEphemeral: Bool = true, anchor: @escaping @MainActor () -> ASPresentationAnchor
        ) throws(AuthError) {
            if case .loopback = redirectURI.kind { throw AuthError(.invalidArgument, "The sheet takes no loopback redirect URI.") }
            self.redirectURI = redirectURI
            self.isEphemeral = isEphemeral
            self.anchor = anchor
        }

        public nonisolated func prepare() async throws(AuthError) -> any BrowserVisit {
            WebAuthenticationVisit(redirectURI: redirectURI, isEphemeral: isEphemeral, anchor: anchor)
        }
    }
#endif
