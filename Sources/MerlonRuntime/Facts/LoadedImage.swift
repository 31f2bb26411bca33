/// A Mach-O image in the process, and which interfaces name it.
public struct LoadedImage: Hashable, Codable, Sendable {
    /// Where its file lies.
    public enum Place: String, Codable, CaseIterable, Sendable {
        /// In the system's shared cache: no file of its own.
        case sharedCache = "shared-cache"
        /// In the system's folders, as a file.
        case system
        /// In the app's own bundle.
        case bundle
        /// In the disk image that Xcode mounts on devices for development, or in Xcode itself.
        case developer
        /// Anywhere else.
        case outside
    }

    /// Who names it.
    public enum Lister: String, Codable, CaseIterable, Comparable, Sendable {
        /// dyld's functions (`_dyld_image_count`), which a hook can filter.
        case loader
        /// The list that dyld keeps for debuggers (`TASK_DYLD_INFO`).
        case record
        /// A Mach-O header at the start of executable memory.
        case memory

        public static func < (left: Lister, right: Lister) -> Bool { left.rawValue < right.rawValue }
    }

    /// Its path, scrubbed; ``LoadedImage/executable`` for the program itself.
    public var name: String
    /// Where its file lies.
    public var place: Place
    /// Who names it.
    public var listers: Set<Lister>

    /// The name of the program itself.
    public static let executable = "(executable)"

    /// Makes an image.
    public init(name: String, place: Place, listers: Set<Lister> = [.loader, .record, .memory]) {
        self.name = name
        self.place = place
        self.listers = listers
    }
}

extension LoadedImage {
    private enum Members: String, CodingKey { case name, place, listers }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Members.self)
        self.init(
            name: try members.decode(String.self, forKey: .name), place: try members.decode(Place.self, forKey: .place),
            listers: try members.decodeIfPresent(Set<Lister>.self, forKey: .listers) ?? Set(Lister.allCases))
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Members.self)
        try members.encode(name, forKey: .name)
        try members.encode(place, forKey: .place)
        // In order, so that the same facts are the same text.
        if listers.count < Lister.allCases.count { try members.encode(listers.sorted(), forKey: .listers) }
    }
}
