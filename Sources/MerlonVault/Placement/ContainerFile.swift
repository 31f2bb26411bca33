/// What is known of one file of an app's container, on the device, in a copy of it or in a backup: the facts that ``PlacementPolicy/issues(of:)``
/// judges.
public struct ContainerFile: Codable, Hashable, Sendable {
    /// Relative to the container, with `/` between components.
    public var path: String
    /// The permission bits; `nil` where they say nothing, as in a copy.
    public var mode: UInt16?
    /// The protection class; `nil` where it is not known.
    public var protection: FileProtection?
    /// Whether backups leave it out; `nil` where it is not known.
    public var isExcludedFromBackup: Bool?
    /// Whether it was found in a backup; `nil` where it was found elsewhere.
    public var isInBackup: Bool?
    /// The first bytes, at least ``startByteCount`` where it has them.
    public var start: [UInt8]
    /// The whole content of a property list; `nil` of all other files.
    public var propertyList: [UInt8]?

    /// How many bytes tell what form a file has.
    public static let startByteCount = 64

    /// Makes it; whatever is not given is not known.
    public init(
        path: String, mode: UInt16? = nil, protection: FileProtection? = nil, isExcludedFromBackup: Bool? = nil, isInBackup: Bool? = nil,
        start: [UInt8] = [], propertyList: [UInt8]? = nil
    ) {
        (self.path, self.mode, self.protection, self.isExcludedFromBackup) = (path, mode, protection, isExcludedFromBackup)
        (self.isInBackup, self.start, self.propertyList) = (isInBackup, start, propertyList)
    }

    /// Whether a file at this path is judged by its content as a property list.
    public static func isPreferences(_ path: String) -> Bool { path.hasPrefix("Library/Preferences/") && path.hasSuffix(".plist") }
}
