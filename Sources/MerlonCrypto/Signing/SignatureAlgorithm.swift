/// How a key signs: the algorithm with everything that belongs to it. A key carries its algorithm; it is never taken from a message.
public enum SignatureAlgorithm: String, Hashable, Codable, Sendable, CaseIterable {
    /// Ed25519 (RFC 8032). The choice where nothing else is asked for.
    case ed25519
    /// ECDSA on P-256 with SHA-256 (FIPS 186-5; JOSE's ES256). What the Secure Enclave and TPMs have.
    case ecdsaP256
    /// ECDSA on P-384 with SHA-384 (JOSE's ES384).
    case ecdsaP384
    /// RSA with PKCS #1 v1.5 padding (RFC 8017, 8.2) and SHA-256 (JOSE's RS256).
    case rsaPKCS1SHA256
    /// RSA with PKCS #1 v1.5 padding and SHA-384 (JOSE's RS384).
    case rsaPKCS1SHA384
    /// RSA with PKCS #1 v1.5 padding and SHA-512 (JOSE's RS512).
    case rsaPKCS1SHA512
    /// RSA-PSS (RFC 8017, 8.1) with SHA-256, MGF1 of the same and a salt of 32 bytes (JOSE's PS256).
    case rsaPSSSHA256
    /// RSA-PSS with SHA-384 and a salt of 48 bytes (JOSE's PS384).
    case rsaPSSSHA384
    /// RSA-PSS with SHA-512 and a salt of 64 bytes (JOSE's PS512).
    case rsaPSSSHA512

    /// The elliptic-curve scheme, or `nil` for RSA.
    var scheme: SignatureScheme? {
        switch self {
        case .ed25519: .ed25519
        case .ecdsaP256: .ecdsaP256
        case .ecdsaP384: .ecdsaP384
        default: nil
        }
    }

    /// The padding and hash of RSA, or `nil` for elliptic curves.
    var rsa: (padding: RSAPadding, hash: HashAlgorithm)? {
        switch self {
        case .ed25519, .ecdsaP256, .ecdsaP384: nil
        case .rsaPKCS1SHA256: (.pkcs1, .sha256)
        case .rsaPKCS1SHA384: (.pkcs1, .sha384)
        case .rsaPKCS1SHA512: (.pkcs1, .sha512)
        case .rsaPSSSHA256: (.pss, .sha256)
        case .rsaPSSSHA384: (.pss, .sha384)
        case .rsaPSSSHA512: (.pss, .sha512)
        }
    }
}
