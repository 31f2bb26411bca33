public import MerlonCommandLine
public import MerlonVault

extension VaultError: ReportableError {
    /// The reason as it goes on behind `error: `: without its full stop.
    public var errorLine: String { reason.hasSuffix(".") ? String(reason.dropLast()) : reason }
    public var hintLine: String? {
        switch code {
        case .authenticationFailed: "give a protector of the vault: --passphrase, --passphrase-file or --key-file"
        default: nil
        }
    }
}
