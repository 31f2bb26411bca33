#if os(Linux)
    import Foundation
    import Glibc
    import MerlonCore

    /// A server on loopback that takes connections, answers each with fixed bytes or with none, and then leaves them open or closes them.
    public final class SilentServer: @unchecked Sendable {
        /// Where it listens.
        public let port: UInt16
        private let descriptor: Int32
        private let lock = Lock()
        private var connections: [Int32] = []

        /// Starts it.
        public init(answering bytes: [UInt8] = [], closes: Bool = false) throws {
            (descriptor, port) = try TestServer.listener()
            let listening = descriptor
            Thread.detachNewThread { [weak self] in
                while true {
                    let connection = accept(listening, nil, nil)
                    guard connection >= 0 else { return }
                    var rest = bytes[...]
                    while !rest.isEmpty {
                        let chunk = Array(rest.prefix(65_536))
                        let count = unsafe send(connection, chunk, chunk.count, Int32(MSG_NOSIGNAL))
                        guard count > 0 else { break }
                        rest = rest.dropFirst(count)
                    }
                    if closes { close(connection) } else { self?.keep(connection) }
                }
            }
        }

        private func keep(_ connection: Int32) { lock.withLock { connections.append(connection) } }

        deinit {
            shutdown(descriptor, Int32(SHUT_RDWR))
            close(descriptor)
            for connection in connections { close(connection) }
        }
    }
#endif
