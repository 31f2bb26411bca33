#if canImport(Darwin)
    import Darwin

    /// What the sockets of Apple's systems have of their own.
    enum LoopbackSocket {
        static let sendingEnd = SHUT_WR

        /// A TCP socket that no child process inherits and that never blocks; negative when there is none.
        static func make() -> Int32 { prepared(socket(AF_INET, SOCK_STREAM, 0)) }

        /// 127.0.0.1 with that port.
        static func address(port: UInt16) -> sockaddr_in {
            var address = sockaddr_in()
            address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
            return address
        }

        /// The next connection, like the sockets of ``make()``.
        static func accept(from listener: Int32) -> Int32? {
            let descriptor = prepared(Darwin.accept(listener, nil, nil))
            return descriptor >= 0 ? descriptor : nil
        }

        /// Sends what the socket takes at once.
        static func send(_ bytes: [UInt8], to descriptor: Int32) { _ = unsafe Darwin.send(descriptor, bytes, bytes.count, 0) }

        private static func prepared(_ descriptor: Int32) -> Int32 {
            guard descriptor >= 0 else { return descriptor }
            // A peer that is gone must be an error and not a signal that ends the process.
            var on: Int32 = 1
            _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            return descriptor
        }
    }
#endif
