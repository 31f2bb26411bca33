extension SecretStore where Self == MemoryStore {
    /// A new store in this process's memory, for tests and previews.
    public static func memory() -> MemoryStore { MemoryStore() }
}
