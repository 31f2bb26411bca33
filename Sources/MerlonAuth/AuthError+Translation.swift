import MerlonCore
import MerlonCrypto
import MerlonVault

extension AuthError {
    /// What MerlonCore threw, in this module's terms.
    init(_ error: CoreError) { self.init(CryptoError(error)) }

    /// What MerlonCrypto threw, in this module's terms.
    init(_ error: CryptoError) {
        let code: Code =
            switch error.code {
            case .authenticationFailed, .accessDenied: .authenticationFailed
            case .lockedOut: .lockedOut
            case .lockedMemoryExhausted: .lockedMemoryExhausted
            case .entropyUnavailable: .entropyUnavailable
            case .limitExceeded: .limitExceeded
            case .malformed: .malformed
            case .unsupported: .unsupported
            case .hardwareUnavailable, .policyUnsatisfied: .hardwareUnavailable
            case .keyNotFound: .notFound
            case .cancelled: .userCancelled
            case .backendFailure, .inputOutput: .backendFailure
            default: .invalidArgument
            }
        self.init(code, error.reason, nativeStatus: error.nativeStatus)
    }

    /// What MerlonVault threw, in this module's terms.
    init(_ error: VaultError) {
        let code: Code =
            switch error.code {
            case .notFound: .notFound
            case .locked: .storeLocked
            case .authenticationFailed: .authenticationFailed
            case .userCancelled, .cancelled: .userCancelled
            case .duplicate: .duplicate
            case .tooLarge: .limitExceeded
            case .corrupted, .wrongKind: .corrupted
            case .biometryChanged: .biometryChanged
            case .unsupportedPolicy: .unsupported
            case .invalidArgument: .invalidArgument
            default: .storeUnavailable
            }
        self.init(code, error.reason, nativeStatus: error.nativeStatus.map(Int64.init))
    }
}

/// Runs `body`, turning what MerlonCore throws into this module's error.
func authCore<R: ~Copyable>(_ body: () throws(CoreError) -> R) throws(AuthError) -> R {
    do throws(CoreError) { return try body() } catch { throw AuthError(error) }
}

/// Runs `body`, turning what MerlonCrypto throws into this module's error.
func authCrypto<R: ~Copyable>(_ body: () throws(CryptoError) -> R) throws(AuthError) -> R {
    do throws(CryptoError) { return try body() } catch { throw AuthError(error) }
}

/// Runs `body`, turning what MerlonVault throws into this module's error.
func authVault<R: Sendable>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws(VaultError) -> R
) async throws(AuthError) -> R {
    do throws(VaultError) { return try await body() } catch { throw AuthError(error) }
}
