#if os(Linux) && !canImport(CryptoKit)
    /// The library on which this build of MerlonCrypto stands.
    let cryptographicLibrary = "OpenSSL"
#endif
