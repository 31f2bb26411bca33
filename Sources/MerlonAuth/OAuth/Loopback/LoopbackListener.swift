import Foundation
import MerlonCore

/// Listens at a port of 127.0.0.1 for the one request that brings an answer (RFC 8252, 7.3). Owned by one visit.
///
/// Bounded in everything: requests have at most ``LoopbackRequest/maximumByteCount`` bytes and five seconds, sixteen are read at a time, and nothing is
/// listened for after the answer or the deadline.
final class LoopbackListener: Sendable {
    /// The port that the system chose.
    let port: UInt16
    private let descriptor: Int32
    private let lock = Lock()
    private nonisolated(unsafe) var isListening = true

    private static let maximumConnections = 16
    private static let patience = TimeSpan.seconds(5)

    private struct Connection {
        let descriptor: Int32
        let end: MonotonicTime
        var bytes: [UInt8] = []
    }

    /// Throws ``AuthError/Code/unavailable`` when there is no port to be had.
    init() throws(AuthError) {
        let descriptor = LoopbackSocket.make()
        var address = LoopbackSocket.address(port: 0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe descriptor >= 0 && bind(descriptor, address, size) == 0 && listen(descriptor, 16) == 0
                    && getsockname(descriptor, address, &size) == 0
            }
        }
        guard isListening else {
            let status = errno
            if descriptor >= 0 { close(descriptor) }
            throw AuthError(.unavailable, "No port of this machine can be listened at.", nativeStatus: Int64(status))
        }
        self.descriptor = descriptor
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { stop() }

    /// Listens no more: who is still waiting is turned away.
    private func stop() {
        lock.withLock {
            if unsafe isListening { close(descriptor) }
            unsafe isListening = false
        }
    }

    /// `127.0.0.1:PORT`.
    var authority: String { "127.0.0.1:\(port)" }

    /// Waits for the answer and gives its target, once. Blocks the thread; looks every tenth of a second whether it is still wanted.
    func answer(at path: String, until end: MonotonicTime, time: any TimeSource, isWanted: () -> Bool) throws(AuthError) -> String {
        let expected = LoopbackRequest(authority: authority, path: path)
        guard lock.withLock({ unsafe self.isListening }) else { throw AuthError(.userCancelled, "The visit has had its answer.") }
        defer { stop() }
        var connections: [Connection] = []
        defer { for connection in connections { close(connection.descriptor) } }
        while true {
            guard isWanted() else { throw AuthError(.userCancelled, "The sign-in was cancelled.") }
            let now = time.monotonicTime
            guard now < end else { throw AuthError(.userCancelled, "Nobody came back from the browser in time.") }
            connections = connections.filter { connection in
                if now < connection.end { return true }
                close(connection.descriptor)
                return false
            }
            var entries = ([descriptor] + connections.map(\.descriptor)).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard unsafe poll(&entries, nfds_t(entries.count), 100) > 0 else { continue }
            // From the last to the first: those that end are taken out.
            for index in connections.indices.reversed() where entries[index + 1].revents != 0 {
                switch Self.read(&connections[index], expected) {
                case .incomplete: continue
                case .refused(let status): Self.finish(connections.remove(at: index).descriptor, status: status)
                case .answer(let target):
                    Self.finish(connections.remove(at: index).descriptor, status: 200)
                    return target
                }
            }
            guard entries[0].revents != 0, let new = LoopbackSocket.accept(from: descriptor) else { continue }
            // Whoever holds connections open without a word makes room.
            if connections.count == Self.maximumConnections { close(connections.removeFirst().descriptor) }
            connections.append(Connection(descriptor: new, end: time.monotonicTime + Self.patience))
        }
    }

    private static func read(_ connection: inout Connection, _ expected: LoopbackRequest) -> LoopbackRequest.Reading {
        let room = LoopbackRequest.maximumByteCount + 1 - connection.bytes.count
        var piece = [UInt8](repeating: 0, count: room)
        let count = unsafe recv(connection.descriptor, &piece, room, 0)
        guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) ? .incomplete : .refused(status: 400) }
        connection.bytes += piece[..<count]
        return expected.read(connection.bytes)
    }

    /// Answers and closes, in the order in which the other side gets to read the answer.
    private static func finish(_ descriptor: Int32, status: Int) {
        // Smaller than any socket's buffer: it is taken at once or not at all.
        LoopbackSocket.send(LoopbackPage.response(status: status), to: descriptor)
        shutdown(descriptor, LoopbackSocket.sendingEnd)
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if status == 200 { _ = unsafe poll(&entry, 1, 500) }
        close(descriptor)
    }
}
