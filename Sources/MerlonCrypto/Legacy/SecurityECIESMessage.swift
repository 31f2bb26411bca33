public import MerlonCore

/// What Apple's `SecKeyCreateEncryptedData` makes with a P-256 key and an `ECIESEncryption…AESGCM` algorithm. Opened to be resealed; new data is
/// sealed with ``AgreementPublicKey/seal(_:context:from:cipher:)-(Collection<UInt8>,_,_,_)``.
///
/// ```swift
/// let message = SecurityECIESMessage(stored, .eciesEncryptionCofactorVariableIVX963SHA256AESGCM)
/// let opened = try message.openSecret(with: key)
/// ```
/// A message is: the sender's ephemeral public key (65 bytes), ciphertext, tag (16 bytes). The key of AES-128-GCM is ANSI X9.63's derivation of
/// the agreed x coordinate, with the ephemeral public key as shared information; its 16-byte nonce is zero, or for the `VariableIV` algorithms
/// the next 16 derived bytes. Nothing else is authenticated, although SecKey.h says that the recipient's public key is. On P-256 the cofactor is
/// one: `Standard` and `Cofactor` are the same. Not opened are messages for P-384 and P-521 keys, and those of the `SHA224` algorithms.
public struct SecurityECIESMessage: Hashable, Sendable {
    /// The names of Security's algorithms, each with what `SecKeyAlgorithm` calls it.
    public enum Algorithm: String, Hashable, Sendable, CaseIterable {
        case eciesEncryptionStandardX963SHA1AESGCM, eciesEncryptionCofactorX963SHA1AESGCM
        case eciesEncryptionStandardX963SHA256AESGCM, eciesEncryptionCofactorX963SHA256AESGCM
        case eciesEncryptionStandardX963SHA384AESGCM, eciesEncryptionCofactorX963SHA384AESGCM
        case eciesEncryptionStandardX963SHA512AESGCM, eciesEncryptionCofactorX963SHA512AESGCM
        case eciesEncryptionStandardVariableIVX963SHA256AESGCM, eciesEncryptionCofactorVariableIVX963SHA256AESGCM
        case eciesEncryptionStandardVariableIVX963SHA384AESGCM, eciesEncryptionCofactorVariableIVX963SHA384AESGCM
        case eciesEncryptionStandardVariableIVX963SHA512AESGCM, eciesEncryptionCofactorVariableIVX963SHA512AESGCM

        /// Whether the nonce is derived, and not zero.
        var hasVariableNonce: Bool { rawValue.contains("VariableIV") }

        var hash: HashAlgorithm {
            if rawValue.contains("SHA1AES") { return .insecureSHA1 }
            if rawValue.contains("SHA384") { return .sha384 }
            return rawValue.contains("SHA512") ? .sha512 : .sha256
        }
    }

    /// The message as Security gave it.
    public let bytes: [UInt8]
    /// Its algorithm, which the message does not say.
    public let algorithm: Algorithm

    /// A message as Security gave it.
    public init(_ bytes: some Collection<UInt8>, _ algorithm: Algorithm) {
        self.bytes = Array(bytes)
        self.algorithm = algorithm
    }

    /// Opens the message with the private key that it is for, which hardware may hold.
    ///
    /// Throws ``CryptoError/Code/authenticationFailed`` for whatever does not open; ``CryptoError/Code/invalidKey`` for a key of another curve;
    /// what the hardware says.
    public func open(with key: AgreementPrivateKey) throws(CryptoError) -> [UInt8] {
        guard key.curve == .p256 else { throw CryptoError(.invalidKey, "ECIES needs a P-256 key.") }
        let pointByteCount = AgreementCurve.p256.publicKeyByteCount
        guard bytes.count >= pointByteCount + AEAD.tagByteCount else { throw .authenticationFailed }
        let point = Array(bytes[..<pointByteCount])
        let secret: SecretBytes
        do throws(CryptoError) { secret = try key.rawSecret(with: try AgreementPublicKey(.p256, point)) } catch {
            throw error.code == .invalidKey ? .authenticationFailed : error
        }
        let (keyCount, nonceCount) = (AEAD.aes128GCM.keyByteCount, Backend.longNonceByteCount)
        let derived = try X963.derive(
            algorithm.hash, from: secret, sharedInfo: point, count: keyCount + (algorithm.hasVariableNonce ? nonceCount : 0))
        let zeros = [UInt8](repeating: 0, count: nonceCount)
        let nonce = algorithm.hasVariableNonce ? unsafe derived.withUnsafeBytes { unsafe Array($0[keyCount...]) } : zeros
        var message = [UInt8](repeating: 0, count: bytes.count - pointByteCount - AEAD.tagByteCount)
        unsafe try bytes.withBytes { (bytes) throws(CryptoError) in
            unsafe try message.withMutableBytes { (output) throws(CryptoError) in
                unsafe try derived.withUnsafeBytes { (derived) throws(CryptoError) in
                    unsafe try nonce.withBytes { (nonce) throws(CryptoError) in
                        let nothing = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
                        unsafe try Backend.openWithLongNonce(
                            AEADInput(
                                key: UnsafeRawBufferPointer(rebasing: derived[..<keyCount]), nonce: nonce, authenticating: nothing,
                                message: UnsafeRawBufferPointer(rebasing: bytes[pointByteCount...])), into: output)
                    }
                }
            }
        }
        return message
    }

    /// Opens the message into secret memory; see ``open(with:)``.
    public func openSecret(with key: AgreementPrivateKey) throws(CryptoError) -> SecretBytes {
        var message = try open(with: key)
        return try translatingCoreErrors { () throws(CoreError) in try SecretBytes(moving: &message) }
    }

    /// The same contents as a message of a sealing key.
    public func reseal(
        openingWith old: AgreementPrivateKey, sealingWith key: SealingKey, context: SealingContext
    ) throws(CryptoError) -> [UInt8] {
        var message = try open(with: old)
        defer { wipe(&message) }
        return try key.seal(message, context: context)
    }
}
