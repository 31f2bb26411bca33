public import MerlonCore

extension KeySet {
    /// Seals bytes with the primary key; see ``SealingKey/seal(_:context:)-(Collection<UInt8>,_)``.
    public func seal(_ message: some Collection<UInt8>, context: SealingContext) throws(CryptoError) -> [UInt8] {
        try primary.seal(message, context: context)
    }

    /// Seals a secret with the primary key.
    public func seal(_ secret: SecretBytes, context: SealingContext) throws(CryptoError) -> [UInt8] {
        try primary.seal(secret, context: context)
    }

    /// Seals a value with the primary key.
    public func seal(_ value: some Sealable, context: SealingContext) throws(CryptoError) -> [UInt8] {
        try primary.seal(value, context: context)
    }

    /// Opens a message with the key that it names.
    ///
    /// Throws ``CryptoError/Code/authenticationFailed`` also when the set has no such key: ``SealedHeader`` says which one it would take.
    public func open(_ sealed: some Collection<UInt8>, context: SealingContext) throws(CryptoError) -> [UInt8] {
        try key(for: sealed).open(sealed, context: context)
    }

    /// Opens a message into protected memory.
    public func openSecret(_ sealed: some Collection<UInt8>, context: SealingContext) throws(CryptoError) -> SecretBytes {
        try key(for: sealed).openSecret(sealed, context: context)
    }

    /// Opens a message and decodes the value in it.
    public func open<Value: Sealable>(
        _ sealed: some Collection<UInt8>, as type: Value.Type, context: SealingContext
    ) throws(CryptoError) -> Value {
        try key(for: sealed).open(sealed, as: type, context: context)
    }

    /// Whether a message was sealed by another key than the primary, so that it should be resealed before that key is retired.
    public func needsResealing(_ sealed: some Collection<UInt8>) -> Bool { SealedHeader(of: sealed)?.keyID != primary.id }

    /// The same contents sealed with the primary key. They pass through protected memory only.
    public func reseal(_ sealed: some Collection<UInt8>, context: SealingContext) throws(CryptoError) -> [UInt8] {
        try primary.seal(try openSecret(sealed, context: context), context: context)
    }

    /// The whole set, sealed by a key that is not in it: the only form in which it is written down.
    public func sealed(by key: SealingKey) throws(CryptoError) -> [UInt8] {
        guard !ids.contains(key.id) else { throw CryptoError(.invalidArgument, "A key set cannot be sealed by one of its own keys.") }
        return try key.seal(self, context: Self.exportContext)
    }

    /// Opens what ``sealed(by:)`` made.
    public init(opening sealed: some Collection<UInt8>, with key: SealingKey) throws(CryptoError) {
        self = try key.open(sealed, as: KeySet.self, context: Self.exportContext)
    }

    private static let exportContext: SealingContext = "merlon.key-set"
}
