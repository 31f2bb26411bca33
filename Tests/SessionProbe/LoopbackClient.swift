import Foundation
import MerlonAuth
import MerlonCore

/// Asks a server on this machine, with a socket and no more: a process that is killed every few milliseconds has to start fast.
struct LoopbackClient: TokenRefresher {
    let port: UInt16

    /// The status and body of the answer to a POST.
    func post(_ path: String, _ body: String) throws(AuthError) -> (status: Int, body: String) {
        let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(connection) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw AuthError(.unavailable, "no connection") }
        let request = Array("POST \(path) HTTP/1.0\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
        guard unsafe send(connection, request, request.count, 0) == request.count else { throw AuthError(.unavailable, "not sent") }
        var answer: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe recv(connection, &piece, piece.count, 0)
            guard count > 0 else { break }
            answer += piece[..<count]
        }
        let text = String(decoding: answer, as: UTF8.self)
        let parts = text.components(separatedBy: "\r\n\r\n")
        guard parts.count == 2, let status = Int(text.dropFirst(9).prefix(3)) else { throw AuthError(.unavailable, "cut") }
        return (status, parts[1])
    }

    func refresh(_ refreshToken: SecretBytes) async throws(AuthError) -> TokenResponse {
        let token = unsafe refreshToken.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
        let answer = try post("/refresh", token)
        switch answer.status {
        case 200: return try TokenResponse(parsing: Array(answer.body.utf8))
        case 400: throw AuthError(.signInRequired, "refused")
        default: throw AuthError(.unavailable, "status \(answer.status)")
        }
    }

    func revoke(accessToken: SecretBytes, refreshToken: SecretBytes?) async throws(AuthError) {}

    /// Makes a request with the session's token; whether the server took it.
    func use(_ session: Session) async -> Bool {
        do throws(AuthError) {
            let token = try await session.accessToken()
            return try post("/use", token.unredacted).status == 200
        } catch {
            FileHandle.standardError.write(Data("error \(error)\n".utf8))
            return false
        }
    }
}
