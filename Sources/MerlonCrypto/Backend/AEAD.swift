/// An authenticated cipher as its standard defines it, with a 96-bit nonce and a 128-bit tag.
package enum AEAD: Hashable, Sendable, CaseIterable {
    case aes128GCM, aes192GCM, aes256GCM
    case chaCha20Poly1305

    /// Bytes of a key.
    package var keyByteCount: Int {
        switch self {
        case .aes128GCM: 16
        case .aes192GCM: 24
        case .aes256GCM, .chaCha20Poly1305: 32
        }
    }

    /// Bytes of a nonce.
    package static let nonceByteCount = 12
    /// Bytes of a tag.
    package static let tagByteCount = 16
    /// The most bytes of one message: 2^36 - 32 for AES-GCM (NIST SP 800-38D, 5.2.1.1), 2^38 - 64 for ChaCha20-Poly1305 (RFC 8439, 2.8).
    package var maximumMessageByteCount: Int { self == .chaCha20Poly1305 ? (1 << 38) - 64 : (1 << 36) - 32 }
}

/// One message of an authenticated cipher: what is lent to ``Backend`` to seal or open it.
///
/// Associated data comes in two parts, authenticated as if they were one, so that a header and a context need not be copied together.
@safe package struct AEADInput {
    package var key: UnsafeRawBufferPointer
    package var nonce: UnsafeRawBufferPointer
    package var header: UnsafeRawBufferPointer
    package var context: UnsafeRawBufferPointer
    /// Plaintext to seal, or ciphertext and tag to open.
    package var message: UnsafeRawBufferPointer

    package init(
        key: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer, header: UnsafeRawBufferPointer, context: UnsafeRawBufferPointer,
        message: UnsafeRawBufferPointer
    ) {
        unsafe self.key = key
        unsafe self.nonce = nonce
        unsafe self.header = header
        unsafe self.context = context
        unsafe self.message = message
    }

    /// A message for a cipher that has its key already.
    init(
        nonce: UnsafeRawBufferPointer, header: UnsafeRawBufferPointer, context: UnsafeRawBufferPointer, message: UnsafeRawBufferPointer
    ) {
        unsafe self.init(
            key: UnsafeRawBufferPointer(start: nil, count: 0), nonce: nonce, header: header, context: context, message: message)
    }

    /// A message whose associated data is one buffer.
    package init(
        key: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer, authenticating data: UnsafeRawBufferPointer,
        message: UnsafeRawBufferPointer
    ) {
        unsafe self.init(key: key, nonce: nonce, header: data, context: UnsafeRawBufferPointer(start: nil, count: 0), message: message)
    }

    /// Checks the lengths that every backend requires.
    func check(for cipher: AEAD, output: UnsafeMutableRawBufferPointer, opening: Bool) throws(CryptoError) {
        guard unsafe key.count == cipher.keyByteCount else {
            throw CryptoError(.invalidKey, "A key of this cipher has \(cipher.keyByteCount) bytes.")
        }
        guard unsafe nonce.count == AEAD.nonceByteCount else {
            throw CryptoError(.invalidArgument, "A nonce has \(AEAD.nonceByteCount) bytes.")
        }
        if opening, unsafe message.count < AEAD.tagByteCount { throw .authenticationFailed }
        let plain = unsafe message.count - (opening ? AEAD.tagByteCount : 0)
        guard plain <= cipher.maximumMessageByteCount else { throw CryptoError(.limitExceeded, "The message is too long for the cipher.") }
        guard output.count == plain + (opening ? 0 : AEAD.tagByteCount) else {
            throw CryptoError(.invalidArgument, "The output has the wrong length.")
        }
    }

    /// Checks the lengths that ``Backend/openWithLongNonce(_:into:)`` requires.
    func checkLongNonce(_ output: UnsafeMutableRawBufferPointer) throws(CryptoError) {
        guard unsafe key.count == AEAD.aes128GCM.keyByteCount || key.count == AEAD.aes256GCM.keyByteCount,
            unsafe nonce.count == Backend.longNonceByteCount
        else {
            throw CryptoError(.invalidArgument, "The key or the nonce has the wrong length.")
        }
        guard unsafe message.count >= AEAD.tagByteCount else { throw .authenticationFailed }
        guard unsafe output.count == message.count - AEAD.tagByteCount else {
            throw CryptoError(.invalidArgument, "The output has the wrong length.")
        }
    }
}
