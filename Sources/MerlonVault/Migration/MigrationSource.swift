public import MerlonCore

/// Where secrets were kept before: another wrapper's keychain items, preferences, files.
public protocol MigrationSource: Sendable {
    /// What it is, for a report.
    var description: String { get }
    /// What there is, without values.
    func items() async throws(VaultError) -> [MigrationItem]
    /// An item's value.
    func read(_ item: MigrationItem) async throws(VaultError) -> SecretBytes
    /// Removes an item.
    func remove(_ item: MigrationItem) async throws(VaultError)
}

/// Something to migrate.
public struct MigrationItem: Hashable, Sendable {
    /// What the source finds it by.
    public let identifier: String
    /// What it is called in the vault, unless the migration renames it.
    public let name: String
    /// The policy that it was kept under, where the source knows; a migration may keep it.
    public let policy: AccessPolicy?

    /// Makes it.
    public init(identifier: String, name: String, policy: AccessPolicy? = nil) {
        self.identifier = identifier
        self.name = name
        self.policy = policy
    }
}
