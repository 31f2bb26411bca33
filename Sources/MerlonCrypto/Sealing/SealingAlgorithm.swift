/// An authenticated cipher for sealing. Each takes a 32-byte key and makes its nonces itself.
public enum SealingAlgorithm: UInt8, Hashable, Sendable, CaseIterable {
    /// AES-256-GCM (NIST SP 800-38D): the fastest where the processor has AES.
    case aes256GCM = 1
    /// ChaCha20-Poly1305 (RFC 8439): fast without AES in the processor.
    case chaCha20Poly1305 = 2
    /// XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03): 192-bit nonces.
    case xChaCha20Poly1305 = 3

    /// Bytes of a key.
    public static let keyByteCount = 32

    /// Bytes of a message's salt, from which its subkey is derived; 0 for XChaCha20, whose nonce has that part.
    var saltByteCount: Int { self == .xChaCha20Poly1305 ? 0 : 16 }

    /// Bytes of a message's nonce.
    var nonceByteCount: Int { self == .xChaCha20Poly1305 ? XChaCha20Poly1305.nonceByteCount : AEAD.nonceByteCount }

    func seal(_ input: AEADInput, into output: UnsafeMutableRawBufferPointer) throws(CryptoError) {
        switch self {
        case .aes256GCM: unsafe try Backend.seal(.aes256GCM, input, into: output)
        case .chaCha20Poly1305: unsafe try Backend.seal(.chaCha20Poly1305, input, into: output)
        case .xChaCha20Poly1305: unsafe try XChaCha20Poly1305.seal(input, into: output)
        }
    }

    func open(_ input: AEADInput, into output: UnsafeMutableRawBufferPointer) throws(CryptoError) {
        switch self {
        case .aes256GCM: unsafe try Backend.open(.aes256GCM, input, into: output)
        case .chaCha20Poly1305: unsafe try Backend.open(.chaCha20Poly1305, input, into: output)
        case .xChaCha20Poly1305: unsafe try XChaCha20Poly1305.open(input, into: output)
        }
    }
}
