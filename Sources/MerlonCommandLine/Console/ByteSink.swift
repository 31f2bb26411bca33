/// Where bytes go.
public protocol ByteSink: Sendable {
    /// Writes all bytes, or throws ``CommandLineError/Code/notWritable``.
    func write(_ bytes: some Collection<UInt8>) throws(CommandLineError)
    /// The columns of the terminal behind it; `nil` when it is none.
    var terminalWidth: Int? { get }
}

extension ByteSink {
    /// Writes the text as UTF-8.
    public func write(_ text: String) throws(CommandLineError) { try write(text.utf8) }
}
