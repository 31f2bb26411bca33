import MerlonCore

/// The DER `SubjectPublicKeyInfo` (RFC 5280, 4.1.2.7): what a public key is for, and the key.
enum SubjectPublicKeyInfo {
    /// The content of `AlgorithmIdentifier` for a key of this scheme (RFC 8410, 3; RFC 5480, 2.1.1).
    static func identifier(of scheme: SignatureScheme) -> [UInt8] {
        switch scheme {
        case .ed25519: name([1, 3, 101, 112])
        case .ecdsaP256: name([1, 2, 840, 10045, 2, 1]) + name([1, 2, 840, 10045, 3, 1, 7])
        case .ecdsaP384: name([1, 2, 840, 10045, 2, 1]) + name([1, 3, 132, 0, 34])
        }
    }

    /// The same for a key of this curve, which on P-256 does not say whether it agrees or signs (RFC 8410, 3; RFC 5480, 2.1.1).
    static func identifier(of curve: AgreementCurve) -> [UInt8] {
        switch curve {
        case .x25519: name([1, 3, 101, 110])
        case .p256: identifier(of: SignatureScheme.ecdsaP256)
        }
    }

    /// The same for RSA (RFC 3279, 2.3.1).
    static let rsaIdentifier = name([1, 2, 840, 113_549, 1, 1, 1]) + DERWriter.element(.null)

    static func encode(_ identifier: [UInt8], _ key: some Collection<UInt8>) -> [UInt8] {
        DERWriter.element(.sequence, DERWriter.element(.sequence, identifier) + DERWriter.bitString(key))
    }

    /// The encoded point of an elliptic-curve key, which must be of this scheme.
    static func point(in der: some Collection<UInt8>, _ scheme: SignatureScheme) throws(CryptoError) -> [UInt8] {
        let (identifier, point) = try parts(of: der)
        guard identifier == Self.identifier(of: scheme) else { throw CryptoError(.invalidKey, "Not a public key of this algorithm.") }
        return point
    }

    /// The content of `AlgorithmIdentifier` and the encoded point of an elliptic-curve key.
    static func parts(of der: some Collection<UInt8>) throws(CryptoError) -> (identifier: [UInt8], point: [UInt8]) {
        do throws(DERError) {
            var info = try DERReader(Array(der)).only(.sequence)
            let identifier = try info.read(.sequence).content
            let bits = try info.read(.bitString).bitString()
            try info.finish()
            guard bits.unusedBits == 0 else { throw DERError(.unexpected, "a point of no whole bytes", offset: 0) }
            return (Array(identifier), Array(bits.bytes))
        } catch {
            throw CryptoError(.invalidKey, "Not the SubjectPublicKeyInfo of a public key: \(error.reason).")
        }
    }

    private static func name(_ identifier: DERObjectIdentifier) -> [UInt8] { DERWriter.element(.objectIdentifier, identifier.encoded) }
}
