import Foundation

/// The files of a vault as they were at one moment: what somebody with the disk can keep and put back.
struct VaultFiles {
    var bytes: [String: [UInt8]] = [:]

    /// The files as they are now, without the shared index, which is made anew.
    init(of path: String) throws {
        for suffix in ["", "-wal", "-anchor"] where FileManager.default.fileExists(atPath: path + suffix) {
            bytes[suffix] = Array(try Data(contentsOf: URL(fileURLWithPath: path + suffix)))
        }
    }

    /// Puts them in a new folder beside the vault's, under the same name; gives the path of the copy.
    func copy(beside path: String) throws -> String {
        let vault = URL(fileURLWithPath: path)
        let folder = vault.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        let place = folder.appendingPathComponent(vault.lastPathComponent).path
        for (suffix, bytes) in bytes {
            try Data(bytes).write(to: URL(fileURLWithPath: place + suffix))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: place + suffix)
        }
        return place
    }
}
