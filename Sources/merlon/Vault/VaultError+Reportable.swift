import MerlonVault

extension VaultError: ReasonedError {
    var hintLine: String? {
        switch code {
        case .authenticationFailed: "give a protector of the vault: --passphrase, --passphrase-file, --key-file or a device"
        default: nil
        }
    }
}
