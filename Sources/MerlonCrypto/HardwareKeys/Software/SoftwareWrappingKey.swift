public import MerlonCore

/// A wrapping key that is a sealing key of this process: for tests, and for machines without hardware where that was decided in plain sight.
public struct SoftwareWrappingKey: WrappingKey {
    private let key: SealingKey

    public var attributes: KeyAttributes { .software }

    /// Wraps with this key.
    public init(_ key: SealingKey) { self.key = key }

    public func wrap(_ material: SecretBytes, context: SealingContext) throws(CryptoError) -> [UInt8] {
        try WrappingLimits.check(material)
        return try key.seal(material, context: context.forWrapping)
    }

    public func unwrap(_ wrapped: [UInt8], context: SealingContext) throws(CryptoError) -> SecretBytes {
        guard wrapped.count <= WrappingLimits.wrappedByteCount else { throw .authenticationFailed }
        return try key.openSecret(wrapped, context: context.forWrapping)
    }
}

extension SealingContext {
    /// The context under which a key is wrapped, so that no message that the same key sealed passes for a wrapped key.
    var forWrapping: SealingContext { SealingContext(parts: [Array("merlon.wrap.1".utf8), encoded]) }
}
