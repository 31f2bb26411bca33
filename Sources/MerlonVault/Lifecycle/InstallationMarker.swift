import Foundation

/// A file by which an app knows that it has been launched before in this installation: it goes when the app is removed, and keychain items do not.
///
/// A file, and no preference: preferences read as empty before the first unlock after a start, when iOS may launch an app already, and an app that
/// takes this for a new installation wipes what its user has. The file has no protection class; whether it is there can always be told.
/// Backups carry it, so that an app restored from one is not a new one.
public struct InstallationMarker: Sendable {
    private let path: String
    private let attributes: any FileAttributes

    /// A marker at an absolute path in the app's own container, such as one in Application Support; never in an app group, which outlives the app
    /// while another app of the group is installed.
    public init(path: String, attributes: any FileAttributes = SystemFileAttributes()) {
        self.path = path
        self.attributes = attributes
    }

    /// Whether it is there. Throws unless the file system says one or the other.
    func isPresent() throws(VaultError) -> Bool {
        var status = stat()
        if unsafe lstat(path, &status) == 0 { return true }
        let error = errno
        guard error == ENOENT || error == ENOTDIR else { throw .system("The installation marker cannot be looked for", error) }
        return false
    }

    func place() throws(VaultError) {
        try Folder.make((path as NSString).deletingLastPathComponent)
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .system("The installation marker cannot be made") }
        fsync(descriptor)
        close(descriptor)
        try attributes.setProtection(.none, ofFileAt: path)
    }
}
