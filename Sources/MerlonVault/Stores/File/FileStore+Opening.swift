public import MerlonCore

extension FileStore {
    /// Makes a new vault that each of the protectors opens, and opens it. `duplicate` when there is something at the path.
    ///
    /// The folder is made with mode 700 when it is missing. It may not be a place where other users can write.
    /// - Parameters:
    ///   - path: of the database; SQLite's log and the anchor stand beside it under longer names.
    ///   - protectors: at least one, at most 32.
    ///   - patience: how long a call waits for other processes.
    ///   - rollbackGuard: a counter by which the whole vault put back is noticed; without one it is not. It has to be given at each opening.
    public static func create(
        at path: String, protectors: [any Protector], patience: TimeSpan = defaultPatience, rollbackGuard: RollbackGuard? = nil
    ) async throws(VaultError) -> FileStore {
        let location = try VaultLocation(path, creating: true)
        if location.exists { throw VaultError(.duplicate, "There is something at '\(path)' already.") }
        guard (1...KeySlot.maximumCount).contains(protectors.count) else {
            throw VaultError(.invalidArgument, "A vault has 1 to \(KeySlot.maximumCount) protectors.")
        }
        let (name, master) = try reportingCore { () throws(CoreError) in
            (try Bytes16.random(), try SystemEntropy().secret(count: 32))
        }
        let ring = try KeyRing(vault: name)
        var slots: [(number: Int, slot: KeySlot)] = []
        for (number, protector) in protectors.enumerated() {
            let slot = try await KeySlot.make(protector, label: "", number: number, epoch: ring.epoch, vault: name, master: master)
            slots.append((number, slot))
        }
        let entrance = VaultEntrance(name: name, ring: try ring.sealed(under: master), slots: slots)
        let session = VaultSession(ring: ring)
        return try await BlockingWork.run { () throws(VaultError) in
            // The vault has the number that comes next; opening it counts.
            let counter = try rollbackGuard.map { (guarding) throws(VaultError) in try RollbackWatch(guarding).first() }
            try VaultCreation.create(at: location, entrance, session, counter: counter)
            let engine = try VaultEngine(location, patience: patience, rollbackGuard: rollbackGuard)
            try engine.writing { () throws(VaultError) in try engine.verify(session, entrance, acceptingRollback: false) }
            return FileStore(engine, session)
        }
    }

    /// Opens a vault.
    ///
    /// Throws ``VaultError/Code/authenticationFailed`` when no protector has a slot, `corrupted` for damage and for an older copy that was put back,
    /// `storeUnavailable` when there is no vault or others could tamper with it, `invalidArgument` when it has a counter and none is given.
    /// - Parameters:
    ///   - path: of the database.
    ///   - protectors: tried in order; one is enough.
    ///   - patience: how long a call waits for other processes.
    ///   - rollbackGuard: the vault's counter, where it has one.
    ///   - dangerouslyAcceptRollback: takes a vault that is older than its anchor or its counter, as after a restoration from a backup. What was
    ///     removed since then is there again. With a guard, the vault is under its counter from then on; without one, it opens without looking.
    public static func open(
        at path: String, with protectors: [any Protector], patience: TimeSpan = defaultPatience, rollbackGuard: RollbackGuard? = nil,
        dangerouslyAcceptRollback: Bool = false
    ) async throws(VaultError) -> FileStore {
        let (engine, entrance) = try await BlockingWork.run { () throws(VaultError) in
            let engine = try VaultEngine(VaultLocation(path, creating: false), patience: patience, rollbackGuard: rollbackGuard)
            return (engine, try engine.entrance())
        }
        let session = VaultSession(ring: try await entrance.open(with: protectors).ring)
        return try await BlockingWork.run { () throws(VaultError) in
            try engine.writing { () throws(VaultError) in
                try engine.verify(session, entrance, acceptingRollback: dangerouslyAcceptRollback)
            }
            return FileStore(engine, session)
        }
    }

    /// Removes a vault with all that it holds, also a damaged one: its key slots first, then its files. It must not be open.
    public static func destroy(at path: String) async throws(VaultError) {
        try await BlockingWork.run { () throws(VaultError) in try VaultCreation.destroy(VaultLocation(path, creating: false)) }
    }

    /// Takes the keys up again.
    public func unlock(with protectors: [any Protector]) async throws(VaultError) {
        let entrance = try await onQueue { (engine) throws(VaultError) in try engine.entrance() }
        let session = VaultSession(ring: try await entrance.open(with: protectors).ring)
        try await onQueue { (engine) throws(VaultError) in try engine.verify(session, entrance, acceptingRollback: false) }
        replaceSession(session)
    }
}
