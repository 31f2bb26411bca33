/// A curve on which two parties agree on a secret.
public enum AgreementCurve: Hashable, Sendable, CaseIterable {
    /// X25519 (RFC 7748): private and public keys of 32 bytes.
    case x25519
    /// P-256 (NIST SP 800-186), the one that hardware holds: private keys of 32 bytes, public keys as uncompressed points of 65.
    case p256

    /// Bytes of a private key.
    public var privateKeyByteCount: Int { 32 }
    /// Bytes of a public key.
    public var publicKeyByteCount: Int { self == .x25519 ? 32 : 65 }
    /// Bytes of the agreed secret: the x coordinate.
    package var secretByteCount: Int { 32 }
}
