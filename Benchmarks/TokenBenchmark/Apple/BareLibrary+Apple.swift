#if canImport(Security)
    /// There is no OpenSSL to compare with.
    @MainActor func measureBareLibrary() throws {}
#endif
