public import MerlonCore

/// A key from which others are derived (HKDF-SHA256, RFC 5869), each for the purpose that its label names: knowing one says nothing of another.
///
/// Made of key material only: at least 16 bytes that nobody can guess. A password is none; it goes through `PasswordHash`.
public struct DerivationKey: Sendable {
    private let pseudorandomKey: SecretBytes

    /// A new random key.
    public static func generate(using entropy: any Entropy = SystemEntropy()) throws(CryptoError) -> DerivationKey {
        try DerivationKey(material: try translatingCoreErrors { () throws(CoreError) in try entropy.secret(count: 32) })
    }

    /// A key of stored or agreed material.
    ///
    /// Throws ``CryptoError/Code/invalidKey`` for fewer than 16 bytes.
    public init(material: SecretBytes) throws(CryptoError) {
        guard material.count >= 16 else { throw CryptoError(.invalidKey, "Key material has at least 16 bytes, not \(material.count).") }
        pseudorandomKey = try HKDF.extract(.sha256, from: material, salt: Array("merlon.derive.1".utf8))
    }

    /// `count` bytes, 1 ... 8160, for the purpose `label` and whatever tells its instances apart.
    public func secret(_ label: String, context: [UInt8] = [], count: Int = 32) throws(CryptoError) -> SecretBytes {
        let info = SealingContext(parts: [Array(label.utf8), context]).encoded
        return try HKDF.expand(.sha256, from: pseudorandomKey, info: info, count: count)
    }

    /// A sealing key for the purpose `label`; its id is derived too.
    public func sealingKey(
        _ label: String, context: [UInt8] = [], algorithm: SealingAlgorithm = .aes256GCM
    ) throws(CryptoError) -> SealingKey {
        let name = try secret("key id", context: SealingContext(parts: [Array(label.utf8), context]).encoded, count: 4)
        let id = KeyID(rawValue: unsafe name.withUnsafeBytes { unsafe $0.reduce(0) { $0 << 8 | UInt32($1) } })
        return try SealingKey(material: try secret(label, context: context), id: id, algorithm: algorithm)
    }

    /// An authentication key for the purpose `label`.
    public func authenticationKey(_ label: String, context: [UInt8] = []) throws(CryptoError) -> AuthenticationKey {
        try AuthenticationKey(material: try secret(label, context: context))
    }
}

extension DerivationKey: CustomStringConvertible, CustomReflectable {
    public var description: String { "derivation key" }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
