import MerlonCore

/// XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03): ChaCha20-Poly1305 with a nonce long enough to be random for any number of messages.
package enum XChaCha20Poly1305: Sendable {
    /// Bytes of a nonce.
    package static let nonceByteCount = 24

    /// Writes ciphertext and tag to `output`, as ``Backend/seal(_:_:into:)`` does.
    package static func seal(_ input: AEADInput, into output: UnsafeMutableRawBufferPointer) throws(CryptoError) {
        try withSubkey(of: input) { (input) throws(CryptoError) in unsafe try Backend.seal(.chaCha20Poly1305, input, into: output) }
    }

    /// Writes the plaintext to `output`, as ``Backend/open(_:_:into:)`` does.
    package static func open(_ input: AEADInput, into output: UnsafeMutableRawBufferPointer) throws(CryptoError) {
        try withSubkey(of: input) { (input) throws(CryptoError) in unsafe try Backend.open(.chaCha20Poly1305, input, into: output) }
    }

    /// Lends the input with the key that HChaCha20 makes of the first 16 bytes of the nonce, and a nonce of four zeros and the last eight.
    private static func withSubkey(of input: AEADInput, _ body: (AEADInput) throws(CryptoError) -> Void) throws(CryptoError) {
        guard unsafe input.key.count == 32 else { throw CryptoError(.invalidKey, "A key of this cipher has 32 bytes.") }
        guard unsafe input.nonce.count == nonceByteCount else {
            throw CryptoError(.invalidArgument, "A nonce has \(nonceByteCount) bytes.")
        }
        var outcome: Result<Void, CryptoError> = .success(())
        unsafe withUnsafeTemporaryAllocation(byteCount: 32 + AEAD.nonceByteCount, alignment: 16) { space in
            defer { unsafe wipe(space) }
            let subkey = unsafe UnsafeMutableRawBufferPointer(rebasing: space[..<32])
            let nonce = unsafe UnsafeMutableRawBufferPointer(rebasing: space[32...])
            unsafe HChaCha20.derive(key: input.key, nonce: UnsafeRawBufferPointer(rebasing: input.nonce[..<16]), into: subkey)
            unsafe nonce.storeBytes(of: 0, as: UInt32.self)
            unsafe UnsafeMutableRawBufferPointer(rebasing: nonce[4...]).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: input.nonce[16...]))
            var inner = input
            unsafe inner.key = UnsafeRawBufferPointer(subkey)
            unsafe inner.nonce = UnsafeRawBufferPointer(nonce)
            do throws(CryptoError) { try body(inner) } catch { outcome = .failure(error) }
        }
        try outcome.get()
    }
}
