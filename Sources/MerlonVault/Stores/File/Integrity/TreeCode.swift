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
        let headerCount = 1 + Bytes16.byteCount + 4
        // The header, and the code: nothing that has to be wiped.
        let result: Result<Bytes16?, CryptoError> = unsafe withUnsafeTemporaryAllocation(byteCount: 64 + 32, alignment: 16) { room in
            var header = unsafe ByteWriter(UnsafeMutableRawBufferPointer(rebasing: room[..<headerCount]))
            header.append(purpose.rawValue)
            header.append(vault)
            header.append(UInt32(place))
            let code = unsafe UnsafeMutableRawBufferPointer(rebasing: room[64...])
            let start = unsafe UnsafeRawBufferPointer(rebasing: room[..<headerCount])
            do throws(CryptoError) {
                unsafe try HMAC.code(.sha256, key: key, header: start, message: message, into: code)
                return unsafe .success(Bytes16(prefixOf: UnsafeRawBufferPointer(code)))
            } catch { return .failure(error) }
        }
        guard let hash = try reportingCrypto({ () throws(CryptoError) in try result.get() }) else { throw .damaged("A hash of no length.") }
        return hash
    }
}
