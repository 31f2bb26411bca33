public import MerlonCore
public import MerlonCrypto

extension Vault {
    /// A sealing key that the vault keeps.
    ///
    /// ```swift
    /// let key = try await vault.key("documents", create: .once)
    /// let index: AuthenticationKey = try await vault.key("index", create: .once)
    /// ```
    /// The key never stands in a value that ``read(_:prompt:condition:deadline:)`` gives. For a key that is to be rotated, ask for a `KeySet`.
    public func key(
        _ name: String, create: KeyCreation = .never, policy: PolicyRequest = .default, prompt: PresencePrompt? = nil,
        condition: (any ReleaseCondition)? = nil, deadline: TimeSpan? = nil
    ) async throws(VaultError) -> SealingKey {
        try await key(name, as: SealingKey.self, create: create, policy: policy, prompt: prompt, condition: condition, deadline: deadline)
    }

    /// A key of any kind that the vault keeps.
    ///
    /// - Parameters:
    ///   - create: whether it is made when there is none. `policy` and `condition` are those of a new key; one that is there keeps its own.
    ///   - prompt: for a key whose policy wants a person.
    ///   - condition: for a key that is released under one.
    /// - Throws: `wrongKind` when the name is that of a value, or of a key of another kind; else as ``read(_:prompt:condition:deadline:)``.
    public func key<Key: VaultKey>(
        _ name: String, as type: Key.Type = Key.self, create: KeyCreation = .never, policy: PolicyRequest = .default,
        prompt: PresencePrompt? = nil, condition: (any ReleaseCondition)? = nil, deadline: TimeSpan? = nil
    ) async throws(VaultError) -> Key {
        let key = try itemKey(name)
        let stored = try await Deadline.run(deadline) { [self] () async throws(VaultError) in
            try await storedKey(key, kind: Key.kind, create: create, policy, prompt, condition) { () throws(CryptoError) in
                try Key.makeStoredKey()
            }
        }
        return try Self.opened(Key.self, stored)
    }

    /// Adds a new primary key to a key set that the vault keeps, and hands out the set. What older keys sealed still opens.
    ///
    /// Rotations in several processes follow each other; none is lost.
    @discardableResult
    public func rotateKeySet(
        _ name: String, prompt: PresencePrompt? = nil, condition: (any ReleaseCondition)? = nil
    ) async throws(VaultError) -> KeySet {
        try await changeKeySet(name, prompt, condition) { (set) throws(CryptoError) in try set.rotate() }
    }

    /// Drops a key of a key set that the vault keeps: what it sealed no longer opens. Reseal first.
    @discardableResult
    public func retireKey(
        _ id: KeyID, of name: String, prompt: PresencePrompt? = nil, condition: (any ReleaseCondition)? = nil
    ) async throws(VaultError) -> KeySet {
        try await changeKeySet(name, prompt, condition) { (set) throws(CryptoError) in try set.retire(id) }
    }

    private func changeKeySet(
        _ name: String, _ prompt: PresencePrompt?, _ condition: (any ReleaseCondition)?,
        _ change: (inout KeySet) throws(CryptoError) -> Void
    ) async throws(VaultError) -> KeySet {
        let key = try itemKey(name)
        return try await exclusively { (lease) async throws(VaultError) in
            let record = try await self.record(of: key, prompt, condition)
            let stored = try Self.storedKey(in: record, kind: KeySet.kind)
            var set = try Self.opened(KeySet.self, stored)
            do throws(CryptoError) { try change(&set) } catch { throw VaultError(error) }
            let policy = try await self.store.policy(of: key)
            guard policy.presence != .applicationPassword else {
                throw VaultError(.unsupportedPolicy, "Write a key set under an application password anew.")
            }
            let material = try opening("The item") { () throws(CryptoError) in try set.storedKey() }
            let changed = try Self.keyRecord(.key, KeySet.kind, material, condition: record.condition)
            try lease.check()
            try await self.store.write(try changed.encoded(), for: key, policy: policy)
            return set
        }
    }

    /// The key of its stored form. Whatever is none, of another version too, is `corrupted`.
    private static func opened<Key: VaultKey>(_ type: Key.Type, _ stored: SecretBytes) throws(VaultError) -> Key {
        do throws(CryptoError) { return try Key(storedKey: stored) } catch {
            if error.code == .lockedMemoryExhausted { throw VaultError(error) }
            throw VaultError(.corrupted, "The item holds no such key: \(error.reason)")
        }
    }

    /// A key's stored form; made when it is wanted and not there. The first `add` decides whose key it is.
    func storedKey(
        _ key: ItemKey, record kind: ItemRecord.Kind = .key, kind name: String, create: KeyCreation, _ request: PolicyRequest,
        _ prompt: PresencePrompt?, _ condition: (any ReleaseCondition)?, make: () async throws(CryptoError) -> SecretBytes
    ) async throws(VaultError) -> SecretBytes {
        do throws(VaultError) {
            return try Self.storedKey(in: try await record(of: key, prompt, condition), record: kind, kind: name)
        } catch  where error.code == .notFound && create == .once {
            let policy = try request.resolved(for: store)
            guard policy.presence != .applicationPassword else {
                throw VaultError(.unsupportedPolicy, "A key under an application password cannot be made at first use.")
            }
            let material: SecretBytes
            do throws(CryptoError) { material = try await make() } catch { throw VaultError(error) }
            let record = try Self.keyRecord(kind, name, material, condition: condition?.name)
            do throws(VaultError) {
                try await store.add(try record.encoded(), for: key, policy: policy)
                return material
            } catch  where error.code == .duplicate {
                return try Self.storedKey(in: try await self.record(of: key, prompt, condition), record: kind, kind: name)
            }
        }
    }

    static func keyRecord(
        _ kind: ItemRecord.Kind, _ name: String, _ material: SecretBytes, condition: String?
    ) throws(VaultError) -> ItemRecord {
        let content = try reportingCore { () throws(CoreError) in
            try SecretBytes.encoding(StoredKey(kind: name, key: material))
        }
        return try ItemRecord(kind, content, condition: condition)
    }

    static func storedKey(in record: ItemRecord, record kind: ItemRecord.Kind = .key, kind name: String) throws(VaultError) -> SecretBytes {
        guard record.kind == kind else { throw VaultError(.wrongKind, "The item is no such key.") }
        let stored = try record.content.value(as: StoredKey.self)
        guard stored.kind == name else { throw VaultError(.wrongKind, "The item is a key of the kind '\(stored.kind)'.") }
        return stored.key
    }

    /// Runs `body` while no other writer of the vault's folder, or without a folder of this process, runs such a change.
    func exclusively<Result: Sendable>(
        _ body: (ExclusiveLease) async throws(VaultError) -> Result
    ) async throws(VaultError) -> Result {
        guard let largeValues else { return try await FolderLock(folder: nil).exclusively(body) }
        return try await largeValues.exclusively(body)
    }
}
