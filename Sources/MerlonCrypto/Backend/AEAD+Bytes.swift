package import MerlonCore

/// The ciphers for protocols that count their messages: a key in secret memory, and a nonce that the protocol never uses twice.
extension AEAD {
    /// Ciphertext and tag.
    package func seal(
        _ message: UnsafeRawBufferPointer, key: SecretBytes, nonce: [UInt8], authenticating data: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: message.count + Self.tagByteCount)
        unsafe try output.withMutableBytes { (output) throws(CryptoError) in
            unsafe try withInput(message, key, nonce, data) { (input) throws(CryptoError) in
                unsafe try Backend.seal(self, input, into: output)
            }
        }
        return output
    }

    /// The message, in ordinary memory.
    package func open(
        _ sealed: UnsafeRawBufferPointer, key: SecretBytes, nonce: [UInt8], authenticating data: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        guard sealed.count >= Self.tagByteCount else { throw .authenticationFailed }
        var output = [UInt8](repeating: 0, count: sealed.count - Self.tagByteCount)
        unsafe try output.withMutableBytes { (output) throws(CryptoError) in
            unsafe try withInput(sealed, key, nonce, data) { (input) throws(CryptoError) in
                unsafe try Backend.open(self, input, into: output)
            }
        }
        return output
    }

    /// The message, in secret memory.
    package func openSecret(
        _ sealed: UnsafeRawBufferPointer, key: SecretBytes, nonce: [UInt8], authenticating data: [UInt8]
    ) throws(CryptoError) -> SecretBytes {
        guard sealed.count >= Self.tagByteCount else { throw .authenticationFailed }
        var output = try translatingCoreErrors { () throws(CoreError) in try LockedBytes(count: sealed.count - Self.tagByteCount) }
        unsafe try output.withUnsafeMutableBytes { (output) throws(CryptoError) in
            unsafe try withInput(sealed, key, nonce, data) { (input) throws(CryptoError) in
                unsafe try Backend.open(self, input, into: output)
            }
        }
        return SecretBytes(output)
    }

    private func withInput(
        _ message: UnsafeRawBufferPointer, _ key: SecretBytes, _ nonce: [UInt8], _ data: [UInt8],
        _ body: (AEADInput) throws(CryptoError) -> Void
    ) throws(CryptoError) {
        unsafe try key.withUnsafeBytes { (key) throws(CryptoError) in
            unsafe try nonce.withBytes { (nonce) throws(CryptoError) in
                unsafe try data.withBytes { (data) throws(CryptoError) in
                    unsafe try body(AEADInput(key: key, nonce: nonce, authenticating: data, message: message))
                }
            }
        }
    }
}
