public import Foundation

/// A file system in memory with room for so many KiB: a disk that really gets full.
public enum SmallDisk: Sendable {
    /// What a skipped test needs.
    public static let need = "needs Linux, and the right to mount a file system: run the tests as root"

    /// Whether one can be mounted here.
    public static let isAvailable: Bool =
        (try? withFolder { folder in
            sweep()
            guard try mount(64, at: folder) else { return false }
            unmount(folder)
            return true
        }) ?? false

    /// Takes away the disks of runs that were killed: those whose process is gone.
    private static func sweep() {
        let lines = (try? String(contentsOfFile: "/proc/self/mounts", encoding: .utf8))?.split(separator: "\n") ?? []
        for words in lines.map({ $0.split(separator: " ") }) where words.count > 2 && words[2] == "tmpfs" {
            guard words[0].hasPrefix(name), let owner = Int32(words[0].dropFirst(name.count)), kill(owner, 0) != 0, errno == ESRCH else {
                continue
            }
            let folder = URL(fileURLWithPath: String(words[1]))
            unmount(folder)
            try? FileManager.default.removeItem(at: folder)
        }
    }

    /// What such a file system is called, before the number of the process that it is for.
    private static let name = "merlon-test-"

    private static func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("merlon-disk-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    fileprivate static func mount(_ size: Int, at folder: URL) throws -> Bool {
        guard Executable("mount").isInstalled, Executable("umount").isInstalled else { return false }
        return try Executable("mount").run(["-t", "tmpfs", "-o", "size=\(size)k,mode=700", "\(name)\(getpid())", folder.path]).status == 0
    }

    fileprivate static func unmount(_ folder: URL) {
        // A store may close late: the mount goes at once, the file system when nothing is open any more.
        _ = try? Executable("umount").run(["-l", folder.path])
    }
}

/// Hands `body` the empty folder of a new disk with room for `size` KiB.
public func withSmallDisk<Result>(_ size: Int, _ body: (URL) async throws -> Result) async throws -> Result {
    try await withTemporaryFolder { folder in
        guard try SmallDisk.mount(size, at: folder) else { throw CocoaError(.featureUnsupported) }
        defer { SmallDisk.unmount(folder) }
        return try await body(folder)
    }
}
