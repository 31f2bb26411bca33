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

    /// The hash of `message` at a place of the tree, or of an id and a message behind it.
    func hash(
        _ purpose: Purpose, at place: Int = 0, behind id: RecordID? = nil, _ message: UnsafeRawBufferPointer
    ) throws(VaultError) -> Bytes16 {
        // The header, and the code: nothing that has to be wiped.
        var room: ((UInt64, UInt64, UInt64, UInt64, UInt64), (UInt64, UInt64, UInt64, UInt64)) = ((0, 0, 0, 0, 0), (0, 0, 0, 0))
        return try reportingCrypto { () throws(CryptoError) in
            unsafe try withUnsafeMutableBytes(of: &room) { (room) throws(CryptoError) in
                var header = unsafe ByteWriter(UnsafeMutableRawBufferPointer(rebasing: room[..<40]))
                header.append(purpose.rawValue)
                header.append(vault)
                header.append(UInt32(place))
                if let id { header.append(id) }
                let code = unsafe UnsafeMutableRawBufferPointer(rebasing: room[40...])
                let start = unsafe UnsafeRawBufferPointer(rebasing: room[..<header.count])
                unsafe try HMAC.code(.sha256, key: key, header: start, message: message, into: code)
                return unsafe Bytes16(in: UnsafeRawBufferPointer(code), at: 0)
            }
        }
    }
}
