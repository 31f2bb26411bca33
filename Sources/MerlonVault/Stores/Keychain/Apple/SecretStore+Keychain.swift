#if canImport(Security)
    extension SecretStore where Self == KeychainStore {
        /// The data-protection keychain.
        ///
        /// - Parameter accessGroup: a keychain access group of the app's entitlements, to share items with the app's extensions and sister apps;
        ///   `nil` for the app's default one.
        public static func keychain(accessGroup: String? = nil) -> KeychainStore { KeychainStore(accessGroup: accessGroup) }
    }
#endif
