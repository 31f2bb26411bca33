#if canImport(AuthenticationServices) && !os(watchOS) && !os(tvOS)
    import AuthenticationServices
    import Foundation
    import MerlonCore
    import MerlonPinning

    /// One sign-in sheet.
    @MainActor final class WebAuthenticationVisit: NSObject, BrowserVisit {
        nonisolated let redirectURI: RedirectURI
        private let isEphemeral: Bool
        private let anchor: @MainActor () -> ASPresentationAnchor
        private var session: ASWebAuthenticationSession?
        private var continuation: CheckedContinuation<Result<String, AuthError>, Never>?
        private var isCancelled = false

        nonisolated init(redirectURI: RedirectURI, isEphemeral: Bool, anchor: @escaping @MainActor () -> ASPresentationAnchor) {
            self.redirectURI = redirectURI
            self.isEphemeral = isEphemeral
            self.anchor = anchor
        }

        nonisolated func answer(to url: HTTPURL) async throws(AuthError) -> Redacted<String> {
            let result = await withTaskCancellationHandler {
                await show(url)
            } onCancel: {
                Task { @MainActor in self.cancel() }
            }
            return Redacted(try result.get())
        }

        private func show(_ url: HTTPURL) async -> Result<String, AuthError> {
            guard let address = URL(string: url.description), let session = made(address) else {
                return .failure(AuthError(.unsupported, "This system's sheet takes no https redirect URI."))
            }
            guard !isCancelled else { return .failure(Self.cancelled) }
            session.prefersEphemeralWebBrowserSession = isEphemeral
            session.presentationContextProvider = self
            self.session = session
            return await withCheckedContinuation { continuation in
                self.continuation = continuation
                if !session.start() { end(.failure(AuthError(.unavailable, "The sheet cannot be shown now."))) }
            }
        }

        private func made(_ url: URL) -> ASWebAuthenticationSession? {
            let handler = { @Sendable (callback: URL?, error: (any Error)?) in
                let result = Self.result(callback, error)
                Task { @MainActor in self.end(result) }
            }
            switch redirectURI.kind {
            case .privateScheme(let scheme):
                return ASWebAuthenticationSession(url: url, callbackURLScheme: scheme, completionHandler: handler)
            case .claimedHTTPS(let host, let path):
                guard #available(iOS 17.4, macOS 14.4, macCatalyst 17.4, visionOS 1.1, *) else { return nil }
                return ASWebAuthenticationSession(url: url, callback: .https(host: host, path: path), completionHandler: handler)
            case .loopback: return nil
            }
        }

        private func cancel() {
            isCancelled = true
            session?.cancel()
            end(.failure(Self.cancelled))
        }

        /// Takes the first result; the sheet may give another when it is taken away.
        private func end(_ result: Result<String, AuthError>) {
            continuation?.resume(returning: result)
            continuation = nil
            session = nil
        }

        private nonisolated static let cancelled = AuthError(.userCancelled, "The sheet was closed.")

        private nonisolated static func result(_ callback: URL?, _ error: (any Error)?) -> Result<String, AuthError> {
            if let callback { return .success(callback.absoluteString) }
            switch (error as? ASWebAuthenticationSessionError)?.code {
            case .canceledLogin?: return .failure(cancelled)
            case .presentationContextNotProvided?, .presentationContextInvalid?:
                return .failure(AuthError(.invalidArgument, "The sheet has no window to belong to."))
            default: return .failure(AuthError(.unavailable, "The sheet failed."))
            }
        }
    }

    extension WebAuthenticationVisit: ASWebAuthenticationPresentationContextProviding {
        func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { anchor() }
    }
#endif
