import MerlonPinning

extension PinningError: ReasonedError {
    var hintLine: String? {
        switch code {
        case .untrustedServer: "a private authority is given with --trust FILE"
        case .backupPinMissing: "'merlon pin FILE' prints the pin of a certificate that is kept in reserve"
        default: nil
        }
    }
}
