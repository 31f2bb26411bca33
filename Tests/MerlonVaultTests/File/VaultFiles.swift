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

    /// Puts them in place of those that are there.
    func restore(at path: String) throws {
        for suffix in ["", "-wal", "-shm", "-anchor"] {
            try? FileManager.default.removeItem(atPath: path + suffix)
            guard let bytes = bytes[suffix] else { continue }
            try Data(bytes).write(to: URL(fileURLWithPath: path + suffix))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path + suffix)
        }
    }
}
