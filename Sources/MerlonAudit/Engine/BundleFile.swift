/// A file of a bundle or of a source folder, with as much of its content as rules need.
public struct BundleFile: Hashable, Codable, Sendable {
    /// Relative to the target.
    public var path: String
    /// In bytes, uncompressed.
    public var size: UInt64
    /// The start of the file, at least 16 bytes where it has them, so that rules can tell formats apart.
    public var head: [UInt8]
    /// The whole content, for text, property lists, keys, scripts, nibs and the like up to the reader's limit; `nil` for others.
    public var content: [UInt8]?

    /// Makes it.
    public init(path: String, size: UInt64, head: [UInt8] = [], content: [UInt8]? = nil) {
        self.path = path
        self.size = size
        self.head = head
        self.content = content
    }

    /// The last path component.
    public var name: String { String(nameSlice) }

    /// The lower-case text after the last dot of the name; empty without one.
    public var pathExtension: String {
        let name = nameSlice
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return "" }
        return name[name.utf8.index(after: dot)...].lowercased()
    }

    /// Asked of every file by many rules, so found in bytes, from the end.
    private var nameSlice: Substring {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path[...] }
        return path[path.utf8.index(after: slash)...]
    }
}
