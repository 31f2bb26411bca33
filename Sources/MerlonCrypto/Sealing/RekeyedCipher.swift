package import MerlonCore

/// AES-256-GCM for messages that each have a key of their own, one after the other. For one thread at a time.
///
/// Key and schedule stand in one piece of secret memory that is kept, so that a message asks for none; ``forget()`` wipes it.
package final class RekeyedCipher {
    /// The schedule, then the key.
    private let room: LockedBytes
    private let scheduleByteCount: Int
    /// Without a key the room holds zeros, which would seal all the same.
    private var hasKey = false
    private static let keyByteCount = AEAD.aes256GCM.keyByteCount

    /// Throws ``CryptoError/Code/lockedMemoryExhausted`` when no more memory can be locked.
    package init() throws(CryptoError) {
        let count = Backend.scheduleByteCount
        scheduleByteCount = count
        room = try translatingCoreErrors { () throws(CoreError) in try LockedBytes(count: count + Self.keyByteCount) }
    }

    /// Sets the first block of HKDF-Expand (RFC 5869) with SHA-256 as the key: HMAC(`key`, `info` || 1).
    package func setKey(derivedFrom key: SecretBytes, info: UnsafeRawBufferPointer) throws(CryptoError) {
        hasKey = false
        unsafe try withRoom { (room) throws(CryptoError) in
            let own = unsafe UnsafeMutableRawBufferPointer(rebasing: room[scheduleByteCount...])
            let counter: UInt8 = 1
            unsafe try withUnsafeBytes(of: counter) { (counter) throws(CryptoError) in
                unsafe try HMAC.code(.sha256, key: key, header: info, message: counter, into: own)
            }
            unsafe Backend.prepare(UnsafeRawBufferPointer(own), in: UnsafeMutableRawBufferPointer(rebasing: room[..<scheduleByteCount]))
        }
        hasKey = true
    }

    /// Sets a key of 32 bytes.
    package func setKey(_ key: SecretBytes) throws(CryptoError) {
        guard key.count == Self.keyByteCount else { throw CryptoError(.invalidKey, "A key of this cipher has \(Self.keyByteCount) bytes.") }
        unsafe withRoom { room in
            let own = unsafe UnsafeMutableRawBufferPointer(rebasing: room[scheduleByteCount...])
            unsafe key.withUnsafeBytes { unsafe own.copyMemory(from: $0) }
            unsafe Backend.prepare(UnsafeRawBufferPointer(own), in: UnsafeMutableRawBufferPointer(rebasing: room[..<scheduleByteCount]))
        }
        hasKey = true
    }

    /// Seals a message under the key that was set: ciphertext of the message's length, which may overwrite it, and a tag of 16 bytes.
    ///
    /// Throws ``CryptoError/Code/invalidKey`` when none is set.
    package func seal(
        _ message: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer, authenticating data: UnsafeRawBufferPointer,
        into ciphertext: UnsafeMutableRawBufferPointer, tag: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        guard hasKey else { throw CryptoError(.invalidKey, "The cipher has no key.") }
        guard nonce.count == AEAD.nonceByteCount, ciphertext.count == message.count, tag.count == AEAD.tagByteCount else {
            throw CryptoError(.invalidArgument, "A buffer has the wrong length.")
        }
        unsafe try room.withUnsafeBytes { (room) throws(CryptoError) in
            let (schedule, key) = unsafe (room[..<scheduleByteCount], room[scheduleByteCount...])
            let input = unsafe AEADInput(key: UnsafeRawBufferPointer(rebasing: key), nonce: nonce, authenticating: data, message: message)
            unsafe try Backend.seal(input, prepared: UnsafeRawBufferPointer(rebasing: schedule), into: ciphertext, tag: tag)
        }
    }

    /// Wipes the key.
    package func forget() {
        hasKey = false
        unsafe withRoom { unsafe wipe($0) }
    }

    private func withRoom<E: Error>(_ body: (UnsafeMutableRawBufferPointer) throws(E) -> Void) throws(E) {
        unsafe try room.withUnsafeBytes { (room) throws(E) in unsafe try body(UnsafeMutableRawBufferPointer(mutating: room)) }
    }
}
