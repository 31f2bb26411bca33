import MerlonPrivacy

/// The app's log. What goes into it is masked on the way, also where somebody forgot that a text has a number in it.
public struct BankLog: Sendable {
    private let sanitizer = LogSanitizer()
    private let sink: @Sendable (String) -> Void

    /// A log that writes masked lines to a sink, such as `os.Logger` with `privacy: .public`.
    public init(sink: @escaping @Sendable (String) -> Void) { self.sink = sink }

    func write(_ line: String) { sink(sanitizer.sanitized(line)) }
}
