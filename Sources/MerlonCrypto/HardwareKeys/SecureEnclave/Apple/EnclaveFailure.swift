#if canImport(CryptoKit)
    import CryptoKit
    import Foundation
    import LocalAuthentication
    import Security

    /// What an error of the Secure Enclave means.
    enum EnclaveFailure {
        static func error(_ error: any Error, _ doing: String) -> CryptoError {
            let error = error as NSError
            return CryptoError(knownCode(error) ?? .backendFailure, "\(doing) failed.", nativeStatus: Int64(error.code))
        }

        /// What it says of the person, the device or the key; `nil` for everything else.
        private static func knownCode(_ error: NSError) -> CryptoError.Code? {
            if error.domain == LAErrorDomain, let code = LAError.Code(rawValue: error.code) {
                switch code {
                case .userCancel, .appCancel, .systemCancel: return .cancelled
                case .biometryLockout: return .lockedOut
                case .notInteractive: return .hardwareUnavailable
                default: return .accessDenied
                }
            }
            switch OSStatus(truncatingIfNeeded: error.code) {
            case errSecUserCanceled: return .cancelled
            case errSecAuthFailed: return .accessDenied
            // The device is locked, or nobody can be asked now. Not a reason to forget the key.
            case errSecInteractionNotAllowed, errSecNotAvailable: return .hardwareUnavailable
            case errSecItemNotFound: return .keyNotFound
            default: return nil
            }
        }

        /// Whether the enclave says that these bytes are not a handle of its own: sizes, forms and codes that do not fit. Apple: "CryptoKitError",
        /// "TKError.Code" (corrupted data, bad parameter), "Security Framework Result Codes".
        private static func disownsHandle(_ error: any Error) -> Bool {
            if error is CryptoKitError { return true }
            let error = error as NSError
            switch error.domain {
            case "CryptoTokenKit": return [-3, -8].contains(error.code)
            case NSOSStatusErrorDomain:
                return [errSecParam, errSecDecode, errSecItemNotFound].contains(OSStatus(truncatingIfNeeded: error.code))
            default: return false
            }
        }

        /// Runs `body`, in this module's terms.
        static func translating<R>(_ doing: String, _ body: () throws -> R) throws(CryptoError) -> R {
            do { return try body() } catch { throw Self.error(error, doing) }
        }

        /// Runs `body`, which takes a stored handle. Only what is surely no handle of this enclave is ``CryptoError/Code/invalidKey``, since an app
        /// forgets such a key: a locked device, a locked-out sensor and a failure without a name are no reason to.
        static func restoring<R>(_ body: () throws -> R) throws(CryptoError) -> R {
            guard SecureEnclave.isAvailable else {
                throw CryptoError(.hardwareUnavailable, "This device has no Secure Enclave that the app can use.")
            }
            do { return try body() } catch {
                guard disownsHandle(error) else { throw Self.error(error, "Opening a key of the Secure Enclave") }
                throw CryptoError(
                    .invalidKey, "Not the handle of a key of this device's Secure Enclave.", nativeStatus: Int64((error as NSError).code))
            }
        }
    }

    extension KeyAttributes {
        /// A key of the Secure Enclave. It is there as long as its handle is kept.
        static func enclave(_ authorization: Authorization) -> KeyAttributes {
            KeyAttributes(
                residence: .secureEnclave, exposure: .neverLeaves, authorization: authorization, isPersistent: true,
                device: KeyDevice(manufacturer: "Apple", model: "Secure Enclave"))
        }
    }
#endif
