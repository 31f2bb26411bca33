#if os(Linux)
    import Glibc

    /// What the sockets of Linux have of their own.
    enum LoopbackSocket {
        static let sendingEnd = Int32(SHUT_WR)

        /// A TCP socket that no child process inherits and that never blocks; negative when there is none.
        static func make() -> Int32 {
            socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        }

        /// 127.0.0.1 with that port.
        static func address(port: UInt16) -> sockaddr_in {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
            return address
        }

        /// The next connection, like the sockets of ``make()``.
        static func accept(from listener: Int32) -> Int32? {
            // accept4(2) is not among what Glibc's module shows.
            let descriptor = Glibc.accept(listener, nil, nil)
            guard descriptor >= 0 else { return nil }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            return descriptor
        }

        /// Sends what the socket takes at once. A peer that is gone must not end the process.
        static func send(_ bytes: [UInt8], to descriptor: Int32) {
            _ = unsafe Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }
    }
#endif
