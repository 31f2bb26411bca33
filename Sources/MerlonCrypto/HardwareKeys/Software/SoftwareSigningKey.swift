public import MerlonCore

/// A private key in this process's protected memory.
///
/// It signs without looking at a random source where the platform can: Ed25519 is deterministic (RFC 8032). ECDSA takes a fresh random number per
/// signature, from OpenSSL, which mixes the key and the message into it, or from CryptoKit; deterministic ECDSA (RFC 6979) is not offered, and a
/// verifier cannot tell.
public struct SoftwareSigningKey: SigningKey {
    public let verifyingKey: VerifyingKey
    private let material: Material

    private enum Material: Sendable {
        case point(SecretBytes, SignatureScheme)
        case rsa(Backend.RSASigningKey)
    }

    public var attributes: KeyAttributes { .software }

    /// A new random key.
    ///
    /// Throws ``CryptoError/Code/unsupported`` for RSA: new keys are elliptic-curve keys, and RSA keys come from elsewhere.
    public static func generate(
        _ algorithm: SignatureAlgorithm = .ed25519, using entropy: any Entropy = SystemEntropy()
    ) throws(CryptoError) -> SoftwareSigningKey {
        guard let scheme = algorithm.scheme else { throw CryptoError(.unsupported, "RSA keys are not made here, only used.") }
        return try entropy.key(byteCount: scheme.privateKeyByteCount) { (key) throws(CryptoError) in
            try SoftwareSigningKey(rawRepresentation: key, algorithm: algorithm)
        }
    }

    /// A key of an elliptic curve: the seed of 32 bytes for Ed25519, else the big-endian scalar of 32 (P-256) or 48 (P-384) bytes.
    ///
    /// Throws ``CryptoError/Code/invalidKey`` for another length, a scalar that is zero or not below the group's order, and for RSA.
    public init(rawRepresentation key: SecretBytes, algorithm: SignatureAlgorithm) throws(CryptoError) {
        guard let scheme = algorithm.scheme else { throw CryptoError(.invalidKey, "An RSA key has no raw form.") }
        verifyingKey = try VerifyingKey(rawRepresentation: try Backend.publicKey(of: key, scheme), algorithm: algorithm)
        material = .point(key, scheme)
    }

    /// A key from its PKCS #8 DER (RFC 5958, not encrypted), which must be for this algorithm. A public half that it carries must fit.
    ///
    /// Throws ``CryptoError/Code/invalidKey`` for everything else.
    public init(pkcs8 info: SecretBytes, algorithm: SignatureAlgorithm) throws(CryptoError) {
        guard let scheme = algorithm.scheme else {
            try self.init(rsa: try Backend.RSASigningKey(pkcs1: try PrivateKeyInfo.rsa(in: info)), algorithm)
            return
        }
        let point = try PrivateKeyInfo.point(in: info, scheme)
        try self.init(rawRepresentation: point.privateKey, algorithm: algorithm)
        guard point.publicKey == nil || point.publicKey == verifyingKey.rawRepresentation else {
            throw CryptoError(.invalidKey, "The public half of the private key's file is another key's.")
        }
    }

    private init(rsa key: Backend.RSASigningKey, _ algorithm: SignatureAlgorithm) throws(CryptoError) {
        verifyingKey = try VerifyingKey(subjectPublicKeyInfo: key.subjectPublicKeyInfo, algorithm: algorithm)
        material = .rsa(key)
    }

    /// A key from the PEM text of its PKCS #8 form: one `PRIVATE KEY` block. The text itself stays where it is, unprotected.
    public init(pkcs8PEM pem: String, algorithm: SignatureAlgorithm) throws(CryptoError) {
        try self.init(pkcs8: try PEM.secret(pem, label: "PRIVATE KEY"), algorithm: algorithm)
    }

    /// The seed or scalar; `nil` for RSA.
    public var rawRepresentation: SecretBytes? { if case .point(let key, _) = material { key } else { nil } }

    /// The PKCS #8 DER, not encrypted.
    public func pkcs8() throws(CryptoError) -> SecretBytes {
        switch material {
        case .point(let key, let scheme):
            try PrivateKeyInfo.encode(key, publicKey: verifyingKey.rawRepresentation ?? [], scheme)
        case .rsa(let key): try PrivateKeyInfo.encode(rsa: key.pkcs1)
        }
    }

    public func signature(ofExactly message: [UInt8]) throws(CryptoError) -> [UInt8] {
        unsafe try message.withBytes { (message) throws(CryptoError) in
            switch material {
            case .point(let key, let scheme): return unsafe try Backend.sign(message, with: key, scheme)
            case .rsa(let key):
                guard let rsa = algorithm.rsa else { throw CryptoError(.invalidKey, "Not an RSA algorithm.") }
                return unsafe try key.sign(message, rsa.hash, padding: rsa.padding)
            }
        }
    }
}

extension SoftwareSigningKey: CustomStringConvertible, CustomReflectable {
    public var description: String { "\(algorithm.rawValue) private key" }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
