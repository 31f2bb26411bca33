/// The attributes that decide who can read a file later: its protection class and whether backups carry it.
///
/// Both hang on the file, not on its name: replacing a file atomically makes another file with the folder's defaults, so they are set again
/// after each replacement.
public protocol FileAttributes: Sendable {
    /// Sets the protection class.
    func setProtection(_ protection: FileProtection, ofFileAt path: String) throws(VaultError)
    /// The protection class; `nil` where the file system has none.
    func protection(ofFileAt path: String) throws(VaultError) -> FileProtection?
    /// Keeps the file out of backups, or lets it in again.
    func setExcludedFromBackup(_ excluded: Bool, fileAt path: String) throws(VaultError)
    /// Whether backups leave the file out.
    func isExcludedFromBackup(fileAt path: String) throws(VaultError) -> Bool
}
