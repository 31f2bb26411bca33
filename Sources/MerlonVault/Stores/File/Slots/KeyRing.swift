import MerlonCore
import MerlonCrypto

/// The keys of a vault, sealed under its master key: made once, or anew when the master key is rotated.
///
/// The index key stays: with another one every record would get another id. It hides names, and opens nothing.
struct KeyRing: Sealable, Sendable {
    /// How often the master key was rotated, from 1.
    let epoch: UInt32
    let vault: Bytes16
    /// Makes the ids of records.
    let index: SecretBytes
    /// Makes the hashes of the integrity tree.
    let tree: SecretBytes
    /// Seals the records of namespaces.
    let namespaces: SecretBytes

    /// The keys of a new vault.
    init(vault: Bytes16) throws(VaultError) { try self.init(epoch: 1, vault: vault, index: Self.secret()) }

    private init(epoch: UInt32, vault: Bytes16, index: SecretBytes) throws(VaultError) {
        (self.epoch, self.vault, self.index) = (epoch, vault, index)
        (tree, namespaces) = (try Self.secret(), try Self.secret())
    }

    /// The keys of the next epoch.
    func rotated() throws(VaultError) -> KeyRing { try KeyRing(epoch: epoch + 1, vault: vault, index: index) }

    /// What the vault keeps: the ring, sealed under the master key.
    func sealed(under master: SecretBytes) throws(VaultError) -> [UInt8] {
        try reportingCrypto { () throws(CryptoError) in
            try SealingKey(material: master, id: KeyID(rawValue: 0)).seal(self, context: Self.context(vault))
        }
    }

    /// Opens what ``sealed(under:)`` made.
    static func open(_ sealed: [UInt8], under master: SecretBytes, vault: Bytes16) throws(VaultError) -> KeyRing {
        let ring = try opening("The vault's key ring") { () throws(CryptoError) in
            try SealingKey(material: master, id: KeyID(rawValue: 0)).open(sealed, as: KeyRing.self, context: context(vault))
        }
        guard ring.vault == vault else { throw .damaged("The vault's key ring is another vault's.") }
        return ring
    }

    func encode(to encoder: inout SealedEncoder) throws(CoreError) {
        try encoder.encode(Int64(epoch))
        try encoder.encode(vault.bytes)
        for key in [index, tree, namespaces] { try encoder.encode(key) }
    }

    init(from decoder: inout SealedDecoder) throws(CoreError) {
        let number = try decoder.integer()
        guard let epoch = UInt32(exactly: number), epoch < .max, let vault = Bytes16(try decoder.bytes()) else {
            throw CoreError(.malformed, "A key ring of another form.")
        }
        (self.epoch, self.vault) = (epoch, vault)
        (index, tree, namespaces) = (try decoder.secret(), try decoder.secret(), try decoder.secret())
    }

    private static func context(_ vault: Bytes16) -> SealingContext {
        SealingContext(parts: [Array("merlon.vault.ring.1".utf8), vault.bytes])
    }

    private static func secret() throws(VaultError) -> SecretBytes {
        try reportingCore { () throws(CoreError) in try SystemEntropy().secret(count: 32) }
    }
}
