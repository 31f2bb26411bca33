import MerlonCore
import MerlonCrypto

/// What the store holds for a large value: where its file is, and the file's own key. Without this record the file is noise.
struct LargeValueReference: Sealable {
    /// How the file was sealed.
    enum Form: Int64, Sendable {
        /// As one message of a `SealingKey`: from memory.
        case message = 1
        /// As a `SealedFile`: from another file.
        case file = 2
    }

    /// What the value is.
    let kind: ItemRecord.Kind
    let form: Form
    /// Below the vault's folder: the namespace's directory, the item's, the file.
    let path: [String]
    let key: SealingKey

    init(kind: ItemRecord.Kind, form: Form, path: [String], key: SealingKey) {
        self.kind = kind
        self.form = form
        self.path = path
        self.key = key
    }

    /// A file that is moved to another item's place does not open there.
    static func context(_ key: ItemKey) -> SealingContext { SealingContext("merlon.vault.large-value", key.namespace.label, key.name) }

    func encode(to encoder: inout SealedEncoder) throws(CoreError) {
        try encoder.encode(Int64(1))
        try encoder.encode(Int64(kind.rawValue))
        try encoder.encode(form.rawValue)
        try encoder.encode(path.joined(separator: "/"))
        try encoder.encode(Int64(key.id.rawValue))
        try encoder.encode(key.material)
    }

    init(from decoder: inout SealedDecoder) throws(CoreError) {
        guard try decoder.integer() == 1 else { throw CoreError(.unsupported, "A large value of another version.") }
        guard let kind = ItemRecord.Kind(rawValue: UInt8(clamping: try decoder.integer())), kind != .reference,
            let form = Form(rawValue: try decoder.integer())
        else { throw CoreError(.malformed, "A large value of an unknown kind.") }
        let path = try decoder.string().split(separator: "/").map(String.init)
        guard path.count == 3, path.allSatisfy({ $0.count == 32 && $0.allSatisfy(\.isHexDigit) }),
            let id = UInt32(exactly: try decoder.integer())
        else { throw CoreError(.malformed, "A large value's place is no place.") }
        let material = try decoder.secret()
        do throws(CryptoError) { key = try SealingKey(material: material, id: KeyID(rawValue: id)) } catch {
            throw CoreError(.malformed, error.reason)
        }
        (self.kind, self.form, self.path) = (kind, form, path)
    }
}
