#if canImport(Security)
    import Security

    /// What a status of the keychain means for the vault. Apple: "Security Framework Result Codes".
    enum KeychainStatus {
        static func error(_ status: OSStatus, _ what: String) -> VaultError {
            switch status {
            case errSecItemNotFound: VaultError(.notFound, "There is no such item.", nativeStatus: status)
            case errSecInteractionNotAllowed:
                VaultError(.locked, "\(what): the device is locked, or nobody may be asked now.", nativeStatus: status)
            case errSecAuthFailed: VaultError(.authenticationFailed, "\(what): the person was not recognised.", nativeStatus: status)
            case errSecUserCanceled: VaultError(.userCancelled, "\(what): the prompt was cancelled.", nativeStatus: status)
            case errSecMissingEntitlement:
                VaultError(.missingEntitlement, "\(what): the app is not entitled to this keychain access group.", nativeStatus: status)
            case errSecDuplicateItem: VaultError(.duplicate, "\(what): there is such an item already.", nativeStatus: status)
            case errSecDataTooLarge: VaultError(.tooLarge, "\(what): the value is too large for the keychain.", nativeStatus: status)
            case errSecDecode: VaultError(.corrupted, "\(what): the stored item cannot be decoded.", nativeStatus: status)
            case errSecParam: VaultError(.invalidArgument, "\(what): the keychain refuses the request.", nativeStatus: status)
            default: VaultError(.storeUnavailable, "\(what): the keychain failed.", nativeStatus: status)
            }
        }
    }
#endif
