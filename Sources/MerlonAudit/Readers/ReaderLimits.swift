/// What reading one target may cost. All of it is checked before the cost arises.
public struct ReaderLimits: Hashable, Sendable {
    /// Entries of an archive or files of a folder.
    public var entries = 250_000
    /// Of the directory at the end of an archive, in bytes; libarchive keeps an index of it in memory.
    public var archiveDirectory: UInt64 = 32 << 20
    /// Of one Mach-O, in bytes. It is held in memory while it is looked at.
    public var binary: UInt64 = 2 << 30
    /// Of one text, property list, key or the like whose content is kept, in bytes. Longer ones are known by their first bytes only.
    public var content: UInt64 = 4 << 20
    /// The same for JavaScript, which cross-platform apps ship in one piece.
    public var script: UInt64 = 16 << 20
    /// Of all kept content together, in bytes.
    public var allContent: UInt64 = 48 << 20
    /// Of all files together that are searched for secrets, in bytes: files with holes take no room of the disk, and all time to read.
    public var searched: UInt64 = 256 << 30
    /// Bytes that an archive may unfold to, as a multiple of its own size. Deflate reaches 1,032; programs stay below 10.
    public var expansion: UInt64 = 100
    /// What every archive may unfold to, however small it is, in bytes.
    public var expansionFloor: UInt64 = 256 << 20
    /// Of a path, in bytes.
    public var pathLength = 4096
    /// Components of a path.
    public var depth = 64
    /// Notes on parts left out; the rest is counted.
    public var notes = 200
    /// Mach-O bytes in memory at the same time, beyond the largest single one.
    public var readAhead: UInt64 = 24 << 20

    /// The limits that are documented here.
    public init() {}
}
