import MerlonAuth
import MerlonCore
import MerlonPinning

/// The bank's interface: every request over the pinned transport, with the session's token.
struct BankAPI: Sendable {
    let base: HTTPURL
    let transport: any HTTPTransport
    let session: Session

    /// The answer with the person's accounts, as it came.
    func accounts() async throws -> [UInt8] { try await send(.get, "/accounts") }

    /// Sends money. The bank checks the code; the app could not say yes in its place.
    func send(_ transfer: Transfer, code: OTPCode) async throws {
        _ = try await send(.post, "/transfers", body: transfer.json(code: code.text))
    }

    private func send(_ method: HTTPRequest.Method, _ path: String, body: [UInt8]? = nil) async throws -> [UInt8] {
        var request = HTTPRequest(method, try base.resolving(path), body: body, maximumResponseBody: 1 << 20)
        if body != nil { try request.headers.set("content-type", "application/json") }
        let response = try await transport.send(try await session.authorized(request))
        switch response.status {
        case 200..<300: return response.body
        case 401: throw BankError.signInRequired
        case 403: throw BankError.wrongCode
        default: throw BankError.refused(status: response.status)
        }
    }
}
