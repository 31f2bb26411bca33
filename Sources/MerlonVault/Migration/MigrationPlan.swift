/// What a migration would do, found out without writing anything.
public struct MigrationPlan: Sendable {
    /// Something that stands in the way.
    public struct Problem: Hashable, Sendable {
        /// The item's name in the vault.
        public let name: String
        /// Why it cannot be migrated.
        public let error: VaultError
    }

    /// What would be written.
    public internal(set) var new: [String] = []
    /// What is in the vault already, with the same value: from an earlier run that was cut off.
    public internal(set) var present: [String] = []
    /// What stands in the way: as long as there is one, nothing is migrated.
    public internal(set) var problems: [Problem] = []
}

/// What a migration did.
public struct MigrationReport: Hashable, Sendable {
    /// What is in the vault now, by this run or an earlier one.
    public internal(set) var migrated: [String] = []
    /// What could not be removed from the source. It is in both places.
    public internal(set) var leftInSource: [String] = []

    /// Makes it.
    public init(migrated: [String] = [], leftInSource: [String] = []) {
        self.migrated = migrated
        self.leftInSource = leftInSource
    }
}
