/// A stretch of memory that can be executed. Without its address.
public struct ExecutableMapping: Hashable, Codable, Sendable {
    /// What is behind it.
    public enum Backing: String, Codable, CaseIterable, Sendable {
        case file, anonymous
        /// An anonymous file of memfd_create(2).
        case memoryFile = "memory-file"
        /// A file that has been deleted, or replaced as updates do.
        case deletedFile = "deleted-file"
        /// The kernel's own: `[vdso]`, `[vsyscall]`, `[uprobes]`.
        case kernel
    }

    /// Its name in `/proc/self/maps`, scrubbed; empty for anonymous memory.
    public var name: String
    /// What lies behind it.
    public var backing: Backing
    /// Whether it can be written as well.
    public var isWritable: Bool
    /// Whether it is shared with other processes.
    public var isShared: Bool
    /// Pages of 4,096 bytes.
    public var pages: UInt64
    /// The loaded object whose text lies there, scrubbed; `nil` when it lies in none.
    public var owner: String?

    /// Makes a mapping.
    public init(
        name: String, backing: Backing, isWritable: Bool = false, isShared: Bool = false, pages: UInt64 = 1, owner: String? = nil
    ) {
        self.name = name
        self.backing = backing
        self.isWritable = isWritable
        self.isShared = isShared
        self.pages = pages
        self.owner = owner
    }
}
