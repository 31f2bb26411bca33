public import MerlonCore

/// A private P-256 key for agreement in this process's protected memory.
public struct SoftwareAgreementKey: AgreementKey {
    public let publicKey: [UInt8]
    private let key: SecretBytes

    public var attributes: KeyAttributes { .software }

    /// A new random key.
    public static func generate(using entropy: any Entropy = SystemEntropy()) throws(CryptoError) -> SoftwareAgreementKey {
        try entropy.key(byteCount: AgreementCurve.p256.privateKeyByteCount) { (key) throws(CryptoError) in
            try SoftwareAgreementKey(rawRepresentation: key)
        }
    }

    /// A key from its big-endian scalar of 32 bytes.
    ///
    /// Throws ``CryptoError/Code/invalidKey`` for another length, zero, and what is not below the group's order.
    public init(rawRepresentation key: SecretBytes) throws(CryptoError) {
        publicKey = try Backend.publicKey(of: key, AgreementCurve.p256)
        self.key = key
    }

    /// The scalar.
    public var rawRepresentation: SecretBytes { key }

    public func sharedSecret(with peer: [UInt8]) throws(CryptoError) -> SecretBytes {
        try Backend.sharedSecret(.p256, privateKey: key, peer: peer)
    }
}

extension SoftwareAgreementKey: CustomStringConvertible, CustomReflectable {
    public var description: String { "P-256 private key" }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
