/// Something in an app's container that is not as it should be.
public struct ContainerIssue: Codable, Hashable, Sendable {
    /// What is wrong.
    public enum Kind: String, Codable, CaseIterable, Sendable {
        /// A preference whose name or value is that of a secret.
        case secretInPreferences
        /// A file holds data of a kind that does not belong in that place.
        case misplaced
        /// The protection class is weaker than the kind of data wants.
        case weakProtection
        /// Backups carry it, and they should not.
        case inBackups
        /// It can be read by whoever has the file.
        case notSealed
        /// Other users of the system can open it.
        case openToOthers
        /// A database's companion (`-wal`, `-shm`, `-journal`) has another class than the database, or is in backups when that is not.
        case unprotectedCompanion
        /// Nobody has declared what it holds.
        case undeclared
        /// The system or a framework left it there without being asked: a cache, a picture of the screen.
        case leftover
    }

    /// What is wrong.
    public let kind: Kind
    /// Where, relative to the container.
    public let path: String
    /// More, in words; never a value.
    public let detail: String
}
