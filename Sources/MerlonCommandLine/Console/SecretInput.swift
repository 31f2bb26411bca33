public import MerlonCore

/// Reads secrets: from a file, from standard input, or from a person at the terminal. Never from an argument, which every process can see.
///
/// They go straight into protected memory.
public enum SecretInput: Sendable {
    /// The path that stands for standard input.
    public static let standardInput = "-"

    /// All bytes of a file, or of standard input for `-`, of which there may be at most `limit`.
    public static func read(_ path: String, limit: Int) throws(CommandLineError) -> SecretBytes {
        if path == standardInput { return try read(descriptor: 0, name: "standard input", limit: limit) }
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable("'\(path)'", errno) }
        defer { close(descriptor) }
        return try read(descriptor: descriptor, name: "'\(path)'", limit: limit)
    }

    /// As ``read(_:limit:)``, without the line end that editors put behind the last line.
    public static func readLine(_ path: String, limit: Int) throws(CommandLineError) -> SecretBytes {
        let text = try read(path, limit: limit)
        let count = unsafe text.withUnsafeBytes { bytes in
            var rest = unsafe bytes[...]
            if unsafe rest.last == 0x0A { unsafe rest = rest.dropLast() }
            if unsafe rest.count < bytes.count, unsafe rest.last == 0x0D { unsafe rest = rest.dropLast() }
            return unsafe rest.count
        }
        return try protected { () throws(CoreError) in try text.extracting(0..<count) }
    }

    /// What a person types at the terminal, which does not show it. The line end is not part of it.
    ///
    /// - Parameter noTerminal: The hint to give when there is no terminal.
    public static func prompt(_ text: String, limit: Int, noTerminal: String) throws(CommandLineError) -> SecretBytes {
        let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { throw CommandLineError(.unreadable, "there is no terminal to ask at", hint: noTerminal) }
        defer { close(terminal) }
        var shown = termios()
        guard unsafe tcgetattr(terminal, &shown) == 0 else {
            throw CommandLineError(.unreadable, "there is no terminal to ask at", hint: noTerminal)
        }
        var hidden = shown
        // Each key comes as it is typed, those that would stop the program too, so that it can turn the echo on again before it stops.
        hidden.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        guard unsafe tcsetattr(terminal, TCSAFLUSH, &hidden) == 0 else { throw unreadable("the terminal", errno) }
        defer { unsafe _ = tcsetattr(terminal, TCSAFLUSH, &shown) }
        let sink = FileDescriptorSink(descriptor: terminal, name: "the terminal")
        try sink.write(text)
        defer { try? sink.write("\n") }
        return try line(from: terminal, limit: limit)
    }

    /// The keys up to the end of the line, with the three that correct it.
    private static func line(from terminal: Int32, limit: Int) throws(CommandLineError) -> SecretBytes {
        enum End { case line, stopped, tooLong, failed(Int32) }
        var end = End.line
        var filled = 0
        let room = try protected { () throws(CoreError) in
            unsafe try SecretBytes(count: limit + 1) { buffer in
                while let base = buffer.baseAddress {
                    if filled == buffer.count {
                        end = .tooLong
                        return
                    }
                    let count = unsafe readSome(terminal, base + filled, 1)
                    if count < 0, errno == EINTR { continue }
                    if count < 0 {
                        end = .failed(errno)
                        return
                    }
                    switch count == 0 ? Key.endOfFile : unsafe buffer[filled] {
                    case Key.newLine, Key.carriageReturn, Key.endOfFile: return
                    case Key.interrupt, Key.quit:
                        end = .stopped
                        return
                    case Key.delete, Key.backspace:
                        // A character of several bytes goes as a whole.
                        while filled > 0 {
                            filled -= 1
                            if unsafe buffer[filled] & 0xC0 != 0x80 { break }
                        }
                    case Key.eraseLine: filled = 0
                    default: filled += 1
                    }
                }
            }
        }
        switch end {
        case .line: return try protected { () throws(CoreError) in try room.extracting(0..<filled) }
        case .stopped: throw CommandLineError(.unreadable, "stopped")
        case .tooLong: throw CommandLineError(.unreadable, "more than the \(limit) bytes that are read")
        case .failed(let status): throw unreadable("the terminal", status)
        }
    }

    /// The control characters that a terminal sends.
    private enum Key {
        static let interrupt: UInt8 = 0x03
        static let endOfFile: UInt8 = 0x04
        static let backspace: UInt8 = 0x08
        static let newLine: UInt8 = 0x0A
        static let carriageReturn: UInt8 = 0x0D
        static let eraseLine: UInt8 = 0x15
        static let quit: UInt8 = 0x1C
        static let delete: UInt8 = 0x7F
    }

    private static func read(descriptor: Int32, name: String, limit: Int) throws(CommandLineError) -> SecretBytes {
        var failure: CommandLineError?
        var filled = 0
        let room = try protected { () throws(CoreError) in
            unsafe try SecretBytes(count: limit + 1) { buffer in
                while filled < buffer.count, let base = buffer.baseAddress {
                    let count = unsafe readSome(descriptor, base + filled, buffer.count - filled)
                    if count == 0 { return }
                    if count < 0 {
                        if errno == EINTR { continue }
                        failure = unreadable(name, errno)
                        return
                    }
                    filled += count
                }
            }
        }
        if let failure { throw failure }
        guard filled <= limit else { throw CommandLineError(.unreadable, "\(name) holds more than the \(limit) bytes that are read") }
        return try protected { () throws(CoreError) in try room.extracting(0..<filled) }
    }

    private static func protected(_ body: () throws(CoreError) -> SecretBytes) throws(CommandLineError) -> SecretBytes {
        do throws(CoreError) { return try body() } catch { throw CommandLineError(.unreadable, error.reason) }
    }

    private static func unreadable(_ name: String, _ status: Int32) -> CommandLineError {
        .init(.unreadable, "\(name) cannot be read: \(message(forNativeStatus: status))", nativeStatus: status)
    }
}

/// `read(2)`, which a method of that name would hide.
private func readSome(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    unsafe read(descriptor, buffer, count)
}
