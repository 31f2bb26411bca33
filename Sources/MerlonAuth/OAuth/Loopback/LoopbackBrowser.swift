import Dispatch
public import MerlonCore
public import MerlonPinning

/// The system's browser, with an answer that comes to a port of 127.0.0.1 (RFC 8252, 7.3): for desktop Linux and macOS.
///
/// ```swift
/// let browser = LoopbackBrowser(opening: SystemBrowser.open)
/// ```
/// Each visit listens at a port of its own that the system chooses, for one request, for as long as ``timeout`` says. The server must have
/// `http://127.0.0.1/PATH` registered and leave the port aside (RFC 8252, 7.3).
///
/// What it does not stop: another program of the same user can read the browser's address line or listen at the port of a program that has ended. The code is
/// of no use to it without the PKCE verifier, which stays here.
public struct LoopbackBrowser: AuthorizationBrowser {
    /// The path of the redirect URI.
    public let path: String
    /// How long a visit may take.
    public let timeout: TimeSpan
    private let open: @Sendable (HTTPURL) async throws(AuthError) -> Void

    /// Makes one.
    ///
    /// - Parameters:
    ///   - path: As registered with the server; starts with a slash.
    ///   - open: Shows a URL to the person: `SystemBrowser.open`, or what writes it to a terminal.
    public init(
        path: String = "/callback", timeout: TimeSpan = .minutes(5),
        opening open: @escaping @Sendable (HTTPURL) async throws(AuthError) -> Void
    ) {
        self.path = path
        self.timeout = timeout
        self.open = open
    }

    public func prepare() async throws(AuthError) -> any BrowserVisit {
        guard path.hasPrefix("/") else { throw AuthError(.invalidArgument, "A path starts with a slash.") }
        let listener = try LoopbackListener()
        return Visit(
            listener: listener, redirectURI: try RedirectURI("http://\(listener.authority)\(path)"), path: path, timeout: timeout,
            open: open)
    }

    private struct Visit: BrowserVisit {
        let listener: LoopbackListener
        let redirectURI: RedirectURI
        let path: String
        let timeout: TimeSpan
        let open: @Sendable (HTTPURL) async throws(AuthError) -> Void

        func answer(to url: HTTPURL) async throws(AuthError) -> Redacted<String> {
            let time = SystemTimeSource()
            let end = time.monotonicTime + timeout
            let wanted = Flag()
            // The port is listened at already: a fast browser finds it.
            let answer = Task { () -> Result<String, AuthError> in
                await withCheckedContinuation { continuation in
                    DispatchQueue.global().async {
                        continuation.resume(
                            returning: Result { () throws(AuthError) in
                                try listener.answer(at: path, until: end, time: time) { wanted.isSet }
                            })
                    }
                }
            }
            do throws(AuthError) { try await open(url) } catch {
                wanted.clear()
                throw error
            }
            let target = try await withTaskCancellationHandler {
                await answer.value
            } onCancel: {
                wanted.clear()
            }.get()
            return Redacted("http://\(listener.authority)\(target)")
        }
    }

    /// Whether an answer is still wanted.
    private final class Flag: Sendable {
        private let lock = Lock()
        private nonisolated(unsafe) var value = true
        var isSet: Bool { lock.withLock { unsafe value } }
        func clear() { lock.withLock { unsafe value = false } }
    }
}
