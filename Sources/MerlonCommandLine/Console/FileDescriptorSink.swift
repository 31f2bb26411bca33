/// A file descriptor that bytes go to, such as standard output.
///
/// A pipe whose reader has gone is no error: the rest is dropped, and the program ends with the status that its work has earned.
public struct FileDescriptorSink: ByteSink {
    /// Standard output.
    public static let standardOutput = FileDescriptorSink(descriptor: 1, name: "standard output")
    /// Standard error.
    public static let standardError = FileDescriptorSink(descriptor: 2, name: "standard error")

    private let descriptor: Int32
    private let name: String

    init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// The columns of the terminal; `nil` when it is none.
    public var terminalWidth: Int? {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Writes all bytes, or throws.
    public func write(_ bytes: some Collection<UInt8>) throws(CommandLineError) {
        let status = writeAll(Array(bytes))
        if status != 0, status != EPIPE {
            throw CommandLineError(.notWritable, "\(name) cannot be written: \(message(forNativeStatus: status))", nativeStatus: status)
        }
    }

    /// Writes all bytes; returns 0 or `errno`.
    private func writeAll(_ bytes: [UInt8]) -> Int32 {
        unsafe bytes.withUnsafeBytes { buffer in
            var rest = unsafe buffer[...]
            while unsafe !rest.isEmpty {
                let count = unsafe writeSome(UnsafeRawBufferPointer(rebasing: rest), to: descriptor)
                if count >= 0 {
                    unsafe rest = rest.dropFirst(count)
                } else if errno != EINTR {
                    return errno
                }
            }
            return 0
        }
    }
}

/// `write(2)`, which a method of that name would hide.
private func writeSome(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    unsafe write(descriptor, bytes.baseAddress, bytes.count)
}
