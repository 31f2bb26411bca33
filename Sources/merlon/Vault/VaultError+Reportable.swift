import MerlonVault

extension VaultError: ReasonedError {
    var hintLine: String? {
        switch code {
        case .authenticationFailed: "give a protector of the vault: --passphrase, --passphrase-file or --key-file"
        default: nil
        }
    }
}
