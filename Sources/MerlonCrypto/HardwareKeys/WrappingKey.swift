public import MerlonCore

/// A key that wraps other keys: what it wrapped opens with the same key and context alone, on the hardware where that key lives.
///
/// ```swift
/// let wrapped = try tpmKey.wrap(masterKey, context: "vault master key")
/// let masterKey = try tpmKey.unwrap(wrapped, context: "vault master key")
/// ```
/// The wrapped form may lie anywhere: it says nothing to whoever lacks the key, and a changed one is refused.
///
/// A call may wait for the hardware or for a person: not for the main actor. Keys can be used from several threads at once.
public protocol WrappingKey: Sendable {
    /// What the key really is.
    var attributes: KeyAttributes { get }

    /// Wraps 1 ... 128 bytes of key material for a context.
    ///
    /// - Throws: ``CryptoError/Code/limitExceeded`` for another length; ``CryptoError/Code/hardwareUnavailable``,
    ///   ``CryptoError/Code/accessDenied``, ``CryptoError/Code/lockedOut`` or ``CryptoError/Code/cancelled`` where the hardware or a person says
    ///   no.
    func wrap(_ material: SecretBytes, context: SealingContext) throws(CryptoError) -> [UInt8]

    /// The material that ``wrap(_:context:)`` wrapped.
    ///
    /// - Throws: ``CryptoError/Code/authenticationFailed`` for what this key did not wrap for this context, without saying why;
    ///   ``CryptoError/Code/policyUnsatisfied`` when the machine's state is not the one the key was bound to; else as ``wrap(_:context:)``.
    func unwrap(_ wrapped: [UInt8], context: SealingContext) throws(CryptoError) -> SecretBytes
}

/// The limits that every ``WrappingKey`` keeps.
public enum WrappingLimits: Sendable {
    /// The most bytes of key material: what a TPM seals at most.
    public static let materialByteCount = 128
    /// The most bytes of a wrapped key that are looked at.
    public static let wrappedByteCount = 1024

    /// Throws ``CryptoError/Code/limitExceeded`` unless this much key material can be wrapped.
    public static func check(_ material: SecretBytes) throws(CryptoError) {
        guard (1...materialByteCount).contains(material.count) else {
            throw CryptoError(.limitExceeded, "A wrapping key takes 1 to \(materialByteCount) bytes, not \(material.count).")
        }
    }
}
