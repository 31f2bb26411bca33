#if canImport(Security)
    import Foundation
    import Security

    extension AccessPolicy {
        /// The accessibility class. Apple: "Restricting keychain item accessibility".
        var accessibility: CFString {
            switch (availability, isSynchronised) {
            case (.whenUnlocked, true): kSecAttrAccessibleWhenUnlocked
            case (.afterFirstUnlock, true): kSecAttrAccessibleAfterFirstUnlock
            case (.whenUnlocked, false): kSecAttrAccessibleWhenUnlockedThisDeviceOnly
            case (.afterFirstUnlock, false): kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
            case (.whenPasscodeSet, _): kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
            }
        }

        /// Whether the device passcode is no way out.
        var needsBiometry: Bool { presence == .anyBiometry || presence == .biometryOfCurrentSet }

        /// The access-control flags; empty when nobody has to be there. Apple: "SecAccessControlCreateFlags".
        var flags: SecAccessControlCreateFlags {
            switch presence {
            case .none: []
            case .userPresence: .userPresence
            case .biometryOfCurrentSet: .biometryCurrentSet
            case .anyBiometry: .biometryAny
            case .devicePasscode: .devicePasscode
            case .applicationPassword: .applicationPassword
            }
        }

        /// The attributes to add or to set: either the class alone, or an access control that holds it.
        func keychainAttributes() throws(VaultError) -> [String: Any] {
            if presence == .none { return [kSecAttrAccessible as String: accessibility] }
            var error: Unmanaged<CFError>?
            guard let control = unsafe SecAccessControlCreateWithFlags(kCFAllocatorDefault, accessibility, flags, &error) else {
                let status = unsafe error.map { unsafe OSStatus(truncatingIfNeeded: CFErrorGetCode($0.takeRetainedValue())) }
                throw VaultError(.unsupportedPolicy, "The system refuses this access control.", nativeStatus: status)
            }
            return [kSecAttrAccessControl as String: control]
        }

        /// A few letters that stand for the policy in an item's own attributes, since the keychain does not give an access control back.
        var code: String {
            let first =
                switch availability {
                case .whenUnlocked: "u"
                case .afterFirstUnlock: "f"
                case .whenPasscodeSet: "p"
                }
            return first + (isSynchronised ? "s" : "d") + ":" + presence.rawValue
        }

        /// Reads a ``code`` back.
        init?(code: String) {
            let parts = code.split(separator: ":")
            guard parts.count == 2, parts[0].count == 2, let presence = Presence(rawValue: String(parts[1])) else { return nil }
            switch (parts[0].first, parts[0].last) {
            case ("u", "s") where presence == .none: self = .synchronised(.whenUnlocked)
            case ("f", "s") where presence == .none: self = .synchronised(.afterFirstUnlock)
            case ("u", "d"): self = .thisDevice(.whenUnlocked, presence: presence)
            case ("f", "d"): self = .thisDevice(.afterFirstUnlock, presence: presence)
            case ("p", "d"): self = .thisDevice(.whenPasscodeSet, presence: presence)
            default: return nil
            }
        }
    }
#endif
