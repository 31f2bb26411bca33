/// Writes a file whole or not at all.
public enum OutputFile: Sendable {
    /// Puts `bytes` at `path`. They are written to a new file in the same folder, synchronized with the disk and renamed into place: whoever
    /// reads `path` sees the old content or the new one, also after a crash. An existing file keeps its permissions, a symbolic link leads
    /// where it did. A device or a pipe is written to directly.
    public static func write(_ bytes: [UInt8], to path: String) throws(CommandLineError) {
        let target = resolved(path) ?? path
        var permissions: mode_t?
        if let status = fileStatus(target) {
            guard status.st_mode & S_IFMT == S_IFREG else {
                return try writeInPlace(bytes, path: path, isFolder: status.st_mode & S_IFMT == S_IFDIR)
            }
            permissions = status.st_mode & 0o7777
        }
        let temporary = "\(target).\(getpid()).part"
        let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure(path, errno) }
        do throws(CommandLineError) {
            if let permissions, fchmod(descriptor, permissions) != 0 { throw failure(path, errno) }
            try fill(descriptor, with: bytes, path: path)
            if unsafe rename(temporary, target) != 0 { throw failure(path, errno) }
        } catch {
            unsafe unlink(temporary)
            throw error
        }
        synchronizeFolder(of: target)
    }

    private static func fill(_ descriptor: Int32, with bytes: [UInt8], path: String) throws(CommandLineError) {
        defer { close(descriptor) }
        try FileDescriptorSink(descriptor: descriptor, name: "'\(path)'").write(bytes)
        if fsync(descriptor) != 0 { throw failure(path, errno) }
    }

    private static func writeInPlace(_ bytes: [UInt8], path: String, isFolder: Bool) throws(CommandLineError) {
        if isFolder { throw failure(path, EISDIR) }
        let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path, errno) }
        defer { close(descriptor) }
        try FileDescriptorSink(descriptor: descriptor, name: "'\(path)'").write(bytes)
    }

    /// Makes the new name last. Best effort: not every file system can, and the content is safe already.
    private static func synchronizeFolder(of path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let descriptor = unsafe open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private static func fileStatus(_ path: String) -> stat? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status : nil
    }

    private static func resolved(_ path: String) -> String? {
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    private static func failure(_ path: String, _ status: Int32) -> CommandLineError {
        .init(.notWritable, "'\(path)' cannot be written: \(message(forNativeStatus: status))", nativeStatus: status)
    }
}
