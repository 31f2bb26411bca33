public import MerlonCore
public import MerlonCrypto

/// Signs tokens and messages with one key and one algorithm: an HMAC secret, or any ``SigningKey`` of MerlonCrypto, in software or hardware.
///
/// A hardware key may wait for a person: not for the main actor.
public struct TokenSigner: Sendable {
    /// How it signs.
    public let algorithm: JWSAlgorithm
    /// What it writes as `kid`.
    public let keyID: String?

    private enum Material: Sendable {
        case secret(SecretBytes)
        case key(any SigningKey)
    }
    private let material: Material

    private init(_ algorithm: JWSAlgorithm, keyID: String?, _ material: Material) {
        self.algorithm = algorithm
        self.keyID = keyID
        self.material = material
    }

    /// Signs with a secret for HMAC, at least as long as the hash (RFC 7518, 3.2).
    public init(secret: SecretBytes, algorithm: JWSAlgorithm = .hs256, keyID: String? = nil) throws(AuthError) {
        // One place says what a good secret is.
        _ = try TokenVerificationKey(secret: secret, algorithm: algorithm)
        self.init(algorithm, keyID: keyID, .secret(secret))
    }

    /// Signs with a private key, by the algorithm that it carries.
    public init(key: any SigningKey, keyID: String? = nil) {
        self.init(JWSAlgorithm(key.verifyingKey.algorithm), keyID: keyID, .key(key))
    }

    /// A token with these claims. `type` is what `typ` says: `at+jwt` for access tokens (RFC 9068).
    public func sign(_ claims: RegisteredClaims, type: String? = "JWT") throws(AuthError) -> String {
        try signJSON(.object(claims.members), type: type)
    }

    /// A token with these claims and those of a type of the caller's, which must not name a registered one that is set in both.
    public func sign(_ claims: some Encodable, registered: RegisteredClaims, type: String? = "JWT") throws(AuthError) -> String {
        guard let members = try ClaimsEncoder.encode(claims).object else {
            throw AuthError(.invalidArgument, "Claims are an object.")
        }
        let both = registered.members
        guard both.keys.allSatisfy({ members[$0] == nil }) else { throw AuthError(.invalidArgument, "A claim stands in both sets.") }
        return try signJSON(.object(members.merging(both) { $1 }), type: type)
    }

    /// A token with these claims as they stand.
    public func signJSON(_ claims: JSONValue, type: String? = "JWT") throws(AuthError) -> String {
        guard claims.object != nil else { throw AuthError(.invalidArgument, "Claims are an object.") }
        return try compact(Array(claims.serialized().utf8), header: header(["typ": type.map { .string($0) }])).whole
    }

    /// A compact JWS of any content.
    public func sign(_ payload: [UInt8], type: String? = nil, contentType: String? = nil) throws(AuthError) -> String {
        try compact(payload, header: header(["typ": type.map { .string($0) }, "cty": contentType.map { .string($0) }])).whole
    }

    /// A compact JWS without its payload, which goes its own way (RFC 7515, appendix F). With `isRaw` the payload is signed as it is and not as
    /// base64url (RFC 7797): for large ones.
    public func signDetached(_ payload: [UInt8], isRaw: Bool = false) throws(AuthError) -> String {
        let raw: [String: JSONValue?] = isRaw ? ["b64": false, "crit": ["b64"]] : [:]
        return try compact(payload, header: header(raw), isRaw: isRaw).detached
    }

    private func header(_ more: [String: JSONValue?]) -> String {
        let base: [String: JSONValue?] = ["alg": .string(algorithm.rawValue), "kid": keyID.map { .string($0) }]
        return JSONValue.members(base.merging(more) { $1 }).serialized()
    }

    private func compact(_ payload: [UInt8], header: String, isRaw: Bool = false) throws(AuthError) -> (whole: String, detached: String) {
        let header = Base64URL.encode(header.utf8)
        let content = isRaw ? "" : Base64URL.encode(payload)
        let message = Array("\(header).".utf8) + (isRaw ? payload : Array(content.utf8))
        let signature = Base64URL.encode(try signature(of: message))
        return ("\(header).\(content).\(signature)", "\(header)..\(signature)")
    }

    private func signature(of message: [UInt8]) throws(AuthError) -> [UInt8] {
        do throws(CryptoError) {
            return switch material {
            case .secret(let secret): try HMAC.code(algorithm.hash, key: secret, message: message)
            case .key(let key): try key.signWithoutContext(message, encoding: .raw)
            }
        } catch { throw AuthError(signing: error) }
    }
}

extension TokenSigner: CustomStringConvertible, CustomReflectable {
    public var description: String { "token signer \(algorithm.rawValue)" }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}

extension AuthError {
    /// Why a key did not sign.
    init(signing error: CryptoError) {
        let code: Code =
            switch error.code {
            case .invalidKey: .invalidKey
            case .cancelled: .userCancelled
            case .lockedMemoryExhausted: .lockedMemoryExhausted
            case .hardwareUnavailable: .hardwareUnavailable
            case .unsupported: .unsupported
            default: .backendFailure
            }
        self.init(code, error.reason, nativeStatus: error.nativeStatus)
    }
}
