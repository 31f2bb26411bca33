#if os(Linux)
    import CMerlonClientKey
    import COpenSSL
    import MerlonCore
    public import MerlonCrypto

    /// Who the client is, for servers that ask (mutual TLS): a certificate, and its private key, which may be one of a TPM or a PKCS #11 token and
    /// never leaves it.
    public struct ClientIdentity: Sendable {
        let certificates: [Certificate]
        let signer: ClientSigner

        /// From the client's certificate, followed by those between it and the authority that the server trusts, and the private key.
        ///
        /// - Throws: ``PinningError/Code/unsupported`` for a key that is not ECDSA on P-256 or P-384; ``PinningError/Code/invalidArgument`` when the
        ///   key is not that of the first certificate.
        public init(_ certificates: [Certificate], key: any SigningKey) throws(PinningError) {
            guard key.algorithm == .ecdsaP256 || key.algorithm == .ecdsaP384 else {
                throw PinningError(.unsupported, "Client keys are ECDSA keys on P-256 or P-384 here.")
            }
            guard let leaf = certificates.first, leaf.subjectPublicKeyInfo.elementsEqual(key.verifyingKey.subjectPublicKeyInfo) else {
                throw PinningError(.invalidArgument, "The private key is not that of the client's certificate.")
            }
            guard certificates.count <= 10 else { throw PinningError(.limitExceeded, "A client's chain of more than ten certificates.") }
            self.certificates = certificates
            signer = ClientSigner(key)
        }
    }

    /// Signs for OpenSSL with a key that OpenSSL cannot see.
    final class ClientSigner: @unchecked Sendable {
        private let key: any SigningKey
        private let lock = Lock()
        private var lastFailure: PinningError?

        init(_ key: any SigningKey) { self.key = key }

        /// Why the key did not sign the last time it was asked, if it did not.
        var failure: PinningError? { lock.withLock { lastFailure } }

        var curve: String { key.algorithm == .ecdsaP384 ? "P-384" : "P-256" }
        var point: [UInt8] { key.verifyingKey.rawRepresentation ?? [] }

        /// The DER signature of exactly these bytes; `nil` when the key refuses.
        fileprivate func sign(_ message: [UInt8]) -> [UInt8]? {
            do throws(CryptoError) {
                let signature = ECDSASignature.der(fromRaw: try key.signature(ofExactly: message))
                lock.withLock { lastFailure = nil }
                return signature
            } catch {
                let failure = PinningError(
                    .handshakeFailed, "The client's key does not sign: \(error.reason)", nativeStatus: error.nativeStatus)
                lock.withLock { lastFailure = failure }
                return nil
            }
        }
    }

    /// What the provider calls in the middle of a handshake.
    let signForClient: merlon_client_sign = { owner, message, messageCount, signature, count in
        guard let owner = unsafe owner, let count = unsafe count, let signature = unsafe signature else { return 0 }
        let signer = unsafe Unmanaged<ClientSigner>.fromOpaque(owner).takeUnretainedValue()
        guard let made = signer.sign(unsafe Array(UnsafeBufferPointer(start: message, count: messageCount))),
            unsafe made.count <= count.pointee
        else {
            return 0
        }
        unsafe signature.update(from: made, count: made.count)
        unsafe count.pointee = made.count
        return 1
    }
#endif
