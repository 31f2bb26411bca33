import MerlonCore

extension JSONWebKey {
    /// Why an entry of a key set is left out.
    enum Unusable: Error, Hashable {
        /// A type, curve or algorithm that is not known here: no fault of the set.
        case unknown(String)
        /// A key for encryption.
        case notForSignatures
        /// A member is missing, of the wrong type or of the wrong length.
        case malformed(String)
    }

    /// Reads a JWK of at most 64 KiB.
    ///
    /// Throws ``AuthError/Code/malformed`` for what is not a JWK, ``AuthError/Code/unsupported`` for types, curves and algorithms that are not
    /// known here, and ``AuthError/Code/invalidKey`` for keys that are not for signatures (`use`, `key_ops`). The coordinates of a point must
    /// have their full length (RFC 7518, 6.2.1.2), the numbers of an RSA key no leading zero.
    public init(parsing json: String) throws(AuthError) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: json, limits: JSONLimits(size: 64 << 10, depth: 8))
        } catch { throw AuthError(.malformed, "Not a JWK: \(error.code.rawValue).") }
        try self.init(value)
    }

    init(_ json: JSONValue) throws(AuthError) {
        do throws(Unusable) { self = try Self.read(json) } catch {
            switch error {
            case .unknown(let what): throw AuthError(.unsupported, "A key with \(what) that is not known here.")
            case .notForSignatures: throw AuthError(.invalidKey, "The key is not for signatures.")
            case .malformed(let what): throw AuthError(.malformed, "Not a JWK: \(what).")
            }
        }
    }

    static func read(_ json: JSONValue) throws(Unusable) -> JSONWebKey {
        guard json.object != nil else { throw .malformed("no object") }
        guard let type = try string("kty", json) else { throw .malformed("no kty") }
        guard ["oct", "EC", "OKP", "RSA"].contains(type) else { throw .unknown("a type") }
        try checkUse(json)
        let name = try string("alg", json)
        let algorithm = name.flatMap(JWSAlgorithm.init)
        if name != nil, algorithm == nil { throw .unknown("an algorithm") }
        let material = try material(type, json)
        if let algorithm, !fits(algorithm, type) { throw .malformed("alg does not fit kty") }
        return JSONWebKey(material, algorithm: algorithm, keyID: try string("kid", json))
    }

    /// `use` must be `sig`, and `key_ops` must name `sign` or `verify`, where they stand at all (RFC 7517, 4.2 and 4.3).
    private static func checkUse(_ json: JSONValue) throws(Unusable) {
        if let use = try string("use", json), use != "sig" { throw .notForSignatures }
        guard let operations = json["key_ops"] else { return }
        guard let names = operations.array?.map(\.string), !names.contains(nil), Set(names).count == names.count else {
            throw .malformed("key_ops is no list of different names")
        }
        guard names.contains("verify") || names.contains("sign") else { throw .notForSignatures }
    }

    private static func fits(_ algorithm: JWSAlgorithm, _ type: String) -> Bool {
        switch algorithm {
        case .hs256, .hs384, .hs512: type == "oct"
        case .es256, .es384: type == "EC"
        case .edDSA: type == "OKP"
        default: type == "RSA"
        }
    }

    private static func material(_ type: String, _ json: JSONValue) throws(Unusable) -> Material {
        switch type {
        case "oct": return .secret(try secret("k", json))
        case "RSA": return .rsa(try rsa(json))
        default:
            guard let name = try string("crv", json) else { throw .malformed("no crv") }
            guard let curve = Curve(rawValue: name) else { throw .unknown("a curve") }
            guard curve.keyType == type else { throw .malformed("crv does not fit kty") }
            let x = try bytes("x", json)
            let y = curve == .ed25519 ? [] : try bytes("y", json)
            let d = json["d"] == nil ? nil : try secret("d", json)
            guard x.count == curve.byteCount, curve == .ed25519 || y.count == curve.byteCount, d == nil || d?.count == curve.byteCount
            else { throw .malformed("a coordinate of the wrong length") }
            return .point(curve, x: x, y: y, d: d)
        }
    }

    private static func rsa(_ json: JSONValue) throws(Unusable) -> RSAMaterial {
        let (n, e) = (try bytes("n", json), try bytes("e", json))
        guard let first = n.first, first != 0, let exponent = e.first, exponent != 0 else { throw .malformed("an empty or padded number") }
        guard n.count <= 1024, e.count <= 8 else { throw .malformed("a number that is too long") }
        guard json["oth"] == nil else { throw .unknown("more than two primes") }
        let numbers = ["d", "p", "q", "dp", "dq", "qi"]
        guard json["d"] != nil else {
            guard numbers.allSatisfy({ json[$0] == nil }) else { throw .malformed("an incomplete private key") }
            return RSAMaterial(modulus: n, exponent: e, privateNumbers: nil)
        }
        return RSAMaterial(
            modulus: n, exponent: e,
            privateNumbers: RSAMaterial.PrivateNumbers(
                d: try secret("d", json), p: try secret("p", json), q: try secret("q", json), dp: try secret("dp", json),
                dq: try secret("dq", json), qi: try secret("qi", json)))
    }

    private static func string(_ name: String, _ json: JSONValue) throws(Unusable) -> String? {
        guard let value = json[name] else { return nil }
        guard let string = value.string else { throw .malformed("\(name) is no text") }
        return string
    }

    private static func bytes(_ name: String, _ json: JSONValue) throws(Unusable) -> [UInt8] {
        guard let text = try string(name, json), let bytes = try? Base64URL.decode(text) else {
            throw .malformed("\(name) is no base64url")
        }
        return bytes
    }

    private static func secret(_ name: String, _ json: JSONValue) throws(Unusable) -> SecretBytes {
        guard let text = try string(name, json), let bytes = try? Base64URL.decodeSecret(text) else {
            throw .malformed("\(name) is no base64url")
        }
        return bytes
    }
}
