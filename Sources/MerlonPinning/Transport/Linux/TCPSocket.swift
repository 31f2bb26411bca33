#if os(Linux)
    import Glibc
    import MerlonCore

    /// A connected TCP socket with a deadline on every wait. Owned by one thread.
    struct TCPSocket: ~Copyable {
        private let descriptor: Int32
        private let deadline: Deadline

        deinit { close(descriptor) }

        /// Connects to the first address of the host that answers.
        init(_ host: HostName, _ port: UInt16, by deadline: Deadline) throws(PinningError) {
            var hints = unsafe addrinfo()
            unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
            unsafe hints.ai_flags = host.isAddress ? AI_NUMERICHOST | AI_NUMERICSERV : AI_NUMERICSERV
            var list: UnsafeMutablePointer<addrinfo>?
            let status = unsafe getaddrinfo(host.description, String(port), &hints, &list)
            try deadline.check()
            guard status == 0, let first = unsafe list else {
                throw PinningError(.connectionFailed, "\(host) has no address.", nativeStatus: Int64(status))
            }
            defer { unsafe freeaddrinfo(first) }
            var lastError: Int32 = 0
            var next: UnsafeMutablePointer<addrinfo>? = unsafe first
            while let address = unsafe next {
                switch unsafe try Self.connect(address.pointee, by: deadline) {
                case .connected(let descriptor):
                    self.descriptor = descriptor
                    self.deadline = deadline
                    return
                case .failed(let error): lastError = error
                }
                unsafe next = address.pointee.ai_next
            }
            throw PinningError(.connectionFailed, "Nobody answers at \(host), port \(port).", nativeStatus: Int64(lastError))
        }

        private enum Attempt { case connected(Int32), failed(Int32) }

        private static func connect(_ address: addrinfo, by deadline: Deadline) throws(PinningError) -> Attempt {
            let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
            let descriptor = unsafe socket(address.ai_family, type, address.ai_protocol)
            guard descriptor >= 0 else { return .failed(errno) }
            var on: Int32 = 1
            _ = unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
            do throws(PinningError) {
                if unsafe Glibc.connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return .connected(descriptor) }
                guard errno == EINPROGRESS || errno == EINTR else {
                    defer { close(descriptor) }
                    return .failed(errno)
                }
                try deadline.wait(for: descriptor, Int16(POLLOUT))
            } catch {
                close(descriptor)
                throw error
            }
            var status: Int32 = 0
            var size = socklen_t(MemoryLayout<Int32>.size)
            guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &status, &size) == 0, status == 0 else {
                close(descriptor)
                return .failed(status)
            }
            return .connected(descriptor)
        }

        /// Sends all of it.
        func send(_ bytes: UnsafeRawBufferPointer) throws(PinningError) {
            var rest = unsafe bytes[...]
            while unsafe !rest.isEmpty {
                // A peer that is gone must be an error and not a signal that ends the process.
                let count = unsafe Glibc.send(
                    descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, Int32(MSG_NOSIGNAL))
                if count > 0 {
                    unsafe rest = rest.dropFirst(count)
                } else if count < 0, errno == EAGAIN || errno == EINTR {
                    try deadline.wait(for: descriptor, Int16(POLLOUT))
                } else {
                    throw PinningError(.connectionFailed, "The connection broke while sending.", nativeStatus: Int64(errno))
                }
            }
        }

        /// Receives some; 0 at the end of the connection.
        func receive(into buffer: UnsafeMutableRawBufferPointer) throws(PinningError) -> Int {
            while true {
                let count = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
                if count >= 0 { return count }
                guard errno == EAGAIN || errno == EINTR else {
                    throw PinningError(.connectionFailed, "The connection broke.", nativeStatus: Int64(errno))
                }
                try deadline.wait(for: descriptor, Int16(POLLIN))
            }
        }
    }
#endif
