/// Masks credentials and personal data in the text of logs. OWASP MASVS-STORAGE-2, MASWE-0001.
///
/// ```swift
/// let sanitizer = LogSanitizer()
/// sanitizer.sanitized("GET https://ana:hunter2@bank.example?token=abc123")   // GET https://ana:‹redacted›@bank.example?token=‹redacted›
/// ```
///
/// A net below the wire, no licence to log: it knows forms and names, so a secret without either (a password in the middle of a sentence)
/// passes. Keep secrets in `SecretBytes` and personal values in `Sensitive` or `Redacted`, which never reach a log.
///
/// What it masks, it masks whole: matches that overlap become one, a value whose end was cut is masked to the end of its line. Bytes that are
/// no UTF-8 pass as they are. Masking twice changes nothing more.
public struct LogSanitizer: Sendable {
    /// What it looks for.
    public let kinds: SensitiveKinds

    /// What stands in the place of what was found.
    public static let mask = "‹redacted›"

    /// Makes one that looks for `kinds`.
    public init(kinds: SensitiveKinds = .all) { self.kinds = kinds }

    /// The text with everything sensitive masked. Lines are judged one by one, except for private keys.
    public func sanitized(_ text: String) -> String {
        let bytes = Array(text.utf8)
        // Most lines have nothing to mask: they are given back without a copy.
        let found = unsafe bytes.withUnsafeBytes { unsafe LogScanner(kinds: kinds).matches(in: $0, isInPrivateKey: false) }
        return found.ranges.isEmpty ? text : String(decoding: sanitized(bytes), as: UTF8.self)
    }

    /// The bytes of a log with everything sensitive masked.
    public func sanitized(_ bytes: [UInt8]) -> [UInt8] {
        var stream = self.stream()
        var output: [UInt8] = []
        stream.append(bytes, to: &output)
        stream.finish(to: &output)
        return output
    }

    /// The value of a field of structured metadata, such as swift-log's: masked whole when the field's name says that it is a secret,
    /// otherwise where it holds something sensitive.
    public func sanitized(_ value: String, named name: String) -> String {
        guard kinds.contains(.labelled), !value.isEmpty, SensitiveName.meaning(of: name.utf8) != nil else { return sanitized(value) }
        return Self.mask
    }

    /// Metadata with every value treated by ``sanitized(_:named:)``.
    public func sanitized(_ metadata: [String: String]) -> [String: String] {
        Dictionary(metadata.map { ($0.key, sanitized($0.value, named: $0.key)) }) { first, _ in first }
    }

    /// A stream for logs that do not fit into memory.
    public func stream() -> LogSanitizingStream { LogSanitizingStream(kinds: kinds) }
}
