import MerlonCore

/// A key and the number of its next message (Noise, 5.1).
struct NoiseCipherState: Sendable {
    private let cipher: AEAD
    private(set) var key: SecretBytes
    /// How many messages there were.
    var count: UInt64 = 0

    init(_ cipher: AEAD, key: SecretBytes) {
        self.cipher = cipher
        self.key = key
    }

    /// Encrypts, and counts.
    mutating func encrypt(_ message: UnsafeRawBufferPointer, authenticating data: [UInt8]) throws(CryptoError) -> [UInt8] {
        let sealed = unsafe try cipher.seal(message, key: key, nonce: nonce(count), authenticating: data)
        count += 1
        return sealed
    }

    /// Decrypts, and counts what authenticates.
    mutating func decrypt(_ sealed: UnsafeRawBufferPointer, authenticating data: [UInt8]) throws(CryptoError) -> [UInt8] {
        let message = unsafe try cipher.open(sealed, key: key, nonce: nonce(count), authenticating: data)
        count += 1
        return message
    }

    /// Decrypts into secret memory, and counts what authenticates.
    mutating func decryptSecret(_ sealed: UnsafeRawBufferPointer, authenticating data: [UInt8]) throws(CryptoError) -> SecretBytes {
        let message = unsafe try cipher.openSecret(sealed, key: key, nonce: nonce(count), authenticating: data)
        count += 1
        return message
    }

    /// REKEY (Noise, 4.2): the next key tells nothing of this one. Messages are counted on.
    mutating func rekey() throws(CryptoError) {
        let zeros = [UInt8](repeating: 0, count: cipher.keyByteCount)
        var output = unsafe try zeros.withBytes { (zeros) throws(CryptoError) in
            unsafe try cipher.seal(zeros, key: key, nonce: nonce(.max), authenticating: [])
        }
        output.removeLast(AEAD.tagByteCount)
        key = try translatingCoreErrors { () throws(CoreError) in try SecretBytes(moving: &output) }
    }

    /// Four zeros and the number: little-endian for ChaCha20-Poly1305, big-endian for AES-GCM (Noise, 12.3 and 12.4).
    private func nonce(_ number: UInt64) -> [UInt8] {
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
        return [0, 0, 0, 0] + (cipher == .chaCha20Poly1305 ? bytes : bytes.reversed())
    }
}
