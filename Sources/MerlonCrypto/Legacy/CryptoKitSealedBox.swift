public import MerlonCore

/// What CryptoKit calls a combined sealed box: nonce (12 bytes), ciphertext, tag (16 bytes). Opened to be resealed; Merlon makes none.
///
/// ```swift
/// let box = CryptoKitSealedBox(combined: stored, .aesGCM)
/// let sealed = try box.reseal(openingWith: oldKey, sealingWith: key, context: "notes")
/// ```
/// CryptoKit draws each nonce at random, so one key is good for 2^32 boxes at most, and a box opens wherever the key is, whatever it was for.
public struct CryptoKitSealedBox: Hashable, Sendable {
    /// The cipher, which the box does not say.
    public enum Cipher: Hashable, Sendable, CaseIterable {
        /// `AES.GCM`, with a key of 16, 24 or 32 bytes.
        case aesGCM
        /// `ChaChaPoly`, with a key of 32 bytes.
        case chaChaPoly
    }

    /// The box as CryptoKit's `combined` gives it.
    public let combined: [UInt8]
    /// Its cipher.
    public let cipher: Cipher

    /// A box as CryptoKit's `combined` gives it.
    public init(combined: some Collection<UInt8>, _ cipher: Cipher) {
        self.combined = Array(combined)
        self.cipher = cipher
    }

    /// Opens the box. `data` is what was given to CryptoKit as `authenticating`.
    ///
    /// Throws ``CryptoError/Code/authenticationFailed`` for whatever does not open, and ``CryptoError/Code/invalidKey`` for a key whose length
    /// is none of the cipher's.
    public func open(with key: SecretBytes, authenticating data: [UInt8] = []) throws(CryptoError) -> [UInt8] {
        unsafe try withParts(key) { (aead, nonce, sealed) throws(CryptoError) in
            unsafe try aead.open(sealed, key: key, nonce: nonce, authenticating: data)
        }
    }

    /// Opens the box into secret memory; see ``open(with:authenticating:)``.
    public func openSecret(with key: SecretBytes, authenticating data: [UInt8] = []) throws(CryptoError) -> SecretBytes {
        unsafe try withParts(key) { (aead, nonce, sealed) throws(CryptoError) in
            unsafe try aead.openSecret(sealed, key: key, nonce: nonce, authenticating: data)
        }
    }

    /// The same contents as a message of a sealing key.
    public func reseal(
        openingWith old: SecretBytes, authenticating data: [UInt8] = [], sealingWith key: SealingKey, context: SealingContext
    ) throws(CryptoError) -> [UInt8] {
        try key.seal(try openSecret(with: old, authenticating: data), context: context)
    }

    /// Lends the cipher for this key, the nonce, and ciphertext with tag.
    private func withParts<R>(
        _ key: SecretBytes, _ body: (AEAD, _ nonce: [UInt8], _ sealed: UnsafeRawBufferPointer) throws(CryptoError) -> R
    ) throws(CryptoError) -> R {
        let aead = try aead(for: key)
        guard combined.count >= AEAD.nonceByteCount + AEAD.tagByteCount else { throw .authenticationFailed }
        return unsafe try combined.withBytes { (box) throws(CryptoError) in
            let sealed = unsafe UnsafeRawBufferPointer(rebasing: box[AEAD.nonceByteCount...])
            return unsafe try body(aead, Array(combined[..<AEAD.nonceByteCount]), sealed)
        }
    }

    private func aead(for key: SecretBytes) throws(CryptoError) -> AEAD {
        switch (cipher, key.count) {
        case (.aesGCM, 16): return .aes128GCM
        case (.aesGCM, 24): return .aes192GCM
        case (.aesGCM, 32): return .aes256GCM
        case (.chaChaPoly, 32): return .chaCha20Poly1305
        default: throw CryptoError(.invalidKey, "No key of this cipher has \(key.count) bytes.")
        }
    }
}
