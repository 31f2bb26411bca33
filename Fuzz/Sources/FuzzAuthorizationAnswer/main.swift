import Foundation
import FuzzRunner
import MerlonAuth
import MerlonCore
import MerlonPinning

/// Random bytes that seeds can have.
struct Zeros: Entropy {
    func fill(_ buffer: UnsafeMutableRawBufferPointer) {}
}

/// Notices that a code would be exchanged.
final class Notice: HTTPTransport {
    private let lock = NSLock()
    nonisolated(unsafe) private var count = 0
    var asked: Int { lock.withLock { count } }

    func send(_ request: HTTPRequest) async throws(PinningError) -> HTTPResponse {
        lock.withLock { count += 1 }
        throw PinningError(.connectionFailed, "")
    }
}

let redirect = try RedirectURI("com.example.app:/callback")
let notice = Notice()
var metadata = ServerMetadata(
    issuer: "https://id.example", authorizationEndpoint: try HTTPURL("https://id.example/a"),
    tokenEndpoint: try HTTPURL("https://id.example/t"),
    endSessionEndpoint: try HTTPURL("https://id.example/l"), namesIssuerInAnswers: true)
let client = try OAuthClient(metadata, clientID: "app", transport: notice, entropy: Zeros())
let state = Base64URL.encode([UInt8](repeating: 0, count: 32))

fuzz { (bytes) async in
    let answer = String(decoding: bytes, as: UTF8.self)
    guard let flow = try? client.begin(redirectURI: redirect), let logout = try? client.beginLogout(redirectURI: redirect) else {
        preconditionFailure("no flow")
    }
    let before = notice.asked
    let isDone = (try? await client.finish(flow, with: answer)) != nil
    precondition(!isDone, "a sign-in without a server")
    if notice.asked > before {
        precondition(answer.hasPrefix("com.example.app:/callback?") && answer.contains("code"), "a code of another answer")
    }
    if (try? logout.finish(with: answer)) != nil {
        precondition(answer.hasPrefix("com.example.app:/callback?"), "an answer to another URI")
    }
}
