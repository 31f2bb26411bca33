import Foundation

/// Where a vault's files are: the database, the anchor beside it, and SQLite's log. Only their owner can reach them.
///
/// A folder that others can write to lets them replace the vault by another one or by a link to something else, so such a folder is refused.
struct VaultLocation: Sendable {
    /// The database, with its folder's links resolved.
    let database: String

    /// Holds the newest generation; see ``RollbackAnchor``.
    var anchor: String { database + "-anchor" }

    /// Everything that belongs to the vault.
    var all: [String] { [database, anchor, database + "-wal", database + "-shm"] }

    /// Checks the folder, and makes it when `creating` and it is missing.
    init(_ path: String, creating: Bool) throws(VaultError) {
        let url = URL(fileURLWithPath: path).standardizedFileURL
        let (folder, name) = (url.deletingLastPathComponent().path, url.lastPathComponent)
        guard !name.isEmpty, name != "/", name != "..", !path.utf8.contains(0) else {
            throw VaultError(.invalidArgument, "A vault needs the path of a file.")
        }
        if creating { try Self.makeFolder(folder) }
        guard let resolved = unsafe realpath(folder, nil) else {
            let status = errno
            throw VaultError(.storeUnavailable, "The vault's folder '\(folder)' is not there.", nativeStatus: status)
        }
        defer { unsafe free(resolved) }
        let real = unsafe String(cString: resolved)
        try Self.checkFolders(from: real)
        database = (real == "/" ? "" : real) + "/" + name
    }

    /// Throws unless the vault's files are regular files of ours that nobody else can open.
    func checkFiles() throws(VaultError) {
        for path in all {
            var status = stat()
            guard unsafe lstat(path, &status) == 0 else {
                if path == database {
                    throw VaultError(.storeUnavailable, "There is no vault at '\(path)'.", nativeStatus: errno)
                }
                continue
            }
            guard status.st_mode & S_IFMT == S_IFREG else { throw VaultError(.storeUnavailable, "'\(path)' is a link or no file.") }
            guard status.st_uid == geteuid() || status.st_uid == 0 else {
                throw VaultError(.storeUnavailable, "'\(path)' is another user's.")
            }
            guard status.st_mode & 0o077 == 0 else {
                throw VaultError(.storeUnavailable, "'\(path)' is open to others: its mode has to be 600.")
            }
        }
    }

    /// Whether the vault's database is there, whatever it is.
    var exists: Bool {
        var status = stat()
        return unsafe lstat(database, &status) == 0
    }

    private static func makeFolder(_ folder: String) throws(VaultError) {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw VaultError(
                .storeUnavailable, "The vault's folder '\(folder)' cannot be made.", nativeStatus: Int32((error as NSError).code))
        }
    }

    /// The folder belongs to us or to root and to nobody else; those above it cannot be written by others, or only add to (`/tmp`, sticky).
    private static func checkFolders(from folder: String) throws(VaultError) {
        var path = folder
        while true {
            var status = stat()
            guard unsafe lstat(path, &status) == 0 else {
                throw VaultError(.storeUnavailable, "The folder '\(path)' cannot be looked at.", nativeStatus: errno)
            }
            let isSticky = path != folder && status.st_mode & S_ISVTX != 0
            guard status.st_uid == geteuid() || status.st_uid == 0, status.st_mode & 0o022 == 0 || isSticky else {
                throw VaultError(.storeUnavailable, "The folder '\(path)' belongs to another user, or others can write to it.")
            }
            if path == "/" { return }
            path = URL(fileURLWithPath: path).deletingLastPathComponent().path
        }
    }
}
