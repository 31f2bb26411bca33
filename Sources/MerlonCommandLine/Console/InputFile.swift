/// Reads small files that a person names, such as a baseline.
public enum InputFile: Sendable {
    /// All bytes of the file, of which there may be at most `limit`.
    public static func read(_ path: String, limit: Int) throws(CommandLineError) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path, errno) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe readSome(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure(path, errno)
            }
            bytes += chunk.prefix(count)
            if bytes.count > limit { throw CommandLineError(.unreadable, "'\(path)' is larger than the \(limit) bytes that are read") }
        }
    }

    /// Hands the bytes of a file, or of standard input for `-`, to `body` piece by piece, as soon as they are there.
    public static func readPieces(_ path: String, _ body: (ArraySlice<UInt8>) throws(CommandLineError) -> Void) throws(CommandLineError) {
        let isStandardInput = path == SecretInput.standardInput
        let descriptor = isStandardInput ? 0 : unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path, errno) }
        defer { if !isStandardInput { close(descriptor) } }
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe readSome(descriptor, &piece, piece.count)
            if count == 0 { return }
            if count > 0 { try body(piece[..<count]) } else if errno != EINTR { throw failure(path, errno) }
        }
    }

    /// Whether something is at the path, readable or not.
    public static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    private static func failure(_ path: String, _ status: Int32) -> CommandLineError {
        .init(.unreadable, "'\(path)' cannot be read: \(message(forNativeStatus: status))", nativeStatus: status)
    }
}

/// `read(2)`, which a method of that name would hide.
private func readSome(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    unsafe read(descriptor, bytes, count)
}
