#if canImport(Security)
    import Foundation
    import Security

    extension ProtectedDirectory {
        /// A folder in the container that the apps and extensions of a group share. Apple: "containerURL(forSecurityApplicationGroupIdentifier:)".
        ///
        /// Every program of the group can read what is not sealed there, and the container stays while one of them is installed.
        /// - Parameters:
        ///   - group: of the app's entitlements, such as `group.com.example.bank`; another one throws `missingEntitlement`.
        ///   - name: of the folder, without `/`.
        public static func inAppGroup(
            _ group: String, _ name: String, protection: FileProtection = .complete, isExcludedFromBackup: Bool = true,
            attributes: any FileAttributes = SystemFileAttributes()
        ) throws(VaultError) -> ProtectedDirectory {
            guard !name.isEmpty, !name.contains("/"), name != "..", name != "." else {
                throw VaultError(.invalidArgument, "The name of a folder has no '/'.")
            }
            guard let container = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group) else {
                throw VaultError(.missingEntitlement, "The app is not entitled to the group '\(group)'.")
            }
            return try ProtectedDirectory(
                at: container.appendingPathComponent(name).path, protection: protection, isExcludedFromBackup: isExcludedFromBackup,
                attributes: attributes)
        }
    }
#endif
