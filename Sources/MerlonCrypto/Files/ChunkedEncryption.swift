package import MerlonCore

/// Authenticated encryption of a message of any length in chunks of 16 KiB (c2sp.org/chunked-encryption@v1), with random access.
///
/// The stream is: salt (24 bytes), commitment to the key (32 bytes), then each chunk with its tag. The last chunk is always shorter than the
/// others, empty if need be, so a stream that was cut at the end of a chunk shows it. Key and nonces depend on key, salt and context. For one
/// thread at a time.
package final class ChunkedEncryption: Sendable {
    /// Which cipher and hash an application uses: one for each of its formats.
    package enum Suite: Sendable {
        /// AES-256-GCM and SHA-512.
        case aes256
        /// AES-128-GCM and SHA-512.
        case aes128

        var cipher: AEAD { self == .aes256 ? .aes256GCM : .aes128GCM }
        var hash: HashAlgorithm { .sha512 }
        var name: String { self == .aes256 ? "AEAD_AES_256_GCM" : "AEAD_AES_128_GCM" }
    }

    /// Bytes of a chunk, but for the last one.
    package static let chunkByteCount = 16 << 10
    /// Bytes of a sealed chunk, but for the last one.
    package static let sealedChunkByteCount = chunkByteCount + AEAD.tagByteCount
    /// Bytes of salt and commitment, which stand before the first chunk.
    package static let headerByteCount = saltByteCount + commitmentByteCount
    /// The most chunks of a message: 4 PiB.
    package static let maximumChunkCount: UInt64 = 1 << 38

    private static let saltByteCount = 24
    private static let commitmentByteCount = 32

    /// Salt and commitment.
    package let header: [UInt8]
    private let baseNonce: [UInt8]
    private let session: Backend.AEADSession
    private let derived: Derived
    private let suite: Suite
    private let isSealing: Bool

    /// Begins a new message under a fresh salt.
    package convenience init(
        sealingWith key: SecretBytes, context: [UInt8], suite: Suite = .aes256, entropy: any Entropy = SystemEntropy()
    ) throws(CryptoError) {
        let salt = try translatingCoreErrors { () throws(CoreError) in try entropy.bytes(count: Self.saltByteCount) }
        let derived = try Derived(key: key, salt: salt, context: context, suite: suite)
        try self.init(header: salt + derived.commitment, derived, suite, isSealing: true)
    }

    private init(header: [UInt8], _ derived: Derived, _ suite: Suite, isSealing: Bool) throws(CryptoError) {
        self.header = header
        self.derived = derived
        self.suite = suite
        self.isSealing = isSealing
        baseNonce = derived.nonce
        session = try derived.session(suite, sealing: isSealing)
    }

    /// The same message for another thread, which seals or opens other chunks of it.
    func forAnotherThread() throws(CryptoError) -> ChunkedEncryption {
        try ChunkedEncryption(header: header, derived, suite, isSealing: isSealing)
    }

    /// Goes on to seal a message that was begun under this header: only what is known to have the contents that it had may be sealed again.
    convenience init(resumingSealingWith key: SecretBytes, header: [UInt8], context: [UInt8]) throws(CryptoError) {
        let suite = Suite.aes256
        let derived = try Self.derived(from: header, key: key, context: context, suite: suite)
        try self.init(header: header, derived, suite, isSealing: true)
    }

    /// Begins to open a message. Throws ``CryptoError/Code/authenticationFailed`` unless the header commits to this key and context.
    package convenience init(openingWith key: SecretBytes, header: [UInt8], context: [UInt8], suite: Suite = .aes256) throws(CryptoError) {
        let derived = try Self.derived(from: header, key: key, context: context, suite: suite)
        try self.init(header: header, derived, suite, isSealing: false)
    }

    private static func derived(
        from header: [UInt8], key: SecretBytes, context: [UInt8], suite: Suite
    ) throws(CryptoError) -> Derived {
        guard header.count == headerByteCount, key.count == suite.cipher.keyByteCount else { throw .authenticationFailed }
        let derived = try Derived(key: key, salt: Array(header[..<saltByteCount]), context: context, suite: suite)
        guard ConstantTime.equal(derived.commitment, header[saltByteCount...]) else { throw .authenticationFailed }
        return derived
    }

    /// Bytes that so many bytes of message take when sealed in a row. `isLast` adds the chunk that ends the message.
    package static func sealedByteCount(of count: Int, isLast: Bool) -> Int {
        count + (count / chunkByteCount + (isLast ? 1 : 0)) * AEAD.tagByteCount
    }

    /// Bytes of the message in so many bytes of chunks, or `nil` when no message has that many. `isLast`: the chunk that ends it is among them.
    package static func byteCount(ofSealed count: Int, isLast: Bool) -> Int? {
        let (chunks, rest) = count.quotientAndRemainder(dividingBy: sealedChunkByteCount)
        guard isLast ? rest >= AEAD.tagByteCount : rest == 0 else { return nil }
        return chunks * chunkByteCount + max(0, rest - AEAD.tagByteCount)
    }

    /// Seals a row of whole chunks from chunk `first` on, and after them, when `isLast`, the shorter one that ends the message.
    ///
    /// `output` has ``sealedByteCount(of:isLast:)`` bytes. No chunk may be sealed twice with different contents.
    package func seal(
        _ message: UnsafeRawBufferPointer, from first: UInt64, isLast: Bool, into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        guard isLast || message.count % Self.chunkByteCount == 0, output.count == Self.sealedByteCount(of: message.count, isLast: isLast)
        else {
            throw CryptoError(.invalidArgument, "A buffer has the wrong length.")
        }
        var nonce = baseNonce
        var index = first
        var read = 0
        var written = 0
        while written < output.count {
            let count = min(Self.chunkByteCount, message.count - read)
            let chunk = unsafe UnsafeRawBufferPointer(rebasing: message[read..<read + count])
            let target = unsafe UnsafeMutableRawBufferPointer(rebasing: output[written..<written + count + AEAD.tagByteCount])
            try number(&nonce, index)
            unsafe try nonce.withBytes { (nonce) throws(CryptoError) in unsafe try session.seal(chunk, nonce: nonce, into: target) }
            read += count
            written += count + AEAD.tagByteCount
            index += 1
        }
    }

    /// Opens a row of chunks from chunk `first` on, the one that ends the message among them when `isLast`.
    ///
    /// `output` has ``byteCount(ofSealed:isLast:)`` bytes, and is wiped when a chunk does not authenticate.
    package func open(
        _ sealed: UnsafeRawBufferPointer, from first: UInt64, isLast: Bool, into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        guard let expected = Self.byteCount(ofSealed: sealed.count, isLast: isLast) else { throw .authenticationFailed }
        guard output.count == expected else { throw CryptoError(.invalidArgument, "A buffer has the wrong length.") }
        var nonce = baseNonce
        var index = first
        var read = 0
        var written = 0
        do throws(CryptoError) {
            while read < sealed.count {
                let count = min(Self.sealedChunkByteCount, sealed.count - read)
                let chunk = unsafe UnsafeRawBufferPointer(rebasing: sealed[read..<read + count])
                let target = unsafe UnsafeMutableRawBufferPointer(rebasing: output[written..<written + count - AEAD.tagByteCount])
                try number(&nonce, index)
                unsafe try nonce.withBytes { (nonce) throws(CryptoError) in unsafe try session.open(chunk, nonce: nonce, into: target) }
                read += count
                written += count - AEAD.tagByteCount
                index += 1
            }
        } catch {
            unsafe wipe(output)
            throw error
        }
    }

    /// Makes the nonce that of a chunk: the base nonce with the chunk's number, big-endian, mixed into its end.
    private func number(_ nonce: inout [UInt8], _ index: UInt64) throws(CryptoError) {
        guard index < Self.maximumChunkCount else { throw CryptoError(.limitExceeded, "A message has at most 2^38 chunks.") }
        for byte in 0..<8 {
            let place = nonce.count - 1 - byte
            nonce[place] = baseNonce[place] ^ UInt8(truncatingIfNeeded: index >> UInt64(8 * byte))
        }
    }

    /// What HKDF-Expand makes of key, salt and context.
    private struct Derived: Sendable {
        let bytes: SecretBytes
        let keyByteCount: Int

        init(key: SecretBytes, salt: [UInt8], context: [UInt8], suite: Suite) throws(CryptoError) {
            keyByteCount = suite.cipher.keyByteCount
            guard key.count == keyByteCount else { throw CryptoError(.invalidKey, "A key of this suite has \(keyByteCount) bytes.") }
            let info = Array("c2sp.org/chunked-encryption@v1+".utf8) + suite.name.utf8 + [0] + salt + context
            let count = keyByteCount + AEAD.nonceByteCount + ChunkedEncryption.commitmentByteCount
            bytes = try HKDF.expand(suite.hash, from: key, info: info, count: count)
        }

        /// The nonce and the commitment are no secrets: the one is useless without the key, the other stands in the header.
        var nonce: [UInt8] { part(keyByteCount..<keyByteCount + AEAD.nonceByteCount) }
        var commitment: [UInt8] { part(keyByteCount + AEAD.nonceByteCount..<bytes.count) }

        func session(_ suite: Suite, sealing: Bool) throws(CryptoError) -> Backend.AEADSession {
            unsafe try bytes.withUnsafeBytes { (bytes) throws(CryptoError) in
                unsafe try Backend.AEADSession(
                    suite.cipher, key: UnsafeRawBufferPointer(rebasing: bytes[..<keyByteCount]), sealing: sealing)
            }
        }

        private func part(_ range: Range<Int>) -> [UInt8] { unsafe bytes.withUnsafeBytes { unsafe Array($0[range]) } }
    }
}
