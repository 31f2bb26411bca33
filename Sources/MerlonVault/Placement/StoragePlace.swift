/// The nine places in which an iOS app can put data, and what each really protects.
public enum StoragePlace: String, Codable, CaseIterable, Sendable {
    /// `UserDefaults`: a property list in the container.
    case preferences
    /// The keychain.
    case keychain
    /// A key in the Secure Enclave: for P-256 keys alone; other keys are wrapped by one.
    case secureEnclave
    /// Files in the app's container.
    case files
    /// SQLite, Core Data and SwiftData files in the container.
    case databases
    /// Documents in iCloud Drive.
    case iCloudDrive
    /// CloudKit records and the iCloud key-value store.
    case cloudKit
    /// `tmp` and `Library/Caches`.
    case temporary
    /// A container that the apps and extensions of a group share.
    case appGroupContainer

    /// What holds there when nothing else is asked for.
    public struct Facts: Codable, Hashable, Sendable {
        /// The protection class of what is put there without asking for one; `nil` where classes are not files'.
        public let defaultProtection: FileProtection?
        /// Whether backups to a computer or to iCloud carry it, unless it is excluded.
        public let isInBackups: Bool
        /// Whether it leaves the device otherwise.
        public let isSynchronised: Bool
        /// Whether it can be read after the app was removed and installed anew.
        public let outlivesTheApp: Bool
        /// Who else can read it.
        public let readers: String
        /// Titles of the documents that say so.
        public let sources: [String]
    }

    /// What holds there when nothing else is asked for. Apple's documents, by title; none of it was measured on a device by this project.
    public var facts: Facts {
        let classes = "Apple Platform Security: Data Protection classes"
        let backups = "Apple Developer: Optimizing Your App's Data for iCloud Backup"
        return switch self {
        case .preferences:
            Facts(
                defaultProtection: .completeUntilFirstUserAuthentication, isInBackups: true, isSynchronised: false, outlivesTheApp: false,
                readers: "whoever has the unlocked device's file system or an unencrypted backup: a property list in the clear",
                sources: [classes, "Apple Developer: UserDefaults", "OWASP MASTG-TEST-0300"])
        case .keychain:
            Facts(
                defaultProtection: nil, isInBackups: true, isSynchronised: false, outlivesTheApp: true,
                readers: "the app and its access groups; items for this device alone are in no backup that another device can read",
                sources: ["Apple Platform Security: Keychain data protection", "Apple Developer: Restricting keychain item accessibility"])
        case .secureEnclave:
            Facts(
                defaultProtection: nil, isInBackups: false, isSynchronised: false, outlivesTheApp: true,
                readers: "nobody: the key works inside and does not come out",
                sources: ["Apple Developer: Protecting keys with the Secure Enclave"])
        case .files:
            Facts(
                defaultProtection: .completeUntilFirstUserAuthentication, isInBackups: true, isSynchronised: false, outlivesTheApp: false,
                readers: "whoever has the file system after the first unlock, or a backup",
                sources: [classes, backups, "OWASP MASTG-TEST-0299"])
        case .databases:
            Facts(
                defaultProtection: .completeUntilFirstUserAuthentication, isInBackups: true, isSynchronised: false, outlivesTheApp: false,
                readers: "as files; the -wal and -shm files hold rows too, and have classes of their own",
                sources: [classes, backups, "SQLite: Write-Ahead Logging"])
        case .iCloudDrive:
            Facts(
                defaultProtection: .completeUntilFirstUserAuthentication, isInBackups: false, isSynchronised: true, outlivesTheApp: true,
                readers: "every device of the account; Apple, unless the person turned Advanced Data Protection on",
                sources: ["Apple Support: iCloud data security overview"])
        case .cloudKit:
            Facts(
                defaultProtection: nil, isInBackups: false, isSynchronised: true, outlivesTheApp: true,
                readers: "every device of the account; Apple, but for encrypted fields and under Advanced Data Protection",
                sources: ["Apple Support: iCloud data security overview", "Apple Developer: Encrypting User Data (CloudKit)"])
        case .temporary:
            Facts(
                defaultProtection: .completeUntilFirstUserAuthentication, isInBackups: false, isSynchronised: false, outlivesTheApp: false,
                readers: "whoever has the file system after the first unlock; the system removes it when it likes",
                sources: [classes, backups])
        case .appGroupContainer:
            Facts(
                defaultProtection: .completeUntilFirstUserAuthentication, isInBackups: true, isSynchronised: false, outlivesTheApp: false,
                readers: "every app and extension of the group; it stays while one of them is installed",
                sources: [classes, "Apple Developer: App Groups Entitlement"])
        }
    }
}
