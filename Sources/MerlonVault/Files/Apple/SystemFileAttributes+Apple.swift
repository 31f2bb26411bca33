#if canImport(Darwin)
    import Foundation

    /// The attributes that the system keeps. Apple: "FileProtectionType", "URLResourceValues.isExcludedFromBackup".
    public struct SystemFileAttributes: FileAttributes {
        /// Makes it.
        public init() {}

        public func setProtection(_ protection: FileProtection, ofFileAt path: String) throws(VaultError) {
            try reporting("Setting the protection class") {
                try FileManager.default.setAttributes([.protectionKey: protection.type], ofItemAtPath: path)
            }
        }

        public func protection(ofFileAt path: String) throws(VaultError) -> FileProtection? {
            let attributes = try reporting("Reading the protection class") { try FileManager.default.attributesOfItem(atPath: path) }
            guard let type = attributes[.protectionKey] as? FileProtectionType else { return nil }
            return FileProtection.allCases.first { $0.type == type }
        }

        public func setExcludedFromBackup(_ excluded: Bool, fileAt path: String) throws(VaultError) {
            try reporting("Setting the exclusion from backups") {
                var url = URL(fileURLWithPath: path)
                var values = URLResourceValues()
                values.isExcludedFromBackup = excluded
                try url.setResourceValues(values)
            }
        }

        public func isExcludedFromBackup(fileAt path: String) throws(VaultError) -> Bool {
            try reporting("Reading the exclusion from backups") {
                try URL(fileURLWithPath: path).resourceValues(forKeys: [.isExcludedFromBackupKey]).isExcludedFromBackup ?? false
            }
        }

        private func reporting<Result>(_ what: String, _ body: () throws -> Result) throws(VaultError) -> Result {
            do { return try body() } catch {
                let status = (error as NSError).code
                switch status {
                case CocoaError.fileNoSuchFile.rawValue, CocoaError.fileReadNoSuchFile.rawValue:
                    throw VaultError(.notFound, "\(what): there is no such file.", nativeStatus: Int32(truncatingIfNeeded: status))
                default: throw VaultError(.storeUnavailable, "\(what) failed.", nativeStatus: Int32(truncatingIfNeeded: status))
                }
            }
        }
    }

    extension FileProtection {
        var type: FileProtectionType {
            switch self {
            case .complete: .complete
            case .completeUnlessOpen: .completeUnlessOpen
            case .completeUntilFirstUserAuthentication: .completeUntilFirstUserAuthentication
            case .none: .none
            }
        }
    }
#endif
