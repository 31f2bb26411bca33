import MerlonCore
import MerlonCrypto

/// Where a namespace's files are. Kept in the store, so that folder names tell nobody which user or item they belong to.
struct LargeValueIndex: Sealable {
    /// The namespace's directory: 32 random hexadecimal digits.
    let directory: String
    private let material: SecretBytes

    static func generate() throws(VaultError) -> LargeValueIndex {
        try reportingCore { () throws(CoreError) in
            LargeValueIndex(directory: Hex.encode(try SystemEntropy().bytes(count: 16)), material: try SystemEntropy().secret(count: 32))
        }
    }

    private init(directory: String, material: SecretBytes) {
        self.directory = directory
        self.material = material
    }

    /// The directory of an item within the namespace's.
    func itemDirectory(_ key: ItemKey) throws(VaultError) -> String {
        try opening("The item") { () throws(CryptoError) in
            let code = try AuthenticationKey(material: material).code(for: Array(key.name.utf8), context: "merlon.vault.large-value")
            return Hex.encode(code.prefix(16))
        }
    }

    /// The item of the store that holds a namespace's index.
    static func key(in namespace: Namespace) throws(VaultError) -> ItemKey { try ItemKey("merlon.large-values", in: namespace) }

    func encode(to encoder: inout SealedEncoder) throws(CoreError) {
        try encoder.encode(Int64(1))
        try encoder.encode(directory)
        try encoder.encode(material)
    }

    init(from decoder: inout SealedDecoder) throws(CoreError) {
        guard try decoder.integer() == 1 else { throw CoreError(.unsupported, "An index of another version.") }
        directory = try decoder.string()
        guard directory.count == 32, directory.allSatisfy(\.isHexDigit) else { throw CoreError(.malformed, "An index without a place.") }
        material = try decoder.secret()
    }
}
