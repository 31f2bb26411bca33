import MerlonCore

/// What the vault writes into a store for an item: one byte of format, one of kind, the name of the release condition, the content.
///
/// The kind keeps a key from being read as a value and a value from being used as a key. The condition is in the record and not in the caller's
/// hands, so that leaving it out does not open the item.
struct ItemRecord: Sendable {
    enum Kind: UInt8, Sendable {
        /// Bytes as they were given.
        case bytes = 1
        /// JSON of a `Codable` value.
        case json = 2
        /// A `Sealable` value.
        case sealable = 3
        /// A key of the vault: see `VaultKey`.
        case key = 4
        /// Where a large value is, and its key: see `LargeValueReference`.
        case reference = 5
        /// The way to a key that stays in hardware.
        case hardwareKey = 6
    }

    let kind: Kind
    let condition: String?
    let content: SecretBytes

    /// The most bytes by which a record is longer than its content.
    static let maximumOverhead = 3 + maximumConditionByteCount
    static let maximumConditionByteCount = 64
    private static let format: UInt8 = 1

    init(_ kind: Kind, _ content: SecretBytes, condition: String? = nil) throws(VaultError) {
        if let condition, !(1...Self.maximumConditionByteCount).contains(condition.utf8.count) {
            throw VaultError(.invalidArgument, "The name of a release condition has 1 to \(Self.maximumConditionByteCount) bytes.")
        }
        self.kind = kind
        self.condition = condition
        self.content = content
    }

    /// The record as the store keeps it.
    func encoded() throws(VaultError) -> SecretBytes {
        let name = Array((condition ?? "").utf8)
        let head = [Self.format, kind.rawValue, UInt8(name.count)] + name
        return try reportingCore { () throws(CoreError) in
            unsafe try SecretBytes(count: head.count + content.count) { (buffer) throws(CoreError) in
                unsafe buffer.copyBytes(from: head)
                unsafe content.withUnsafeBytes {
                    unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[head.count...]).copyMemory(from: $0)
                }
            }
        }
    }

    /// Reads what ``encoded()`` made.
    init(decoding record: SecretBytes) throws(VaultError) {
        let head = unsafe record.withUnsafeBytes { bytes -> (kind: UInt8, name: [UInt8])? in
            guard bytes.count >= 3, unsafe bytes[0] == Self.format, unsafe bytes.count >= 3 + Int(bytes[2]) else { return nil }
            return unsafe (bytes[1], Array(bytes[3..<3 + Int(bytes[2])]))
        }
        guard let head, let kind = Kind(rawValue: head.kind), head.name.count <= Self.maximumConditionByteCount,
            let name = String(strictUTF8: head.name)
        else { throw VaultError(.corrupted, "The item was not written by a vault, or by a newer one.") }
        self.kind = kind
        condition = name.isEmpty ? nil : name
        content = try reportingCore { () throws(CoreError) in try record.extracting(3 + head.name.count..<record.count) }
    }
}
