import MerlonCore

/// A ``SealingKey`` that hardware has wrapped, for keeping beside the data, in a file or in the keychain: whoever dumps that place has nothing that
/// opens anything. Encrypt what is in the keychain, too.
///
/// ```swift
/// let wrapped = try WrappedSealingKey(SealingKey.generate(), under: hardwareKey, context: "notes")
/// store(wrapped.encoded)
/// let key = try WrappedSealingKey(encoded: stored).unwrap(with: hardwareKey, context: "notes")
/// ```
/// The encoded form is deterministic CBOR: an array of version (1), algorithm, key id and the wrapped material. All of it is bound to the wrapping,
/// as the context is: a key cannot be passed off for another purpose, under another id or for another algorithm.
///
/// What it does not stop: the unwrapped key is in this process while it is used, and whoever can run code as the app can ask the hardware as the app
/// does, unless each use needs a person or a secret value.
public struct WrappedSealingKey: Hashable, Sendable {
    /// The algorithm of the key within.
    public let algorithm: SealingAlgorithm
    /// The name of the key within.
    public let id: KeyID
    private let wrapped: [UInt8]

    /// Wraps a key under another.
    ///
    /// - Parameter dangerouslyAllowSoftware: Takes a wrapping key that is software, too: for tests, and where that was decided in plain sight. A dump
    ///   of the process, or of the place where that key is kept, opens everything.
    /// - Throws: ``CryptoError/Code/hardwareUnavailable`` when the wrapping key is software; else as ``WrappingKey/wrap(_:context:)``.
    public init(
        _ key: SealingKey, under wrapping: some WrappingKey, context: SealingContext, dangerouslyAllowSoftware: Bool = false
    ) throws(CryptoError) {
        guard wrapping.attributes.isHardwareHeld || dangerouslyAllowSoftware else {
            throw CryptoError(.hardwareUnavailable, "The wrapping key is software, which is not what a wrapped sealing key is for.")
        }
        algorithm = key.algorithm
        id = key.id
        wrapped = try wrapping.wrap(key.material, context: Self.bound(context, key.algorithm, key.id))
    }

    /// The key.
    ///
    /// - Throws: ``CryptoError/Code/authenticationFailed`` for another wrapping key or context and for a changed form; else as
    ///   ``WrappingKey/unwrap(_:context:)``.
    public func unwrap(with wrapping: some WrappingKey, context: SealingContext) throws(CryptoError) -> SealingKey {
        let material = try wrapping.unwrap(wrapped, context: Self.bound(context, algorithm, id))
        return try SealingKey(material: material, id: id, algorithm: algorithm)
    }

    private static func bound(_ context: SealingContext, _ algorithm: SealingAlgorithm, _ id: KeyID) -> SealingContext {
        let name = unsafe withUnsafeBytes(of: id.rawValue.bigEndian) { unsafe Array($0) }
        return SealingContext(parts: [Array("merlon.wrapped-sealing-key.1".utf8), [algorithm.rawValue], name, context.encoded])
    }
}

extension WrappedSealingKey {
    /// The form that is stored. It holds no secret.
    public var encoded: [UInt8] {
        CBORValue.array([.unsigned(1), .unsigned(UInt64(algorithm.rawValue)), .unsigned(UInt64(id.rawValue)), .bytes(wrapped)]).serialized()
    }

    /// Reads what ``encoded`` wrote. Nothing of it is trusted before the key has been unwrapped.
    ///
    /// - Throws: ``CryptoError/Code/malformed``; ``CryptoError/Code/unsupported`` for another version or algorithm;
    ///   ``CryptoError/Code/limitExceeded`` for more than a wrapped key can have.
    public init(encoded: some Collection<UInt8>) throws(CryptoError) {
        let limits = CBORLimits(byteCount: WrappingLimits.wrappedByteCount + 32, depth: 1, itemCount: 5)
        guard encoded.count <= limits.byteCount else { throw CryptoError(.limitExceeded, "Too long for a wrapped key.") }
        let value = try translatingCoreErrors { () throws(CoreError) in try CBORValue(parsing: Array(encoded), limits: limits) }
        guard let items = value.array, items.count == 4, let version = items[0].integer, let name = items[1].integer,
            let number = items[2].integer, let id = UInt32(exactly: number), let wrapped = items[3].bytes
        else { throw CryptoError(.malformed, "Not a wrapped sealing key.") }
        guard version == 1, let byte = UInt8(exactly: name), let algorithm = SealingAlgorithm(rawValue: byte) else {
            throw CryptoError(.unsupported, "A wrapped key of a version or algorithm that is not known here.")
        }
        (self.algorithm, self.id, self.wrapped) = (algorithm, KeyID(rawValue: id), wrapped)
    }
}
