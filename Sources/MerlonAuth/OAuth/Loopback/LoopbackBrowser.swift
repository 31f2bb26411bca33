import Foundation
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
            let wanted = Interest()
            // The port is listened at already: a fast browser finds it. What opens it may not return before it is closed again, so nobody waits
            // for that.
            let opening = Task {
                do throws(AuthError) { try await open(url) } catch { wanted.end(with: error) }
            }
            defer { opening.cancel() }
            let answer = await withTaskCancellationHandler {
                await waited(wanted)
            } onCancel: {
                wanted.end(with: AuthError(.userCancelled, "The sign-in was cancelled."))
            }
            switch answer {
            case .success(let target): return Redacted("http://\(listener.authority)\(target)")
            case .failure(let error): throw wanted.reason ?? error
            }
        }

        private func waited(_ wanted: Interest) async -> Result<String, AuthError> {
            let time = SystemTimeSource()
            let end = time.monotonicTime + timeout
            return await withCheckedContinuation { continuation in
                // Minutes long, so on no thread that others wait for.
                Thread.detachNewThread {
                    continuation.resume(
                        returning: Result { () throws(AuthError) in
                            try listener.answer(at: path, until: end, time: time) { wanted.reason == nil }
                        })
                }
            }
        }
    }

    /// Whether an answer is still wanted, and otherwise why not.
    private final class Interest: Sendable {
        private let lock = Lock()
        private nonisolated(unsafe) var ending: AuthError?
        var reason: AuthError? { lock.withLock { unsafe ending } }
        func end(with error: AuthError) { lock.withLock { unsafe ending = unsafe ending ?? error } }
    }
}
