public import MerlonCore
public import MerlonCrypto

/// A key that verifies signatures of one algorithm, prepared once for any number of them.
///
/// A key carries its one algorithm, so that no token can choose another for it. Made of a JWK, or of the bytes of a key.
public struct TokenVerificationKey: Sendable {
    /// The one algorithm that it verifies.
    public let algorithm: JWSAlgorithm
    /// Its name (`kid`): a token that names another key is not verified with it. A key without a name stands for any.
    public let keyID: String?

    private enum Material: Sendable {
        case secret(SecretBytes)
        case key(VerifyingKey)
    }
    private let material: Material

    private init(_ algorithm: JWSAlgorithm, keyID: String?, _ material: Material) {
        self.algorithm = algorithm
        self.keyID = keyID
        self.material = material
    }

    /// A secret for HMAC, at least as long as the hash (RFC 7518, 3.2). Throws ``AuthError/Code/invalidKey`` for shorter ones and for
    /// algorithms that are not HMAC.
    public init(secret: SecretBytes, algorithm: JWSAlgorithm = .hs256, keyID: String? = nil) throws(AuthError) {
        guard algorithm.isSymmetric, secret.count >= algorithm.hash.byteCount else {
            throw AuthError(.invalidKey, "A secret for \(algorithm.rawValue) has at least \(algorithm.hash.byteCount) bytes.")
        }
        self.init(algorithm, keyID: keyID, .secret(secret))
    }

    /// A public key, with the algorithm that it carries.
    ///
    /// Throws ``AuthError/Code/invalidKey`` for RSA keys that carry the mark of CVE-2017-15361 (ROCA), which can be factored.
    public init(_ key: VerifyingKey, keyID: String? = nil) throws(AuthError) {
        if let modulus = key.rsaComponents?.modulus, ROCAFingerprint.marks(modulus: modulus) {
            throw AuthError(.invalidKey, "This RSA key has the weakness of CVE-2017-15361 and can be factored.")
        }
        self.init(JWSAlgorithm(key.algorithm), keyID: keyID, .key(key))
    }

    /// Whether the key may be tried on a token with this header.
    func fits(_ header: TokenHeader) -> Bool {
        algorithm == header.algorithm && (keyID == nil || header.keyID == nil || keyID == header.keyID)
    }

    /// Whether `signature` is that of `message` under this key.
    func accepts(_ signature: UnsafeRawBufferPointer, of message: UnsafeRawBufferPointer) -> Bool {
        switch material {
        case .secret(let secret):
            return unsafe secret.withUnsafeBytes { secret in
                unsafe HMACComparison.accepts(signature, of: message, key: secret, algorithm.hash)
            }
        case .key(let key): return unsafe key.accepts(signature, ofExactly: message)
        }
    }
}

/// Whether a code is that of a message, without memory of its own and in a time that depends on the lengths alone.
enum HMACComparison {
    static func accepts(
        _ code: UnsafeRawBufferPointer, of message: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, _ hash: HashAlgorithm
    ) -> Bool {
        unsafe withUnsafeTemporaryAllocation(byteCount: hash.byteCount, alignment: 16) { buffer in
            guard unsafe (try? Backend.hmac(hash, key: key, message: message, into: buffer)) != nil else { return false }
            defer { unsafe wipe(buffer) }
            return unsafe ConstantTime.equal(UnsafeRawBufferPointer(buffer), code)
        }
    }
}

/// Runs `body`; a key that the library refuses is this module's ``AuthError/Code/invalidKey``.
func translatingKeyErrors<R>(_ body: () throws(CryptoError) -> R) throws(AuthError) -> R {
    do throws(CryptoError) { return try body() } catch { throw AuthError(.invalidKey, error.reason, nativeStatus: error.nativeStatus) }
}
