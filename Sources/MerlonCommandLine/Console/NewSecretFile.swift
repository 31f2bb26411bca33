/// Writes files that hold secrets.
public enum NewSecretFile: Sendable {
    /// Puts `bytes` into a new file that only its owner can read, and that is on the disk when this returns. A file that is there already is
    /// never touched: a lost key is a lost file.
    public static func write(_ bytes: [UInt8], to path: String) throws(CommandLineError) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure(path, errno) }
        defer { close(descriptor) }
        do throws(CommandLineError) {
            try FileDescriptorSink(descriptor: descriptor, name: "'\(path)'").write(bytes)
            if fsync(descriptor) != 0 { throw failure(path, errno) }
        } catch {
            unsafe unlink(path)
            throw error
        }
    }

    private static func failure(_ path: String, _ status: Int32) -> CommandLineError {
        .init(.notWritable, "'\(path)' cannot be written: \(message(forNativeStatus: status))", nativeStatus: status)
    }
}
