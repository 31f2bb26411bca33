import MerlonCore
import MerlonCrypto

/// A sealing key out of bytes that nobody can guess, which a protector keeps somewhere.
enum KeyMaterial {
    static let context: SealingContext = "merlon.vault.slot.1"

    static func sealingKey(of material: SecretBytes, purpose: String) throws(VaultError) -> SealingKey {
        try reportingCrypto { () throws(CryptoError) in
            let key = try DerivationKey(material: material).secret("merlon.vault.\(purpose).1")
            // A slot knows its key without a name.
            return try SealingKey(material: key, id: KeyID(rawValue: 0))
        }
    }
}
