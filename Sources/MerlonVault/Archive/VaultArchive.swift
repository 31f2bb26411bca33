public import MerlonCore
import MerlonCrypto

/// All items of a vault's namespaces, to be carried to another store: in protected memory, and out of it in a sealed record alone.
///
/// Large values are in it whole. What cannot travel is left out and named: keys that live in hardware, and items that ask for a person or an
/// application password.
public struct VaultArchive: Sealable {
    /// The item's names, policies and contents.
    private struct Item: Sealable {
        let key: ItemKey
        let policy: AccessPolicy
        let record: SecretBytes

        init(key: ItemKey, policy: AccessPolicy, record: SecretBytes) {
            self.key = key
            self.policy = policy
            self.record = record
        }

        func encode(to encoder: inout SealedEncoder) throws(CoreError) {
            try encoder.encode(key.namespace.label)
            try encoder.encode(key.name)
            try encoder.encode(policy.availability.rawValue)
            try encoder.encode(policy.isSynchronised)
            try encoder.encode(record)
        }

        init(from decoder: inout SealedDecoder) throws(CoreError) {
            guard let namespace = Namespace(label: try decoder.string()), let key = try? ItemKey(try decoder.string(), in: namespace),
                let availability = AccessPolicy.Availability(rawValue: try decoder.string())
            else { throw CoreError(.malformed, "An archive with an item that has no valid name.") }
            self.key = key
            policy =
                try decoder.boolean()
                ? .synchronised(availability == .whenUnlocked ? .whenUnlocked : .afterFirstUnlock)
                : .thisDevice(availability)
            record = try decoder.secret()
        }
    }

    private let items: [Item]
    /// What was left out, and why, as `namespace/name: reason`.
    public let leftOut: [String]

    /// How many items there are.
    public var count: Int { items.count }

    /// Reads all items of some namespaces of a store.
    ///
    /// Throws `tooLarge` when they are more than ``SecretMemory/maximumByteCount`` together.
    public init(of namespaces: [Namespace], in store: some SecretStore) async throws(VaultError) {
        var (items, leftOut, total) = ([Item](), [String](), 0)
        for namespace in namespaces {
            let vault = try Vault(namespace: namespace, store: store)
            for key in try await store.keys(in: namespace) where !key.name.hasPrefix(Vault.reservedPrefix) {
                let policy = try await store.policy(of: key)
                guard policy.presence == .none else {
                    leftOut.append("\(namespace.label)/\(key.name): it asks for a person or a password")
                    continue
                }
                var record = try await Self.record(of: key, in: store)
                if record.kind == .hardwareKey {
                    leftOut.append("\(namespace.label)/\(key.name): it is a key that lives in hardware")
                    continue
                }
                if let files = vault.largeValues {
                    record = try await files.content(of: record, for: key) { () async throws(VaultError) in
                        try await Self.record(of: key, in: store)
                    }
                }
                let encoded = try record.encoded()
                total += encoded.count + 1024
                guard total <= SecretMemory.maximumByteCount else {
                    throw VaultError(.tooLarge, "The items have more than \(SecretMemory.maximumByteCount) bytes together.")
                }
                items.append(Item(key: key, policy: policy, record: encoded))
            }
        }
        self.items = items
        self.leftOut = leftOut
    }

    private static func record(of key: ItemKey, in store: some SecretStore) async throws(VaultError) -> ItemRecord {
        try ItemRecord(decoding: try await store.read(key, prompt: nil))
    }

    /// Writes all items into a store: all or nothing. Items that are there with the same value are passed over.
    ///
    /// Throws `duplicate` when one is there with another value, `corrupted` for an archive that no export made, and `unsupportedPolicy` when the store cannot keep one as it was kept. What a failing
    /// run has written is removed again.
    /// - Returns: how many were written.
    public func restore(to store: some SecretStore) async throws(VaultError) -> Int {
        var new: [(item: Item, record: ItemRecord)] = []
        for item in items {
            let vault = try Vault(namespace: item.key.namespace, store: store)
            let record = try ItemRecord(decoding: item.record)
            // None of these is ever exported: whoever wrote them wanted the vault to have them.
            guard record.kind != .reference, record.kind != .hardwareKey, !item.key.name.hasPrefix(Vault.reservedPrefix) else {
                throw VaultError(.corrupted, "The archive has an item that belongs in none.")
            }
            if let obstacle = store.obstacle(to: item.policy) {
                throw VaultError(.unsupportedPolicy, "'\(item.key.name)' cannot be kept so: \(obstacle).")
            }
            guard try await store.contains(item.key) else {
                new.append((item, record))
                continue
            }
            var present = try await Self.record(of: item.key, in: store)
            if let files = vault.largeValues {
                present = try await files.content(of: present, for: item.key) { () async throws(VaultError) in
                    try await Self.record(of: item.key, in: store)
                }
            }
            guard try present.encoded() == item.record else {
                throw VaultError(.duplicate, "'\(item.key.name)' is there already with another value.")
            }
        }
        var written: [ItemKey] = []
        do throws(VaultError) {
            for (item, record) in new {
                written.append(item.key)
                try await Vault(namespace: item.key.namespace, store: store).write(record, for: item.key, policy: item.policy)
            }
        } catch {
            for key in written { try? await Vault(namespace: key.namespace, store: store).remove(key.name) }
            throw error
        }
        return written.count
    }

    public func encode(to encoder: inout SealedEncoder) throws(CoreError) {
        try encoder.encode("merlon-vault-archive")
        try encoder.encode(Int64(1))
        try encoder.encode(items)
    }

    public init(from decoder: inout SealedDecoder) throws(CoreError) {
        guard try decoder.string() == "merlon-vault-archive", try decoder.integer() == 1 else {
            throw CoreError(.unsupported, "No archive of a vault, or one of another version.")
        }
        items = try decoder.values()
        leftOut = []
    }
}
