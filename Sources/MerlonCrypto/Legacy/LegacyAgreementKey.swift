public import MerlonCore

/// A private key of P-384 or P-521, to which old messages were encrypted. It only opens: new keys for agreement are ``AgreementPrivateKey``.
///
/// ```swift
/// let key = try LegacyAgreementKey(externalRepresentation: exported)
/// let sealed = try SecurityECIESMessage(stored, algorithm).reseal(openingWith: key, sealingWith: newKey, context: "notes")
/// ```
public struct LegacyAgreementKey: Sendable {
    /// The curves of NIST SP 800-186 beside P-256.
    public enum Curve: Hashable, Sendable, CaseIterable {
        case p384, p521

        /// Bytes of a private key, and of a coordinate.
        public var privateKeyByteCount: Int { self == .p384 ? 48 : 66 }
        /// Bytes of a public key: an uncompressed point.
        public var publicKeyByteCount: Int { 1 + 2 * privateKeyByteCount }
    }

    /// Its curve.
    public let curve: Curve
    /// The public half: an uncompressed point (SEC 1, 2.3.3).
    public let publicKey: [UInt8]
    private let material: SecretBytes

    /// A key of its scalar, big-endian. Throws ``CryptoError/Code/invalidKey`` for another length, and for a number outside of 1 ..< order.
    public init(_ curve: Curve, material: SecretBytes) throws(CryptoError) {
        publicKey = try Backend.publicKey(of: material, curve)
        self.curve = curve
        self.material = material
    }

    /// A key as `SecKeyCopyExternalRepresentation` gives it (ANSI X9.63): public point, then scalar; the length tells the curve.
    ///
    /// Throws ``CryptoError/Code/invalidKey`` for whatever is none, and when the halves do not belong together.
    public init(externalRepresentation: SecretBytes) throws(CryptoError) {
        let count = externalRepresentation.count
        guard let curve = Curve.allCases.first(where: { $0.publicKeyByteCount + $0.privateKeyByteCount == count }) else {
            throw CryptoError(.invalidKey, "No key of P-384 or P-521 has \(count) bytes.")
        }
        let scalar = try translatingCoreErrors { () throws(CoreError) in
            try externalRepresentation.extracting(curve.publicKeyByteCount..<count)
        }
        try self.init(curve, material: scalar)
        let isOwn = unsafe externalRepresentation.withUnsafeBytes { bytes in
            unsafe bytes.prefix(curve.publicKeyByteCount).elementsEqual(publicKey)
        }
        guard isOwn else { throw CryptoError(.invalidKey, "The public half is of another key.") }
    }

    /// The x coordinate of the point that both sides compute.
    func rawSecret(with peer: [UInt8]) throws(CryptoError) -> SecretBytes {
        try Backend.sharedSecret(curve, privateKey: material, peer: peer)
    }
}

extension LegacyAgreementKey: CustomStringConvertible, CustomReflectable {
    public var description: String { "private key for old messages" }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
