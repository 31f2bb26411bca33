public import MerlonCore
public import MerlonCrypto

/// A kind of key that a vault makes, keeps and hands out as a handle: ``SealingKey``, ``KeySet``, ``DerivationKey``, ``AuthenticationKey``.
///
/// The fields that ``storedKey()`` gives go nowhere but into the store.
public protocol VaultKey: Sendable {
    /// Names the kind in the record, so that a key of one kind is not read as another. 1 ... 32 bytes.
    static var kind: String { get }
    /// A new random key, in the form that is stored.
    static func makeStoredKey() throws(CryptoError) -> SecretBytes
    /// The key of what ``makeStoredKey()`` or ``storedKey()`` gave.
    init(storedKey: SecretBytes) throws(CryptoError)
}

extension SealingKey: VaultKey {
    public static var kind: String { "sealing" }

    public static func makeStoredKey() throws(CryptoError) -> SecretBytes { try KeySet.makeStoredKey() }

    public init(storedKey: SecretBytes) throws(CryptoError) { self = try KeySet(storedKey: storedKey).primary }
}

extension KeySet: VaultKey {
    public static var kind: String { "key-set" }

    public static func makeStoredKey() throws(CryptoError) -> SecretBytes { try KeySet.generate().storedKey() }

    /// The whole set.
    func storedKey() throws(CryptoError) -> SecretBytes {
        try translatingCoreErrors { () throws(CoreError) in try SecretBytes.encoding(self) }
    }

    public init(storedKey: SecretBytes) throws(CryptoError) {
        self = try translatingCoreErrors { () throws(CoreError) in try storedKey.decoded(as: KeySet.self) }
    }
}

extension DerivationKey: VaultKey {
    public static var kind: String { "derivation" }

    public static func makeStoredKey() throws(CryptoError) -> SecretBytes { try randomKey() }

    public init(storedKey: SecretBytes) throws(CryptoError) { try self.init(material: storedKey) }
}

extension AuthenticationKey: VaultKey {
    public static var kind: String { "authentication" }

    public static func makeStoredKey() throws(CryptoError) -> SecretBytes { try randomKey() }

    public init(storedKey: SecretBytes) throws(CryptoError) { try self.init(material: storedKey) }
}

private func randomKey() throws(CryptoError) -> SecretBytes {
    try translatingCoreErrors { () throws(CoreError) in try SystemEntropy().secret(count: 32) }
}

/// A key as its record holds it.
struct StoredKey: Sealable {
    let kind: String
    let key: SecretBytes

    init(kind: String, key: SecretBytes) {
        self.kind = kind
        self.key = key
    }

    func encode(to encoder: inout SealedEncoder) throws(CoreError) {
        try encoder.encode(Int64(1))
        try encoder.encode(kind)
        try encoder.encode(key)
    }

    init(from decoder: inout SealedDecoder) throws(CoreError) {
        guard try decoder.integer() == 1 else { throw CoreError(.unsupported, "A key of another version.") }
        kind = try decoder.string()
        key = try decoder.secret()
    }
}
