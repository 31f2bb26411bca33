import MerlonCore
public import MerlonCrypto

extension JSONWebKey {
    /// What signs with this key: by the algorithm that the key is marked for, or the one named here.
    ///
    /// Throws ``AuthError/Code/invalidKey`` when the key has no private half, or its halves do not belong together.
    public func signer(algorithm named: JWSAlgorithm? = nil) throws(AuthError) -> TokenSigner {
        let algorithm = try algorithm(or: named)
        if case .secret(let secret) = material { return try TokenSigner(secret: secret, algorithm: algorithm, keyID: keyID) }
        let (publicKey, signature) = (try publicKey(algorithm), algorithm.signature ?? .ed25519)
        let key = try translatingKeyErrors { () throws(CryptoError) -> SoftwareSigningKey? in
            switch material {
            case .secret: nil
            case .point(_, _, _, let d):
                try d.map { (d) throws(CryptoError) in try SoftwareSigningKey(rawRepresentation: d, algorithm: signature) }
            case .rsa(let key):
                try translatingCoreErrors { () throws(CoreError) in try key.pkcs8() }
                    .map { (info) throws(CryptoError) in try SoftwareSigningKey(pkcs8: info, algorithm: signature) }
            }
        }
        guard let key else { throw AuthError(.invalidKey, "The key has no private half.") }
        guard key.verifyingKey == publicKey else { throw AuthError(.invalidKey, "The halves are of two keys.") }
        return TokenSigner(key: key, keyID: keyID)
    }

    /// The JWK of a public key, to publish it.
    public init(_ key: VerifyingKey, keyID: String? = nil) throws(AuthError) {
        let algorithm = JWSAlgorithm(key.algorithm)
        if let (modulus, exponent) = key.rsaComponents {
            let material = RSAMaterial(modulus: modulus, exponent: exponent, privateNumbers: nil)
            self.init(.rsa(material), algorithm: algorithm, keyID: keyID)
        } else if let point = key.rawRepresentation {
            let curve: Curve = algorithm == .edDSA ? .ed25519 : algorithm == .es256 ? .p256 : .p384
            let (x, y) = curve == .ed25519 ? (point, []) : (Array(point[1...curve.byteCount]), Array(point[(1 + curve.byteCount)...]))
            self.init(.point(curve, x: x, y: y, d: nil), algorithm: algorithm, keyID: keyID)
        } else {
            throw AuthError(.invalidKey, "The key has no form that a JWK has.")
        }
    }
}
