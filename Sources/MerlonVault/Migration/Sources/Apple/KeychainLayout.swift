#if canImport(Security)
    import Foundation
    import Security

    /// How another wrapper keeps its items in the keychain: as generic passwords, told apart by service and account, or as internet passwords of a server.
    ///
    /// The layouts are facts of each wrapper's public sources, as of the version named; an app that gave the wrapper other arguments gives them here.
    public struct KeychainLayout: Hashable, Sendable {
        /// `kSecAttrService`; `nil`: items have none, or it does not matter.
        public var service: String?
        /// What stands before the name in `kSecAttrAccount`.
        public var prefix = ""
        /// Whether the account is data (UTF-8 bytes) instead of a text.
        public var hasDataAccounts = false
        /// Accounts that the wrapper uses for itself.
        public var ignoredAccounts: Set<String> = []
        /// The keychain access group; `nil` for all of the app's.
        public var accessGroup: String?
        /// Whether the items are in the data-protection keychain. On iOS there is no other; on macOS older wrappers use the file-based one.
        public var isInDataProtectionKeychain = true

        /// A layout of one's own.
        public init(service: String?, prefix: String = "", hasDataAccounts: Bool = false, accessGroup: String? = nil) {
            self.service = service
            self.prefix = prefix
            self.hasDataAccounts = hasDataAccounts
            self.accessGroup = accessGroup
        }

        /// KeychainAccess 4: service as given (its default is the bundle identifier), account as text. On macOS it uses the file-based keychain:
        /// set ``isInDataProtectionKeychain`` to false there.
        public static func keychainAccess(service: String, accessGroup: String? = nil) -> KeychainLayout {
            KeychainLayout(service: service, accessGroup: accessGroup)
        }

        /// KeychainAccess 4 with a server: internet passwords of that host and protocol, account as text.
        public static func keychainAccess(
            server: String, transferProtocol: InternetPassword.TransferProtocol, accessGroup: String? = nil
        ) -> KeychainLayout {
            var layout = KeychainLayout(service: nil, accessGroup: accessGroup)
            layout.internetServer = Server(host: server, transferProtocol: transferProtocol)
            return layout
        }

        /// SwiftKeychainWrapper 4: service as given (its default is the bundle identifier), account as data. Texts and data migrate as they are;
        /// objects are archives of `NSKeyedArchiver` and migrate as those bytes.
        public static func swiftKeychainWrapper(serviceName: String, accessGroup: String? = nil) -> KeychainLayout {
            KeychainLayout(service: serviceName, hasDataAccounts: true, accessGroup: accessGroup)
        }

        /// KeychainSwift 20-24: no service, the account begins with a prefix. A truth value is one byte. On macOS as KeychainAccess.
        public static func keychainSwift(keyPrefix: String = "", accessGroup: String? = nil) -> KeychainLayout {
            var layout = KeychainLayout(service: nil, prefix: keyPrefix, accessGroup: accessGroup)
            layout.takesItemsWithoutServiceOnly = true
            return layout
        }

        /// Valet's accessibility classes, by their names in its service string.
        public enum ValetAccessibility: String, CaseIterable, Sendable {
            case whenUnlocked = "AccessibleWhenUnlocked"
            case afterFirstUnlock = "AccessibleAfterFirstUnlock"
            case whenPasscodeSetThisDeviceOnly = "AccessibleWhenPasscodeSetThisDeviceOnly"
            case whenUnlockedThisDeviceOnly = "AccessibleWhenUnlockedThisDeviceOnly"
            case afterFirstUnlockThisDeviceOnly = "AccessibleAfterFirstUnlockThisDeviceOnly"
            /// Of Valet 3 and earlier alone: to be read here, and never to be kept so.
            case always = "AccessibleAlways"
            /// As ``always``.
            case alwaysThisDeviceOnly = "AccessibleAlwaysThisDeviceOnly"
        }

        /// Valet 3-5: one service per identifier, kind and accessibility. Valets that ask for a person are not covered: reading them would.
        /// - Parameters:
        ///   - identifier: the Valet's; for one of a shared group the group's, and from Valet 4.2 on, where the Valet has an identifier too,
        ///     `GROUP_IDENTIFIER`.
        ///   - isShared: made with a shared access group identifier; `accessGroup` is then the whole group's name.
        public static func valet(
            identifier: String, accessibility: ValetAccessibility, isSynchronised: Bool = false, isShared: Bool = false,
            accessGroup: String? = nil
        ) -> KeychainLayout {
            let kind = isSynchronised ? "VALSynchronizableValet" : "VALValet"
            let initializer =
                isShared ? "initWithSharedAccessGroupIdentifier:accessibility:" : "initWithIdentifier:accessibility:"
            var layout = KeychainLayout(
                service: "VAL_\(kind)_\(initializer)_\(identifier)_\(accessibility.rawValue)", accessGroup: accessGroup)
            layout.ignoredAccounts = ["VAL_KeychainCanaryUsername"]
            return layout
        }

        /// A server whose internet passwords the items are.
        struct Server: Hashable, Sendable {
            let host: String
            let transferProtocol: InternetPassword.TransferProtocol
        }

        /// `nil` for generic passwords.
        var internetServer: Server?

        /// Items of this layout alone have no service.
        var takesItemsWithoutServiceOnly = false

        /// A source of the items in this layout.
        public func source() -> KeychainSource { KeychainSource(self) }
    }
#endif
