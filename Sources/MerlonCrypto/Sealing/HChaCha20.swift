import MerlonCore

/// HChaCha20: a subkey of a key and 16 bytes of nonce (draft-irtf-cfrg-xchacha-03, section 2.2).
///
/// Neither CryptoKit nor OpenSSL 3 has XChaCha20. Additions, rotations and exclusive-ors only: the time depends on nothing.
enum HChaCha20 {
    /// Writes the 32-byte subkey to `output`.
    static func derive(key: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) {
        unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 16) { state in
            defer { unsafe wipe(UnsafeMutableRawBufferPointer(state)) }
            let constants: (UInt32, UInt32, UInt32, UInt32) = (0x6170_7865, 0x3320_646E, 0x7962_2D32, 0x6B20_6574)
            unsafe (state[0], state[1], state[2], state[3]) = constants
            for word in 0..<8 { unsafe state[4 + word] = load(key, word) }
            for word in 0..<4 { unsafe state[12 + word] = load(nonce, word) }
            for _ in 0..<10 {
                unsafe quarterRound(state, 0, 4, 8, 12)
                unsafe quarterRound(state, 1, 5, 9, 13)
                unsafe quarterRound(state, 2, 6, 10, 14)
                unsafe quarterRound(state, 3, 7, 11, 15)
                unsafe quarterRound(state, 0, 5, 10, 15)
                unsafe quarterRound(state, 1, 6, 11, 12)
                unsafe quarterRound(state, 2, 7, 8, 13)
                unsafe quarterRound(state, 3, 4, 9, 14)
            }
            for word in 0..<8 {
                let value = unsafe state[word < 4 ? word : word + 8]
                unsafe output.storeBytes(of: value.littleEndian, toByteOffset: 4 * word, as: UInt32.self)
            }
        }
    }

    private static func load(_ bytes: UnsafeRawBufferPointer, _ word: Int) -> UInt32 {
        UInt32(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: 4 * word, as: UInt32.self))
    }

    private static func quarterRound(_ state: UnsafeMutableBufferPointer<UInt32>, _ a: Int, _ b: Int, _ c: Int, _ d: Int) {
        unsafe state[a] &+= state[b]
        unsafe state[d] = rotate(state[d] ^ state[a], 16)
        unsafe state[c] &+= state[d]
        unsafe state[b] = rotate(state[b] ^ state[c], 12)
        unsafe state[a] &+= state[b]
        unsafe state[d] = rotate(state[d] ^ state[a], 8)
        unsafe state[c] &+= state[d]
        unsafe state[b] = rotate(state[b] ^ state[c], 7)
    }

    private static func rotate(_ value: UInt32, _ count: UInt32) -> UInt32 { value << count | value >> (32 - count) }
}
