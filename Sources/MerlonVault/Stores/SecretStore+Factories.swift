extension SecretStore where Self == MemoryStore {
    /// A new store in this process's memory, for tests and previews.
    public static func memory() -> MemoryStore { MemoryStore() }
}

extension SecretStore where Self == FileStore {
    /// The file store at `path`, opened by any of the protectors; made, with all of them, when there is nothing yet. See ``FileStore``.
    public static func file(at path: String, protectors: [any Protector]) async throws(VaultError) -> FileStore {
        do throws(VaultError) { return try await FileStore.create(at: path, protectors: protectors) } catch  where error.code == .duplicate
        {
            return try await FileStore.open(at: path, with: protectors)
        }
    }
}
