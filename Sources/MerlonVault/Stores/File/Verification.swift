/// What a check of every record of a vault found. Damage is a finding, not an error.
public struct VaultVerification: Sendable, Equatable {
    /// Something that is not as it was written.
    public struct Problem: Sendable, Equatable, CustomStringConvertible {
        /// Which item it is, where that is known.
        public let item: ItemKey?
        /// What is wrong, in a sentence.
        public let reason: String

        public var description: String { item.map { "\($0.namespace.label)/\($0.name): \(reason)" } ?? reason }
    }

    /// How many items were opened and found right.
    public internal(set) var itemCount = 0
    /// How many namespaces there are.
    public internal(set) var namespaceCount = 0
    /// Items under an application password: their tags are right, their values were not opened.
    public internal(set) var unopenedItemCount = 0
    /// Items under keys from before the last rotation.
    public internal(set) var itemCountUnderOlderKeys = 0
    /// The protectors.
    public internal(set) var protectors: [ProtectorSlot] = []
    /// What is wrong; at most 1000 problems are listed.
    public internal(set) var problems: [Problem] = []

    /// Whether nothing is wrong.
    public var isSound: Bool { problems.isEmpty }

    mutating func report(_ reason: String, _ item: ItemKey? = nil) {
        if problems.count < 1000 { problems.append(Problem(item: item, reason: reason)) }
    }
}

extension FileStore {
    /// Checks everything: the database itself, the hash tree, the key slots, and every record by opening it. Takes some microseconds a record, on a
    /// connection of its own.
    public func verify() async throws(VaultError) -> VaultVerification {
        let session = try session()
        let location = engine.location
        return try await BlockingWork.run { () throws(VaultError) in
            let connection = try VaultConnection(path: location.database, patience: Self.defaultPatience)
            return try connection.inSnapshot { () throws(VaultError) in try VaultVerifier(session, connection).run() }
        }
    }
}
