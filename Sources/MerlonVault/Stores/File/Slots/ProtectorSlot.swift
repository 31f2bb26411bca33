/// A protector of a vault, as the vault's key slots tell of it without being opened.
public struct ProtectorSlot: Hashable, Sendable {
    /// Its number in the vault; a removed one's is used again.
    public let number: Int
    /// Which kind it is.
    public let kind: ProtectorKind
    /// The name that a person gave it.
    public let label: String

    init(_ number: Int, _ slot: KeySlot) { (self.number, kind, label) = (number, slot.kind, slot.label) }

    /// Reads the bytes of a slot as they stand in a vault, without opening it. Throws ``VaultError/Code/corrupted`` for another form.
    public init(number: Int, parsing bytes: [UInt8]) throws(VaultError) { self.init(number, try KeySlot(parsing: bytes)) }
}
