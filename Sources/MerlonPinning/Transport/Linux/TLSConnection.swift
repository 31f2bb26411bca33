#if os(Linux)
    import COpenSSL
    import MerlonCore

    /// One TLS connection over one socket. OpenSSL reads and writes memory; the socket is ours, so every wait has the deadline.
    @safe final class TLSConnection {
        private let socket: TCPSocket
        private let ssl: OpaquePointer
        private let incoming: OpaquePointer?
        private let outgoing: OpaquePointer?
        private let verification: PinnedVerification
        private let context: TLSContext
        private static let chunk = 16 << 10
        /// The most that is received before the handshake is done: chains of a thousand certificates end here.
        private static let maximumHandshakeByteCount = 512 << 10

        deinit { unsafe SSL_free(ssl) }

        /// Connects and shakes hands. Returns only when the verification accepted the server.
        init(
            _ host: HostName, _ port: UInt16, _ context: TLSContext, _ verification: PinnedVerification, by deadline: Deadline
        ) throws(PinningError) {
            socket = try TCPSocket(host, port, by: deadline)
            guard let ssl = unsafe SSL_new(context.pointer) else { throw PinningError(.backendFailure, "TLS cannot be set up.") }
            unsafe self.ssl = ssl
            unsafe incoming = BIO_new(BIO_s_mem())
            unsafe outgoing = BIO_new(BIO_s_mem())
            self.verification = verification
            self.context = context
            unsafe SSL_set_bio(ssl, incoming, outgoing)
            guard unsafe incoming != nil, unsafe outgoing != nil, unsafe TLSContext.attach(verification, to: ssl) else {
                throw PinningError(.backendFailure, "TLS cannot be set up.")
            }
            // Server names in the greeting are names, never addresses (RFC 6066, 3).
            if !host.isAddress {
                var name = Array(host.description.utf8CString)
                _ = unsafe SSL_ctrl(ssl, SSL_CTRL_SET_TLSEXT_HOSTNAME, Int(TLSEXT_NAMETYPE_host_name), &name)
            }
            try shakeHands()
        }

        /// `TLSv1.3` or `TLSv1.2`.
        var version: String { unsafe SSL_get_version(ssl).map { unsafe String(cString: $0) } ?? "" }

        private func shakeHands() throws(PinningError) {
            var received = 0
            while true {
                ERR_clear_error()
                let status = unsafe SSL_connect(ssl)
                let error = unsafe SSL_get_error(ssl, status)
                try flush()
                if status == 1 {
                    // A handshake without a verdict would be one that did not ask: there is none such, and it stays so.
                    guard let evaluation = verification.evaluation, evaluation.isAccepted, verification.failure == nil else {
                        throw PinningError(.backendFailure, "The handshake ended without a verdict on the server.")
                    }
                    return
                }
                guard error == SSL_ERROR_WANT_READ else { throw failure("The handshake failed") }
                let count = try fill()
                received += count
                guard count > 0 else { throw PinningError(.handshakeFailed, "The server closed the connection during the handshake.") }
                guard received <= Self.maximumHandshakeByteCount else {
                    throw PinningError(
                        .limitExceeded, "The server sent more than \(Self.maximumHandshakeByteCount) bytes before the handshake was done.")
                }
            }
        }

        /// Sends all of it.
        func write(_ bytes: [UInt8]) throws(PinningError) {
            var rest = bytes[...]
            while !rest.isEmpty {
                ERR_clear_error()
                let part = Array(rest.prefix(Self.chunk))
                let count = unsafe SSL_write(ssl, part, Int32(part.count))
                let error = unsafe SSL_get_error(ssl, count)
                try flush()
                if count > 0 {
                    rest = rest.dropFirst(Int(count))
                } else {
                    guard error == SSL_ERROR_WANT_READ, try fill() > 0 else { throw failure("Sending failed") }
                }
            }
        }

        /// What a read gave.
        enum Received {
            case bytes([UInt8])
            /// The end: with TLS's closing message, or cut off.
            case end(isClean: Bool)
        }

        /// Receives some.
        func read() throws(PinningError) -> Received {
            var buffer = [UInt8](repeating: 0, count: Self.chunk)
            while true {
                ERR_clear_error()
                let count = unsafe SSL_read(ssl, &buffer, Int32(buffer.count))
                if count > 0 { return .bytes(Array(buffer.prefix(Int(count)))) }
                let error = unsafe SSL_get_error(ssl, count)
                try flush()
                switch error {
                case SSL_ERROR_ZERO_RETURN: return .end(isClean: true)
                case SSL_ERROR_WANT_READ: if try fill() == 0 { return .end(isClean: false) }
                default: throw failure("Receiving failed")
                }
            }
        }

        /// Sends what OpenSSL has written.
        private func flush() throws(PinningError) {
            var buffer = [UInt8](repeating: 0, count: Self.chunk)
            while true {
                let count = unsafe BIO_read(outgoing, &buffer, Int32(buffer.count))
                guard count > 0 else { return }
                unsafe try buffer.withBytes { (bytes) throws(PinningError) in
                    unsafe try socket.send(UnsafeRawBufferPointer(rebasing: bytes[..<Int(count)]))
                }
            }
        }

        /// Receives for OpenSSL to read; 0 at the end.
        private func fill() throws(PinningError) -> Int {
            var buffer = [UInt8](repeating: 0, count: Self.chunk)
            let count = unsafe try buffer.withMutableBytes { (bytes) throws(PinningError) in unsafe try socket.receive(into: bytes) }
            guard count > 0 else { return 0 }
            guard unsafe BIO_write(incoming, buffer, Int32(count)) == count else {
                throw PinningError(.backendFailure, "OpenSSL has no memory for what was received.")
            }
            return count
        }

        /// The verification's failure where it has one; else OpenSSL's last error.
        private func failure(_ what: String) -> PinningError {
            if let failure = verification.failure ?? context.identity?.signer.failure { return failure }
            let code = ERR_peek_last_error()
            ERR_clear_error()
            let words = unsafe ERR_reason_error_string(code).map { unsafe String(cString: $0) } ?? "the connection broke"
            return PinningError(.handshakeFailed, "\(what): \(words).", nativeStatus: Int64(code))
        }
    }
#endif
