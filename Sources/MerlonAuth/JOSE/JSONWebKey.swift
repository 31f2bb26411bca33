public import MerlonCore
import MerlonCrypto

/// A key as a JSON Web Key (RFC 7517, RFC 7518 section 6, RFC 8037), read strictly: public or private, for signatures.
///
/// Reading checks form and lengths; whether a point lies on its curve, and whether an RSA key is large enough, is checked when a key is made
/// of it: ``verificationKey(algorithm:)``, ``signer(algorithm:)``. Printing shows type and name, never key material.
public struct JSONWebKey: Sendable {
    /// The curves that are known.
    public enum Curve: String, CaseIterable, Codable, Sendable {
        case p256 = "P-256", p384 = "P-384", ed25519 = "Ed25519"

        /// Bytes of a coordinate or private key.
        var byteCount: Int { self == .p384 ? 48 : 32 }
        /// The type of key that it belongs to.
        var keyType: String { self == .ed25519 ? "OKP" : "EC" }
    }

    /// What the key is made of.
    enum Material: Sendable {
        case secret(SecretBytes)
        case point(Curve, x: [UInt8], y: [UInt8], d: SecretBytes?)
        case rsa(RSAMaterial)
    }

    let material: Material
    /// The algorithm that it is marked for (`alg`).
    public let algorithm: JWSAlgorithm?
    /// Its name (`kid`).
    public let keyID: String?

    init(_ material: Material, algorithm: JWSAlgorithm?, keyID: String?) {
        self.material = material
        self.algorithm = algorithm
        self.keyID = keyID
    }

    /// A secret for HMAC as a key.
    public init(secret: SecretBytes, algorithm: JWSAlgorithm, keyID: String? = nil) {
        self.init(.secret(secret), algorithm: algorithm, keyID: keyID)
    }

    /// The type of the key: `oct`, `EC`, `OKP` or `RSA`.
    public var keyType: String {
        switch material {
        case .secret: "oct"
        case .point(let curve, _, _, _): curve.keyType
        case .rsa: "RSA"
        }
    }

    /// Whether it holds what signs: an HMAC secret or the private half of a pair.
    public var isPrivate: Bool {
        switch material {
        case .secret: true
        case .point(_, _, _, let d): d != nil
        case .rsa(let key): key.isPrivate
        }
    }

    /// The one algorithm that a key without a mark can have: ES256, ES384 or EdDSA by its curve; none for RSA and secrets.
    var impliedAlgorithm: JWSAlgorithm? {
        guard case .point(let curve, _, _, _) = material else { return nil }
        return switch curve {
        case .p256: .es256
        case .p384: .es384
        case .ed25519: .edDSA
        }
    }

    /// The algorithm that the key is marked for, that it implies, or that the caller names: two that differ are refused.
    func algorithm(or named: JWSAlgorithm?) throws(AuthError) -> JWSAlgorithm {
        guard let algorithm = algorithm ?? named ?? impliedAlgorithm else {
            throw AuthError(.invalidKey, "The key says no algorithm: name the one that it is for.")
        }
        guard named == nil || named == algorithm else {
            throw AuthError(.invalidKey, "The key is for \(algorithm.rawValue), not for the algorithm that was named.")
        }
        guard impliedAlgorithm == nil || impliedAlgorithm == algorithm else {
            throw AuthError(.invalidKey, "The key's curve does not fit \(algorithm.rawValue).")
        }
        return algorithm
    }

    /// The key that verifies signatures: of the algorithm that the key is marked for, or of the one named here.
    ///
    /// Throws ``AuthError/Code/invalidKey`` when mark, name and type of key do not fit each other, for points that are not on their curve, RSA
    /// keys below 2048 bits or with exponent 1, and secrets shorter than the hash.
    public func verificationKey(algorithm named: JWSAlgorithm? = nil) throws(AuthError) -> TokenVerificationKey {
        let algorithm = try algorithm(or: named)
        if case .secret(let secret) = material { return try TokenVerificationKey(secret: secret, algorithm: algorithm, keyID: keyID) }
        return try TokenVerificationKey(try publicKey(algorithm), keyID: keyID)
    }

    /// The public half, for this algorithm, checked.
    func publicKey(_ algorithm: JWSAlgorithm) throws(AuthError) -> VerifyingKey {
        guard let signature = algorithm.signature else { throw AuthError(.invalidKey, "The key does not fit \(algorithm.rawValue).") }
        return try translatingKeyErrors { () throws(CryptoError) in
            switch material {
            case .secret: throw CryptoError(.invalidKey, "A secret has no public half.")
            case .point(let curve, let x, let y, _):
                try VerifyingKey(rawRepresentation: curve == .ed25519 ? x : [4] + x + y, algorithm: signature)
            case .rsa(let key): try VerifyingKey(rsaModulus: key.modulus, exponent: key.exponent, algorithm: signature)
            }
        }
    }
}

extension JSONWebKey: CustomStringConvertible, CustomReflectable {
    public var description: String { "JWK \(keyType)\(isPrivate ? " (private)" : "")" }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
