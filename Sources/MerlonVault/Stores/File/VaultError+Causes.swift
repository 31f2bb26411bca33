import MerlonCore
import MerlonCrypto

extension VaultError {
    /// What is stored is not what was written, whatever the reason.
    static func damaged(_ what: String) -> VaultError { VaultError(.corrupted, what) }

    /// A failure of the machinery below, while something was sealed or made.
    init(_ error: CryptoError) {
        let code: Code =
            switch error.code {
            case .authenticationFailed, .accessDenied, .lockedOut: .authenticationFailed
            case .policyUnsatisfied: .conditionNotMet
            case .malformed, .invalidKey: .corrupted
            case .invalidArgument: .invalidArgument
            case .limitExceeded: .tooLarge
            case .cancelled: Task.isCancelled ? .cancelled : .userCancelled
            default: .storeUnavailable
            }
        self.init(code, error.reason, nativeStatus: error.nativeStatus.map { Int32(truncatingIfNeeded: $0) })
    }

    /// A failure of memory or randomness.
    init(_ error: CoreError) { self.init(CryptoError(error)) }
}

/// Runs `body`, turning what MerlonCrypto throws into this module's error.
func reportingCrypto<R: ~Copyable>(_ body: () throws(CryptoError) -> R) throws(VaultError) -> R {
    do throws(CryptoError) { return try body() } catch { throw VaultError(error) }
}

/// Runs `body`, which opens what the vault holds: whatever does not authenticate is damaged.
func opening<R: ~Copyable>(_ what: String, _ body: () throws(CryptoError) -> R) throws(VaultError) -> R {
    do throws(CryptoError) { return try body() } catch {
        if error.code == .authenticationFailed || error.code == .malformed { throw .damaged("\(what) is not what was written.") }
        throw VaultError(error)
    }
}

/// Runs `body`, turning what MerlonCore throws into this module's error.
func reportingCore<R: ~Copyable>(_ body: () throws(CoreError) -> R) throws(VaultError) -> R {
    do throws(CoreError) { return try body() } catch { throw VaultError(error) }
}
