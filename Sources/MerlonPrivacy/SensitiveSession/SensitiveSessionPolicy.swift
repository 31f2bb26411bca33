public import MerlonCore

/// When a ``SensitiveSession`` locks. OWASP MASVS-AUTH-2, MASVS-PLATFORM-3.
public struct SensitiveSessionPolicy: Hashable, Codable, Sendable {
    /// How long the app may be in the background and still be open on return; zero locks on every return. Default: one minute.
    public var gracePeriod: TimeSpan
    /// How long the app may lie open without the focus (a call, the notification centre, another app beside it). Default: five minutes.
    public var inactiveLimit: TimeSpan
    /// Whether locking the device locks the session at once. Default: yes.
    public var locksWithDevice: Bool
    /// When registered fields are cleared. Default: as soon as the app is in the background.
    public var clearsFields: Clearing

    /// When registered fields are cleared.
    public enum Clearing: String, Codable, CaseIterable, Sendable {
        /// When the app goes to the background.
        case inBackground
        /// When the session locks.
        case whenLocked
    }

    /// Makes a policy. Negative times count as zero.
    public init(
        gracePeriod: TimeSpan = .minutes(1), inactiveLimit: TimeSpan = .minutes(5), locksWithDevice: Bool = true,
        clearsFields: Clearing = .inBackground
    ) {
        self.gracePeriod = max(gracePeriod, .zero)
        self.inactiveLimit = max(inactiveLimit, .zero)
        self.locksWithDevice = locksWithDevice
        self.clearsFields = clearsFields
    }
}
