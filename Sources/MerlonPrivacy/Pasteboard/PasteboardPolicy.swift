public import MerlonCore

/// How long what an app copies stays on the pasteboard, and where it may go. OWASP MASVS-STORAGE-2, MASVS-PLATFORM-3.
public struct PasteboardPolicy: Hashable, Codable, Sendable {
    /// The longest time that anything stays.
    public static let maximumLifetime = TimeSpan.minutes(10)

    /// How long it stays. Default: 60 seconds. At least a second, at most ``maximumLifetime``.
    public var lifetime: TimeSpan {
        didSet { lifetime = Self.clamped(lifetime) }
    }
    /// Whether it is taken back when the app goes to the background. Default: no, since people copy to paste elsewhere.
    public var clearsInBackground: Bool

    /// Makes a policy.
    public init(lifetime: TimeSpan = .seconds(60), clearsInBackground: Bool = false) {
        self.lifetime = Self.clamped(lifetime)
        self.clearsInBackground = clearsInBackground
    }

    private static func clamped(_ span: TimeSpan) -> TimeSpan { min(max(span, .seconds(1)), maximumLifetime) }
}
