import MerlonCore
import MerlonCrypto

extension JSONWebKey {
    /// The public half as JSON text, with `use` `sig` and the members in the order of their names. Throws ``AuthError/Code/invalidKey`` for an
    /// HMAC secret, which has none.
    public func publicJSON() throws(AuthError) -> String { try publicValue().serialized() }

    func publicValue() throws(AuthError) -> JSONValue {
        guard case .object(var members) = try requiredMembers() else { throw AuthError(.invalidKey, "The key has no public half.") }
        members["use"] = "sig"
        members["alg"] = algorithm.map { .string($0.rawValue) }
        members["kid"] = keyID.map { .string($0) }
        return .object(members)
    }

    /// The thumbprint (RFC 7638) with SHA-256, as base64url: a name for the key that everybody can compute from its public half.
    ///
    /// Throws ``AuthError/Code/invalidKey`` for an HMAC secret: its thumbprint would let guesses be checked.
    public func thumbprint() throws(AuthError) -> String {
        Base64URL.encode(HashAlgorithm.sha256.digest(of: Array(try requiredMembers().serialized().utf8)))
    }

    /// The key under the name of its ``thumbprint()``.
    public func namedByThumbprint() throws(AuthError) -> JSONWebKey {
        JSONWebKey(material, algorithm: algorithm, keyID: try thumbprint())
    }

    /// What RFC 7638, 3.2 lists for the type of key.
    private func requiredMembers() throws(AuthError) -> JSONValue {
        switch material {
        case .secret: throw AuthError(.invalidKey, "A secret has no public half.")
        case .point(let curve, let x, let y, _):
            let base: JSONValue = .members([
                "kty": .string(curve.keyType), "crv": .string(curve.rawValue), "x": Self.text(x), "y": y.isEmpty ? nil : Self.text(y),
            ])
            return base
        case .rsa(let key): return ["kty": "RSA", "n": Self.text(key.modulus), "e": Self.text(key.exponent)]
        }
    }

    private static func text(_ bytes: [UInt8]) -> JSONValue { .string(Base64URL.encode(bytes)) }
}
