import MerlonCore

/// What of a vault can be read without a key: its name, its key slots and its sealed keys.
struct VaultEntrance: Sendable {
    let name: Bytes16
    let ring: [UInt8]
    let slots: [(number: Int, slot: KeySlot)]

    init(_ connection: VaultConnection) throws(VaultError) {
        (name, ring) = try connection.vaultRow()
        var slots: [(Int, KeySlot)] = []
        for (number, row) in try connection.slotRows() { slots.append((number, try KeySlot(parsing: row))) }
        self.slots = slots
    }

    init(name: Bytes16, ring: [UInt8], slots: [(number: Int, slot: KeySlot)]) {
        (self.name, self.ring, self.slots) = (name, ring, slots)
    }

    /// The hash of the slots, which the state has: a slot that was added, removed or put back by another hand gives another one.
    func hash(_ code: TreeCode) throws(VaultError) -> Bytes16 {
        var message: [UInt8] = []
        for (number, slot) in slots {
            let row = slot.encoded
            for field in [number, row.count] {
                unsafe withUnsafeBytes(of: UInt64(field).bigEndian) { unsafe message.append(contentsOf: $0) }
            }
            message += row
        }
        return try code.hash(.slots, message)
    }

    /// The keys of the vault, opened by the first of the protectors that has a slot.
    ///
    /// Throws `authenticationFailed` when none of them does, or what else kept one that might from answering.
    func open(with protectors: [any Protector]) async throws(VaultError) -> (master: SecretBytes, ring: KeyRing) {
        guard !protectors.isEmpty else { throw VaultError(.invalidArgument, "A vault opens by a protector; none was given.") }
        var obstacle: VaultError?
        for protector in protectors {
            for (number, slot) in slots where slot.kind == protector.kind {
                do throws(VaultError) {
                    let master = try await slot.open(with: protector, number: number, vault: name)
                    return (master, try KeyRing.open(ring, under: master, vault: name))
                } catch {
                    // A slot that is not this protector's says nothing about the next one; an absent device may have the right one.
                    if error.code != .authenticationFailed { obstacle = obstacle ?? error }
                }
            }
        }
        throw obstacle ?? VaultError(.authenticationFailed, "None of the protectors opens the vault.")
    }
}
