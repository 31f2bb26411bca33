import MerlonCore
import MerlonCrypto

extension VaultError {
    /// What MerlonCore threw, in this module's terms.
    init(_ error: CoreError) {
        let code: Code =
            switch error.code {
            case .lockedMemoryExhausted, .entropyUnavailable: .storeUnavailable
            case .limitExceeded: .tooLarge
            case .invalidArgument: .invalidArgument
            default: .corrupted
            }
        self.init(code, error.reason, nativeStatus: error.nativeStatus)
    }

    /// What MerlonCrypto threw, in this module's terms.
    init(_ error: CryptoError) {
        let code: Code =
            switch error.code {
            case .authenticationFailed, .malformed, .invalidKey, .keyNotFound: .corrupted
            case .limitExceeded: .tooLarge
            case .invalidArgument: .invalidArgument
            case .cancelled: .cancelled
            case .accessDenied, .lockedOut: .authenticationFailed
            case .policyUnsatisfied: .conditionNotMet
            default: .storeUnavailable
            }
        self.init(code, error.reason, nativeStatus: error.nativeStatus.map { Int32(truncatingIfNeeded: $0) })
    }
}

/// Runs `body`, turning what MerlonCore throws into this module's error.
func translatingCoreErrors<R: ~Copyable>(_ body: () throws(CoreError) -> R) throws(VaultError) -> R {
    do throws(CoreError) { return try body() } catch { throw VaultError(error) }
}

/// Runs `body`, turning what MerlonCrypto throws into this module's error.
func translatingCryptoErrors<R: ~Copyable>(_ body: () throws(CryptoError) -> R) throws(VaultError) -> R {
    do throws(CryptoError) { return try body() } catch { throw VaultError(error) }
}
