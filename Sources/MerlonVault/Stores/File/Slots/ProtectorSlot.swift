/// A protector of a vault, as the vault's key slots tell of it without being opened.
public struct ProtectorSlot: Hashable, Sendable {
    /// Its number in the vault; a removed one's is used again.
    public let number: Int
    /// Which kind it is.
    public let kind: ProtectorKind
    /// The name that a person gave it.
    public let label: String

    init(_ number: Int, _ slot: KeySlot) { (self.number, kind, label) = (number, slot.kind, slot.label) }
}
