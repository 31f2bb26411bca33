public import Foundation

/// A file system in memory with room for so many KiB: a disk that really gets full.
public enum SmallDisk: Sendable {
    /// What a skipped test needs.
    public static let need = "needs Linux, and the right to mount a file system: run the tests as root"

    /// Whether one can be mounted here.
    public static let isAvailable: Bool =
        (try? withFolder { folder in
            guard try mount(64, at: folder) else { return false }
            unmount(folder)
            return true
        }) ?? false

    private static func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("merlon-disk-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    fileprivate static func mount(_ size: Int, at folder: URL) throws -> Bool {
        guard Executable("mount").isInstalled, Executable("umount").isInstalled else { return false }
        return try Executable("mount").run(["-t", "tmpfs", "-o", "size=\(size)k,mode=700", "merlon-test", folder.path]).status == 0
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
