public import MerlonCommandLine
public import MerlonPinning

extension PinningError: ReportableError {
    /// The reason as it goes on behind `error: `: without its full stop.
    public var errorLine: String { reason.hasSuffix(".") ? String(reason.dropLast()) : reason }
    public var hintLine: String? {
        switch code {
        case .untrustedServer: "a private authority is given with --trust FILE"
        case .backupPinMissing: "'merlon pin FILE' prints the pin of a certificate that is kept in reserve"
        default: nil
        }
    }
}
