#if os(Linux)
    /// Linux has neither protection classes nor a mark for backups: what has to be unreadable there is sealed. Setting them changes nothing.
    public struct SystemFileAttributes: FileAttributes {
        /// Makes it.
        public init() {}

        public func setProtection(_ protection: FileProtection, ofFileAt path: String) throws(VaultError) {}
        public func protection(ofFileAt path: String) throws(VaultError) -> FileProtection? { nil }
        public func setExcludedFromBackup(_ excluded: Bool, fileAt path: String) throws(VaultError) {}
        public func isExcludedFromBackup(fileAt path: String) throws(VaultError) -> Bool { false }
    }
#endif
