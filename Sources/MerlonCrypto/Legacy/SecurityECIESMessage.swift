public import MerlonCore

/// What Apple's `SecKeyCreateEncryptedData` makes with a key of P-256, P-384 or P-521 and an `ECIESEncryption…AESGCM` algorithm. Opened to be resealed; new data is
/// sealed with ``AgreementPublicKey/seal(_:context:from:cipher:)-(Collection<UInt8>,_,_,_)``.
///
/// ```swift
/// let message = SecurityECIESMessage(stored, .eciesEncryptionCofactorVariableIVX963SHA256AESGCM)
/// let opened = try message.openSecret(with: key)
/// ```
/// A message is: the sender's ephemeral public key (65 bytes on P-256, 97, 133), ciphertext, tag (16 bytes). The key of AES-128-GCM, or on the larger
/// curves AES-256-GCM, is ANSI X9.63's derivation of the agreed x coordinate, with the ephemeral public key as shared information; its 16-byte
/// nonce is zero, or for the `VariableIV` algorithms the next 16 derived bytes. Nothing else is authenticated, although SecKey.h says that the
/// recipient's public key is. On these curves the cofactor is one: `Standard` and `Cofactor` are the same. Not opened are messages of the
/// `SHA224` algorithms, and those made with parameters of one's own (shared information, key size, associated data).
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

    /// Opens the message with the private key of P-256 that it is for, which hardware may hold.
    ///
    /// Throws ``CryptoError/Code/authenticationFailed`` for whatever does not open; ``CryptoError/Code/invalidKey`` for a key of another curve;
    /// what the hardware says.
    public func open(with key: AgreementPrivateKey) throws(CryptoError) -> [UInt8] { try message(parts(for: key)) }

    /// Opens the message with the private key of P-384 or P-521 that it is for. Throws as ``open(with:)-(AgreementPrivateKey)`` does.
    public func open(with key: LegacyAgreementKey) throws(CryptoError) -> [UInt8] { try message(parts(for: key)) }

    /// Opens the message into secret memory; see ``open(with:)-(AgreementPrivateKey)``.
    public func openSecret(with key: AgreementPrivateKey) throws(CryptoError) -> SecretBytes { try secretMessage(parts(for: key)) }

    /// Opens the message into secret memory; see ``open(with:)-(LegacyAgreementKey)``.
    public func openSecret(with key: LegacyAgreementKey) throws(CryptoError) -> SecretBytes { try secretMessage(parts(for: key)) }

    /// The same contents as a message of a sealing key.
    public func reseal(
        openingWith old: AgreementPrivateKey, sealingWith key: SealingKey, context: SealingContext
    ) throws(CryptoError) -> [UInt8] {
        try key.seal(try openSecret(with: old), context: context)
    }

    /// The same contents as a message of a sealing key.
    public func reseal(
        openingWith old: LegacyAgreementKey, sealingWith key: SealingKey, context: SealingContext
    ) throws(CryptoError) -> [UInt8] {
        try key.seal(try openSecret(with: old), context: context)
    }
}

extension SecurityECIESMessage {
    /// What the cipher needs: its key, its nonce, and where the ciphertext begins.
    private struct Parts {
        let key: SecretBytes
        let nonce: [UInt8]
        let start: Int
    }

    private func parts(for key: AgreementPrivateKey) throws(CryptoError) -> Parts {
        guard key.curve == .p256 else { throw CryptoError(.invalidKey, "ECIES needs a P-256 key.") }
        return try parts(AgreementCurve.p256.publicKeyByteCount, .aes128GCM) { (point) throws(CryptoError) in
            try key.rawSecret(with: try AgreementPublicKey(.p256, point))
        }
    }

    private func parts(for key: LegacyAgreementKey) throws(CryptoError) -> Parts {
        try parts(key.curve.publicKeyByteCount, .aes256GCM) { (point) throws(CryptoError) in try key.rawSecret(with: point) }
    }

    private func parts(
        _ pointByteCount: Int, _ cipher: AEAD, _ agree: ([UInt8]) throws(CryptoError) -> SecretBytes
    ) throws(CryptoError) -> Parts {
        guard bytes.count >= pointByteCount + AEAD.tagByteCount else { throw .authenticationFailed }
        let point = Array(bytes[..<pointByteCount])
        let secret: SecretBytes
        do throws(CryptoError) { secret = try agree(point) } catch { throw error.code == .invalidKey ? .authenticationFailed : error }
        let (keyCount, nonceCount) = (cipher.keyByteCount, Backend.longNonceByteCount)
        let derived = try X963.derive(
            algorithm.hash, from: secret, sharedInfo: point, count: keyCount + (algorithm.hasVariableNonce ? nonceCount : 0))
        let zeros = [UInt8](repeating: 0, count: nonceCount)
        let nonce = algorithm.hasVariableNonce ? unsafe derived.withUnsafeBytes { unsafe Array($0[keyCount...]) } : zeros
        let key = try translatingCoreErrors { () throws(CoreError) in try derived.extracting(0..<keyCount) }
        return Parts(key: key, nonce: nonce, start: pointByteCount)
    }

    private func message(_ parts: Parts) throws(CryptoError) -> [UInt8] {
        var message = [UInt8](repeating: 0, count: bytes.count - parts.start - AEAD.tagByteCount)
        unsafe try message.withMutableBytes { (output) throws(CryptoError) in unsafe try decrypt(parts, into: output) }
        return message
    }

    private func secretMessage(_ parts: Parts) throws(CryptoError) -> SecretBytes {
        let count = bytes.count - parts.start - AEAD.tagByteCount
        var message = try translatingCoreErrors { () throws(CoreError) in try LockedBytes(count: count) }
        unsafe try message.withUnsafeMutableBytes { (output) throws(CryptoError) in unsafe try decrypt(parts, into: output) }
        return SecretBytes(message)
    }

    private func decrypt(_ parts: Parts, into output: UnsafeMutableRawBufferPointer) throws(CryptoError) {
        unsafe try bytes.withBytes { (bytes) throws(CryptoError) in
            unsafe try parts.key.withUnsafeBytes { (key) throws(CryptoError) in
                unsafe try parts.nonce.withBytes { (nonce) throws(CryptoError) in
                    let nothing = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
                    let sealed = unsafe UnsafeRawBufferPointer(rebasing: bytes[parts.start...])
                    unsafe try Backend.openWithLongNonce(
                        AEADInput(key: key, nonce: nonce, authenticating: nothing, message: sealed), into: output)
                }
            }
        }
    }
}
