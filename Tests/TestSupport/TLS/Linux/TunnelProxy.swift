#if os(Linux)
    import Foundation
    import Glibc
    import MerlonCore

    /// A proxy on loopback that answers each request for a tunnel as it is told, and then tunnels to that port of loopback.
    public final class TunnelProxy: @unchecked Sendable {
        /// Where it listens.
        public let port: UInt16
        private let listening: Int32
        private let lock = Lock()
        private var count = 0
        private var turnedAway = 0

        /// How many tunnels were asked for and made.
        public var connections: Int { lock.withLock { count } }
        /// How many were asked for without the login that it wants.
        public var refusals: Int { lock.withLock { turnedAway } }

        /// Starts it.
        ///
        /// - Parameter login: The value of `Proxy-Authorization` without which nobody gets a tunnel, if any is wanted.
        public init(saying answer: String = "HTTP/1.1 200 OK\r\n\r\n", wanting login: String? = nil) throws {
            (listening, port) = try TestServer.listener()
            let listening = listening
            Thread.detachNewThread { [weak self] in
                while true {
                    let client = accept(listening, nil, nil)
                    guard client >= 0 else { return }
                    guard let (target, wanted) = Self.request(of: client, login) else {
                        close(client)
                        continue
                    }
                    guard wanted else {
                        self?.lock.withLock { self?.turnedAway += 1 }
                        let refusal = Array(
                            "HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm=\"p\"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                                .utf8)
                        _ = unsafe send(client, refusal, refusal.count, Int32(MSG_NOSIGNAL))
                        shutdown(client, Int32(SHUT_WR))
                        continue
                    }
                    self?.lock.withLock { self?.count += 1 }
                    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
                    var address = TestServer.loopback(target)
                    _ = unsafe withUnsafePointer(to: &address) { pointer in
                        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                            unsafe connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                        }
                    }
                    let bytes = Array(answer.utf8)
                    _ = unsafe send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                    for (from, to) in [(client, server), (server, client)] { Thread.detachNewThread { Self.copy(from, to) } }
                }
            }
        }

        deinit {
            shutdown(listening, Int32(SHUT_RDWR))
            close(listening)
        }

        /// The port that `CONNECT host:port` names, and whether it has the login.
        private static func request(of client: Int32, _ login: String?) -> (port: UInt16, hasLogin: Bool)? {
            var text: [UInt8] = []
            while !text.suffix(4).elementsEqual([13, 10, 13, 10]), text.count < 4096 {
                var byte: UInt8 = 0
                guard unsafe recv(client, &byte, 1, 0) == 1 else { return nil }
                text.append(byte)
            }
            let request = String(decoding: text, as: UTF8.self)
            let line = request.split(separator: " ")
            guard line.count > 1, line[0] == "CONNECT", let port = line[1].split(separator: ":").last.flatMap({ UInt16($0) }) else {
                return nil
            }
            return (port, login.map { request.contains("\r\nProxy-Authorization: \($0)\r\n") } ?? true)
        }

        private static func copy(_ from: Int32, _ to: Int32) {
            var bytes = [UInt8](repeating: 0, count: 65_536)
            while true {
                let got = unsafe recv(from, &bytes, bytes.count, 0)
                guard got > 0, unsafe send(to, bytes, got, Int32(MSG_NOSIGNAL)) == got else { break }
            }
            // The other direction ends with it; the descriptors stay until the test's process ends.
            shutdown(from, Int32(SHUT_RDWR))
            shutdown(to, Int32(SHUT_RDWR))
        }
    }
#endif
