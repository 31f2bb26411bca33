import MerlonCore

/// The keys that signatures are verified with: a JWK set (RFC 7517, section 5), or keys put together by hand.
///
/// Entries that cannot be used are left out and listed in ``skipped``: one key of a new type must not take the others away. A set holds
/// either secrets or public keys, never both.
public struct JSONWebKeySet: Sendable {
    /// An entry that was left out.
    public struct Skipped: Hashable, Sendable {
        /// Its place in the set, from 0.
        public let index: Int
        /// Its name, where it has one.
        public let keyID: String?
        /// Why.
        public let reason: String
    }

    /// The keys.
    public let keys: [TokenVerificationKey]
    /// What was left out, and why.
    public let skipped: [Skipped]

    /// The most entries of a set.
    public static let maximumCount = 256

    /// A set of these keys: at most ``maximumCount``, either all secrets or none.
    public init(_ keys: [TokenVerificationKey]) throws(AuthError) { try self.init(keys, skipped: []) }

    private init(_ keys: [TokenVerificationKey], skipped: [Skipped]) throws(AuthError) {
        guard keys.count <= Self.maximumCount else { throw AuthError(.limitExceeded, "A key set has at most \(Self.maximumCount) keys.") }
        guard Set(keys.map(\.algorithm.isSymmetric)).count <= 1 else {
            throw AuthError(.invalidKey, "A key set holds secrets or public keys, not both.")
        }
        self.keys = keys
        self.skipped = skipped
    }

    /// Reads a JWK set of at most 1 MiB.
    ///
    /// - Parameters:
    ///   - rsaAlgorithm: What RSA keys without `alg` are for; RS256 is what OpenID Connect supposes.
    ///   - allowsSecrets: Whether entries of type `oct` count. A set that came over the network is public, so a secret in it is none.
    /// - Throws: ``AuthError/Code/malformed`` for what is not a key set.
    public init(parsing json: String, rsaAlgorithm: JWSAlgorithm = .rs256, allowsSecrets: Bool = false) throws(AuthError) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: json, limits: JSONLimits(size: 1 << 20, depth: 16))
        } catch { throw AuthError(.malformed, "Not a JWK set: \(error.code.rawValue).") }
        guard let entries = value["keys"]?.array else { throw AuthError(.malformed, "Not a JWK set: no list of keys.") }
        guard entries.count <= Self.maximumCount else {
            throw AuthError(.limitExceeded, "A key set has at most \(Self.maximumCount) keys.")
        }
        let titles = Dictionary(entries.compactMap { Title($0) }.map { ($0, 1) }, uniquingKeysWith: +)
        var (keys, skipped): ([TokenVerificationKey], [Skipped]) = ([], [])
        for (index, entry) in entries.enumerated() {
            do throws(AuthError) {
                if let title = Title(entry), let count = titles[title], count > 1 {
                    throw AuthError(.invalidKey, "Two keys have this name.")
                }
                let key = try JSONWebKey(entry)
                if key.keyType == "oct", !allowsSecrets { throw AuthError(.invalidKey, "A secret has no place in a public set.") }
                let named = key.keyType == "RSA" && key.algorithm == nil ? rsaAlgorithm : nil
                keys.append(try key.verificationKey(algorithm: named))
            } catch {
                skipped.append(Skipped(index: index, keyID: entry["kid"]?.string, reason: error.reason))
            }
        }
        try self.init(keys, skipped: skipped)
    }

    /// What two keys of a set must not have in common: nobody can say which of them is meant.
    private struct Title: Hashable {
        let keyID: String
        let type: String
        let algorithm: String?

        init?(_ entry: JSONValue) {
            guard let keyID = entry["kid"]?.string, let type = entry["kty"]?.string, entry["use"]?.string != "enc" else { return nil }
            (self.keyID, self.type, algorithm) = (keyID, type, entry["alg"]?.string)
        }
    }

    /// The one key to try on a token with this header; `nil` when there is none, or more than one.
    ///
    /// A key of the token's `kid` comes before keys without a name. Which of two keys of one name is meant nobody can say, so neither is.
    func key(for header: TokenHeader) -> TokenVerificationKey? {
        var found: TokenVerificationKey?
        var isAmbiguous = false
        for key in keys where key.fits(header) {
            guard let other = found else {
                found = key
                continue
            }
            let (isExact, otherIsExact) = (key.keyID == header.keyID, other.keyID == header.keyID)
            if isExact == otherIsExact { isAmbiguous = true }
            if isExact, !otherIsExact { (found, isAmbiguous) = (key, false) }
        }
        return isAmbiguous ? nil : found
    }
}
