#if canImport(CryptoKit)
    /// The library on which this build of MerlonCrypto stands.
    let cryptographicLibrary = "CryptoKit"
#endif
