import MerlonCore

/// Who opens the vault. Each change is one transaction: after a kill the vault has the old protectors or the new ones.
extension FileStore {
    /// The protectors of the vault.
    public func protectors() async throws(VaultError) -> [ProtectorSlot] {
        try await onQueue { (engine) throws(VaultError) in try engine.entrance().slots.map(ProtectorSlot.init) }
    }

    /// The protectors of a vault that need not be opened. The list is checked when the vault opens, not here.
    public static func protectors(at path: String) async throws(VaultError) -> [ProtectorSlot] {
        try await BlockingWork.run { () throws(VaultError) in
            let location = try VaultLocation(path, creating: false)
            try location.checkFiles()
            let connection = try VaultConnection(path: location.database, patience: defaultPatience)
            return try connection.inSnapshot { () throws(VaultError) in try VaultEntrance(connection) }.slots.map(ProtectorSlot.init)
        }
    }

    /// Adds a protector. One that the vault has already must be shown: an open vault alone does not give its key away.
    ///
    /// - Parameters:
    ///   - protector: the new one.
    ///   - label: a person's name for it, at most 128 bytes.
    ///   - existing: protectors of which at least one opens the vault.
    @discardableResult
    public func add(
        _ protector: any Protector, label: String = "", openingWith existing: [any Protector]
    ) async throws(VaultError) -> ProtectorSlot {
        let session = try session()
        let entrance = try await onQueue { (engine) throws(VaultError) in try engine.entrance() }
        let (master, ring) = try await entrance.open(with: existing)
        guard let number = (0..<KeySlot.maximumCount).first(where: { number in !entrance.slots.contains { $0.number == number } }) else {
            throw VaultError(.tooLarge, "A vault has at most \(KeySlot.maximumCount) protectors.")
        }
        let slot = try await KeySlot.make(protector, label: label, number: number, epoch: ring.epoch, vault: ring.vault, master: master)
        try await change(session, entrance) { (engine) throws(VaultError) in try engine.writer.putSlot(number, slot.encoded) }
        return ProtectorSlot(number, slot)
    }

    /// Removes a protector; `invalidArgument` for the last one, `notFound` when there is no such slot.
    ///
    /// Whoever has a copy of the vault from before and the removed protector can still open that copy, and with the master key in it this vault too:
    /// when a protector fell into other hands, rotate the master key (``rotateMasterKey(_:dropping:)``).
    /// - Parameter protector: the removed one itself, where it keeps something elsewhere that is to go too.
    public func removeProtector(_ number: Int, protector: (any Protector)? = nil) async throws(VaultError) {
        let session = try session()
        let entrance = try await onQueue { (engine) throws(VaultError) in try engine.entrance() }
        guard let slot = entrance.slots.first(where: { $0.number == number })?.slot else {
            throw VaultError(.notFound, "The vault has no protector \(number).")
        }
        guard entrance.slots.count > 1 else { throw VaultError(.invalidArgument, "The last protector of a vault cannot be removed.") }
        try await change(session, entrance) { (engine) throws(VaultError) in try engine.writer.putSlot(number, nil) }
        try await onQueue { (engine) throws(VaultError) in engine.overwriteDeleted() }
        await protector?.forget(slot.wrapped)
    }

    /// Gives the vault a new master key and all keys that hang on it, without sealing its items anew: namespaces get a new key for what is written
    /// from now on, beside the one that their items are under. ``resealItems()`` brings the items under the new keys.
    ///
    /// Other processes that have the vault open get ``VaultError/Code/locked`` until they unlock it again; so do calls of this store that are under
    /// way meanwhile, which can be made again. A store that is locked meanwhile stays locked.
    /// - Parameters:
    ///   - protectors: each protector of the vault, since only it can wrap the new key.
    ///   - dropped: numbers of those that are removed instead. One that is in neither list throws `invalidArgument`.
    public func rotateMasterKey(_ protectors: [any Protector], dropping dropped: Set<Int> = []) async throws(VaultError) {
        let session = try session()
        let entrance = try await onQueue { (engine) throws(VaultError) in try engine.entrance() }
        let old = try await entrance.open(with: protectors)
        let master = try reportingCore { () throws(CoreError) in try SystemEntropy().secret(count: 32) }
        let ring = try old.ring.rotated()
        var slots: [(number: Int, slot: KeySlot)] = []
        for (number, slot) in entrance.slots where !dropped.contains(number) {
            let protector = try await Self.owner(of: slot, number, among: protectors, vault: entrance.name)
            slots.append(
                (
                    number,
                    try await KeySlot.make(
                        protector, label: slot.label, number: number, epoch: ring.epoch, vault: ring.vault, master: master)
                ))
        }
        guard !slots.isEmpty else { throw VaultError(.invalidArgument, "The last protector of a vault cannot be removed.") }
        let next = VaultEntrance(name: entrance.name, ring: try ring.sealed(under: master), slots: slots)
        let renewed = VaultSession(ring: ring)
        try await onQueue { (engine) throws(VaultError) in
            try engine.rotate(session, entrance, to: renewed, next)
            engine.overwriteDeleted()
        }
        replaceSession(session, by: renewed)
    }

    private static func owner(
        of slot: KeySlot, _ number: Int, among protectors: [any Protector], vault: Bytes16
    ) async throws(VaultError) -> any Protector {
        var obstacle: VaultError?
        for protector in protectors where protector.kind == slot.kind {
            do throws(VaultError) {
                _ = try await slot.open(with: protector, number: number, vault: vault)
                return protector
            } catch {
                if error.code != .authenticationFailed { obstacle = obstacle ?? error }
            }
        }
        throw obstacle
            ?? VaultError(.invalidArgument, "Protector \(number) (\(slot.kind)) has to be shown or dropped when the master key is rotated.")
    }

    /// Changes the slots, unless another process did since `entrance` was read.
    private func change(
        _ session: VaultSession, _ entrance: VaultEntrance, _ body: @escaping @Sendable (VaultEngine) throws(VaultError) -> Void
    ) async throws(VaultError) {
        try await onQueue { (engine) throws(VaultError) in
            try engine.change(
                session,
                slots: { (connection) throws(VaultError) in try VaultEntrance(connection).hash(session.tree.code) }, counting: .now
            ) { (change) throws(VaultError) in
                try engine.check(entrance, session, change.update.state)
                try body(engine)
            }
        }
    }
}
