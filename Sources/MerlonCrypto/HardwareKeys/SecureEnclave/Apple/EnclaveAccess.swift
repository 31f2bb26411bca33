#if canImport(CryptoKit)
    import CryptoKit
    import Security

    /// When a key of the Secure Enclave can be used, and who has to be there. Never more than this device, and never "always".
    public struct EnclaveAccess: Hashable, Sendable {
        /// When the key can be used.
        public enum Availability: Hashable, Sendable {
            /// While the device is unlocked.
            case whenUnlocked
            /// From the first unlock after a start on: for work in the background.
            case afterFirstUnlock
            /// While unlocked, and only as long as a device passcode is set: removing the passcode destroys the key.
            case whenPasscodeSet
        }

        /// When the key can be used.
        public var availability: Availability
        /// Who has to be there for each use.
        public var presence: Presence

        /// Who has to be there.
        public enum Presence: Hashable, Sendable {
            /// Nobody.
            case none
            /// The owner, by biometry or passcode.
            case userPresence
            /// A face or finger that is enrolled now: whoever knows the passcode can enrol one.
            case anyBiometry
            /// A face or finger that was enrolled when the key was made. Enrolling another destroys the key.
            case biometryOfCurrentSet
            /// The owner, by device passcode.
            case devicePasscode
        }

        /// Makes it.
        public init(_ availability: Availability = .whenUnlocked, presence: Presence = .none) {
            self.availability = availability
            self.presence = presence
        }

        var authorization: KeyAttributes.Authorization {
            switch presence {
            case .none: .none
            case .userPresence: .userPresence
            case .anyBiometry: .anyBiometry
            case .biometryOfCurrentSet: .biometryOfCurrentSet
            case .devicePasscode: .devicePasscode
            }
        }

        func control() throws(CryptoError) -> SecAccessControl {
            guard SecureEnclave.isAvailable else {
                throw CryptoError(.hardwareUnavailable, "This device has no Secure Enclave that the app can use.")
            }
            let protection =
                switch availability {
                case .whenUnlocked: kSecAttrAccessibleWhenUnlockedThisDeviceOnly
                case .afterFirstUnlock: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
                case .whenPasscodeSet: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
                }
            let flags: SecAccessControlCreateFlags =
                switch presence {
                case .none: [.privateKeyUsage]
                case .userPresence: [.privateKeyUsage, .userPresence]
                case .anyBiometry: [.privateKeyUsage, .biometryAny]
                case .biometryOfCurrentSet: [.privateKeyUsage, .biometryCurrentSet]
                case .devicePasscode: [.privateKeyUsage, .devicePasscode]
                }
            guard let control = SecAccessControlCreateWithFlags(nil, protection, flags, nil) else {
                throw CryptoError(.backendFailure, "The access control cannot be made.")
            }
            return control
        }
    }
#endif
