import MerlonCore
import MerlonCrypto

/// The keyed hashes of the integrity tree: HMAC-SHA256 (FIPS 198-1) cut to 128 bits, each for one purpose and one place of one vault.
struct TreeCode: Sendable {
    /// What is hashed; its number stands first in the message.
    enum Purpose: UInt8 { case state = 1, bucket, slots, name, namespace }

    private let key: SecretBytes
    private let vault: Bytes16

    init(key: SecretBytes, vault: Bytes16) {
        self.key = key
        self.vault = vault
    }

    /// The hash of `message` at a place of the tree.
    func hash(_ purpose: Purpose, at place: Int = 0, _ message: [UInt8]) throws(VaultError) -> Bytes16 {
        unsafe try message.withBytes { (message) throws(VaultError) in unsafe try hash(purpose, at: place, message) }
    }

    /// The hash of `message` at a place of the tree.
    func hash(_ purpose: Purpose, at place: Int = 0, _ message: UnsafeRawBufferPointer) throws(VaultError) -> Bytes16 {
        var input: [UInt8] = []
        input.reserveCapacity(1 + Bytes16.byteCount + 4 + message.count)
        input.append(purpose.rawValue)
        vault.append(to: &input)
        unsafe withUnsafeBytes(of: UInt32(place).bigEndian) { unsafe input.append(contentsOf: $0) }
        unsafe input.append(contentsOf: message)
        let code = try reportingCrypto { () throws(CryptoError) in
            unsafe try input.withBytes { (input) throws(CryptoError) in unsafe try HMAC.code(.sha256, key: key, message: input) }
        }
        guard let hash = Bytes16(code[..<Bytes16.byteCount]) else { throw .damaged("A hash of no length.") }
        return hash
    }
}
