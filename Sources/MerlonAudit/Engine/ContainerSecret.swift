/// Something with the form of a secret in a file that an app has written. It holds no more of the secret than its first four characters.
public struct ContainerSecret: Hashable, Codable, Sendable {
    /// What its holder can do.
    public enum Reach: String, Codable, CaseIterable, Sendable {
        /// It is a private cryptographic key.
        case privateKey
        /// Act as the owner of an account.
        case full
        /// Nothing by itself, or for a time.
        case limited
        /// It is made to be shipped in apps.
        case identifier
    }

    /// The file, relative to the container.
    public var path: String
    /// Where in it, in words: `at byte 9016`, `in the column token of the table session`.
    public var place: String
    /// What it is: `JSON web token`.
    public var name: String
    /// Its first four characters and its length.
    public var masked: String
    /// What its holder can do.
    public var reach: Reach

    /// Makes it.
    public init(path: String, place: String, name: String, masked: String, reach: Reach) {
        (self.path, self.place, self.name, self.masked, self.reach) = (path, place, name, masked, reach)
    }

    init(_ found: FileSecretSearch.Found, in path: String) {
        self.init(path: path, place: found.place, name: found.name, masked: found.masked, reach: found.reach)
    }
}
