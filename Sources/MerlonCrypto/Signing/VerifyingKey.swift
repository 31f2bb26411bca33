import MerlonCore

/// A public key that verifies signatures by one algorithm. Checked when it is made: a point lies on its curve, an RSA modulus has 2048 to 8192
/// bits and an odd exponent above 1.
///
/// Two keys are equal when they are the same key for the same algorithm.
public struct VerifyingKey: Sendable {
    /// The one algorithm by which it verifies.
    public let algorithm: SignatureAlgorithm
    /// The DER `SubjectPublicKeyInfo` (RFC 5280, 4.1.2.7).
    public let subjectPublicKeyInfo: [UInt8]
    private let key: Key

    private enum Key: Sendable {
        case point(Backend.VerifyingKey, encoded: [UInt8])
        case rsa(Backend.RSAVerifyingKey)
    }

    /// A key of an elliptic curve from its encoded point: 32 bytes for Ed25519; 65 bytes (P-256) or 97 (P-384) of the uncompressed form, which
    /// starts with 4 (SEC 1, 2.3.3).
    ///
    /// Throws ``CryptoError/Code/invalidKey`` for everything else, and for RSA, which has no such form.
    public init(rawRepresentation point: some Collection<UInt8>, algorithm: SignatureAlgorithm) throws(CryptoError) {
        guard let scheme = algorithm.scheme else { throw CryptoError(.invalidKey, "An RSA key has no raw form.") }
        let point = Array(point)
        key = .point(try Backend.VerifyingKey(scheme, point), encoded: point)
        subjectPublicKeyInfo = SubjectPublicKeyInfo.encode(SubjectPublicKeyInfo.identifier(of: scheme), point)
        self.algorithm = algorithm
    }

    /// A key from its DER `SubjectPublicKeyInfo`, which must be for this algorithm.
    ///
    /// Throws ``CryptoError/Code/invalidKey`` for another algorithm's key, a malformed one, or one with something behind it.
    public init(subjectPublicKeyInfo der: some Collection<UInt8>, algorithm: SignatureAlgorithm) throws(CryptoError) {
        if let scheme = algorithm.scheme {
            try self.init(rawRepresentation: try SubjectPublicKeyInfo.point(in: der, scheme), algorithm: algorithm)
            return
        }
        self.init(rsa: try Backend.RSAVerifyingKey(subjectPublicKeyInfo: der), Array(der), algorithm)
    }

    private init(rsa key: Backend.RSAVerifyingKey, _ info: [UInt8], _ algorithm: SignatureAlgorithm) {
        self.key = .rsa(key)
        subjectPublicKeyInfo = info
        self.algorithm = algorithm
    }

    /// A key from the PEM text (RFC 7468) of its `SubjectPublicKeyInfo`: one `PUBLIC KEY` block and nothing else.
    ///
    /// Throws ``CryptoError/Code/malformed`` for text that is none; else as ``init(subjectPublicKeyInfo:algorithm:)``.
    public init(pem: String, algorithm: SignatureAlgorithm) throws(CryptoError) {
        try self.init(subjectPublicKeyInfo: try PEM.bytes(pem, label: "PUBLIC KEY"), algorithm: algorithm)
    }

    /// An RSA key from its two numbers, big-endian, as a JWK has them (RFC 7518, 6.3.1).
    public init(
        rsaModulus modulus: some Collection<UInt8>, exponent: some Collection<UInt8>, algorithm: SignatureAlgorithm
    ) throws(CryptoError) {
        // More cannot be a key, and need not be copied.
        guard algorithm.rsa != nil, modulus.count <= 1025, exponent.count <= 8 else {
            throw CryptoError(.invalidKey, "Not an RSA key for this algorithm.")
        }
        try self.init(subjectPublicKeyInfo: RSAPublicKeyInfo.encode(modulus: modulus, exponent: exponent), algorithm: algorithm)
    }

    /// The encoded point of an elliptic-curve key; `nil` for RSA. See ``init(rawRepresentation:algorithm:)``.
    public var rawRepresentation: [UInt8]? { if case .point(_, let encoded) = key { encoded } else { nil } }

    /// The modulus and exponent of an RSA key, big-endian without leading zeros; `nil` for other keys.
    public var rsaComponents: (modulus: [UInt8], exponent: [UInt8])? {
        guard algorithm.rsa != nil else { return nil }
        return try? RSAPublicKeyInfo.components(in: subjectPublicKeyInfo)
    }

    /// The PEM text of ``subjectPublicKeyInfo``.
    public var pem: String { PEM.text(subjectPublicKeyInfo, label: "PUBLIC KEY") }

    /// Throws ``CryptoError/Code/authenticationFailed`` unless this is the signature of the message for the context.
    public func verify(
        _ signature: some Collection<UInt8>, of message: some Collection<UInt8>, context: SigningContext, encoding: SignatureEncoding = .raw
    ) throws(CryptoError) {
        try verify(signature, ofExactly: context.signedBytes(message), encoding)
    }

    /// Throws ``CryptoError/Code/authenticationFailed`` unless this is the signature of exactly these bytes; see
    /// ``SigningKey/signWithoutContext(_:encoding:)``. A message that looks like one with a context is refused.
    public func verifyWithoutContext(
        _ signature: some Collection<UInt8>, of message: some Collection<UInt8>, encoding: SignatureEncoding = .raw
    ) throws(CryptoError) {
        try verify(signature, ofExactly: try SigningContext.bareBytes(message), encoding)
    }

    private func verify(
        _ signature: some Collection<UInt8>, ofExactly message: [UInt8], _ encoding: SignatureEncoding
    ) throws(CryptoError) {
        // No signature is longer than the longest modulus.
        guard signature.count <= 1024 else { throw .authenticationFailed }
        let signature = try encoding.raw(Array(signature), algorithm)
        let accepted = unsafe signature.withBytes { signature in
            unsafe message.withBytes { unsafe accepts(signature, ofExactly: $0) }
        }
        guard accepted else { throw .authenticationFailed }
    }

    /// Whether this is the signature, in its raw form, of exactly these bytes: for formats that keep their purposes apart themselves.
    package func accepts(_ signature: UnsafeRawBufferPointer, ofExactly message: UnsafeRawBufferPointer) -> Bool {
        switch key {
        case .point(let key, _): return unsafe key.accepts(signature: signature, of: message)
        case .rsa(let key):
            guard let rsa = algorithm.rsa else { return false }
            return unsafe key.accepts(signature: signature, of: message, rsa.hash, padding: rsa.padding)
        }
    }
}

extension VerifyingKey: Hashable, CustomStringConvertible {
    public static func == (left: VerifyingKey, right: VerifyingKey) -> Bool {
        left.algorithm == right.algorithm && left.subjectPublicKeyInfo == right.subjectPublicKeyInfo
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(algorithm)
        hasher.combine(subjectPublicKeyInfo)
    }

    public var description: String { "\(algorithm.rawValue) public key" }
}
