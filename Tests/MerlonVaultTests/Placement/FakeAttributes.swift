import Foundation
import MerlonVault

/// Protection class and exclusion as iOS keeps them: on the file and not on its name, so that a replaced file has the defaults again.
final class FakeAttributes: FileAttributes, @unchecked Sendable {
    private struct Identity: Hashable { var inode: UInt64, seconds: Int, nanoseconds: Int }
    private let lock = NSLock()
    private var protections: [Identity: FileProtection] = [:]
    private var excluded: Set<Identity> = []

    private func identity(_ path: String) throws(VaultError) -> Identity {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { throw VaultError(.notFound, "no such file") }
        let isFile = status.st_mode & S_IFMT == S_IFREG
        return Identity(
            inode: UInt64(status.st_ino), seconds: isFile ? status.st_mtim.tv_sec : 0, nanoseconds: isFile ? status.st_mtim.tv_nsec : 0)
    }

    func setProtection(_ protection: FileProtection, ofFileAt path: String) throws(VaultError) {
        let identity = try identity(path)
        lock.withLock { protections[identity] = protection }
    }
    func protection(ofFileAt path: String) throws(VaultError) -> FileProtection? {
        let identity = try identity(path)
        return lock.withLock { protections[identity] ?? .completeUntilFirstUserAuthentication }
    }
    func setExcludedFromBackup(_ isExcluded: Bool, fileAt path: String) throws(VaultError) {
        let identity = try identity(path)
        lock.withLock { if isExcluded { _ = excluded.insert(identity) } else { excluded.remove(identity) } }
    }
    func isExcludedFromBackup(fileAt path: String) throws(VaultError) -> Bool {
        let identity = try identity(path)
        return lock.withLock { excluded.contains(identity) }
    }
}
