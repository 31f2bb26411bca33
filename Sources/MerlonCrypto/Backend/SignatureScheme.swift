/// A signature scheme whose private keys Merlon makes and holds.
package enum SignatureScheme: Hashable, Sendable, CaseIterable {
    /// Ed25519 (RFC 8032): keys of 32 bytes, signatures of 64.
    case ed25519
    /// ECDSA with P-256 and SHA-256: keys as for ``AgreementCurve/p256``, signatures r ‖ s of 64 bytes.
    case ecdsaP256
    /// ECDSA with P-384 and SHA-384: public keys of 97 bytes, signatures r ‖ s of 96 bytes.
    case ecdsaP384

    /// Bytes of a private key.
    package var privateKeyByteCount: Int { self == .ecdsaP384 ? 48 : 32 }

    /// Bytes of a public key: the encoded point, uncompressed for the NIST curves.
    package var publicKeyByteCount: Int {
        switch self {
        case .ed25519: 32
        case .ecdsaP256: 65
        case .ecdsaP384: 97
        }
    }

    /// Bytes of a signature.
    package var signatureByteCount: Int { self == .ecdsaP384 ? 96 : 64 }
}

/// How an RSA signature is padded.
package enum RSAPadding: Hashable, Sendable {
    /// PKCS #1 v1.5 (RFC 8017, 8.2).
    case pkcs1
    /// PSS with MGF1 of the same hash and a salt of the hash's length (RFC 8017, 8.1).
    case pss
}
