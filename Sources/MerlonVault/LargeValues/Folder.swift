import Foundation
import MerlonCore
import MerlonCrypto

/// What the vault asks of the file system.
enum Folder {
    /// Makes a directory and those above it, for the owner alone, and lasting.
    static func make(_ path: String) throws(VaultError) {
        if exists(path) { return }
        let parent = (path as NSString).deletingLastPathComponent
        if parent != path, !parent.isEmpty { try make(parent) }
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .system("A folder cannot be made") }
        synchronise(parent)
    }

    static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// Throws `notFound` when there is no such file.
    static func requireFile(_ path: String) throws(VaultError) {
        guard unsafe access(path, F_OK) == 0 else { throw .system("The item's file cannot be opened") }
    }

    /// A whole file.
    static func contents(ofFile path: String, atMost limit: Int) throws(VaultError) -> [UInt8] {
        try requireFile(path)
        return try opening("The item") { () throws(CryptoError) in
            let file = try InputFile(path)
            guard let count = file.byteCount, count <= limit else {
                throw CryptoError(.limitExceeded, "The file has more than \(limit) bytes, or is no file.")
            }
            var bytes = [UInt8](repeating: 0, count: count)
            let got = unsafe try bytes.withMutableBytes { (buffer) throws(CryptoError) in unsafe try file.next(into: buffer) }
            return got == count ? bytes : Array(bytes.prefix(got))
        }
    }

    /// The first bytes of a file.
    static func start(ofFile path: String, count: Int) throws(VaultError) -> [UInt8] {
        try requireFile(path)
        return try reportingCrypto { () throws(CryptoError) in
            var bytes = [UInt8](repeating: 0, count: count)
            let file = try InputFile(path)
            let got = unsafe try bytes.withMutableBytes { (buffer) throws(CryptoError) in unsafe try file.next(into: buffer) }
            return Array(bytes.prefix(got))
        }
    }

    /// The names of the directories in a directory.
    static func directories(in path: String) -> [String] {
        names(in: path).filter { name in
            var isDirectory: ObjCBool = false
            return unsafe FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isDirectory) && isDirectory.boolValue
        }
    }

    static func names(in path: String) -> [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    /// The paths of all regular files below a directory, relative to it, sorted. Links are not followed.
    static func files(in path: String, atMost limit: Int) throws(VaultError) -> [String] {
        guard unsafe access(path, R_OK) == 0 else { throw .system("'\(path)' cannot be listed") }
        guard let all = FileManager.default.enumerator(atPath: path) else { throw .system("'\(path)' cannot be listed", ENOENT) }
        var files: [String] = []
        while let name = all.nextObject() as? String {
            var status = stat()
            guard unsafe lstat(path + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            guard files.count < limit else { throw VaultError(.tooLarge, "'\(path)' has more than \(limit) files.") }
            files.append(name)
        }
        return files.sorted()
    }

    /// Removes a file or a whole directory. What cannot be removed now is swept later.
    static func remove(_ path: String) {
        try? FileManager.default.removeItem(atPath: path)
        synchronise((path as NSString).deletingLastPathComponent)
    }

    /// Removes all that is in a directory but these.
    @discardableResult
    static func remove(contentsOf path: String, except kept: Set<String>) -> Int {
        let others = names(in: path).filter { !kept.contains($0) }
        for name in others { remove(path + "/" + name) }
        return others.count
    }

    /// Best effort: not every file system can.
    private static func synchronise(_ path: String) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        if descriptor >= 0 {
            fsync(descriptor)
            close(descriptor)
        }
    }
}
