/// When a ``ScreenShield`` covers a scene. OWASP MASVS-PLATFORM-3, MASWE-0055, MASTG-TEST-0059.
public struct ScreenCoverPolicy: Hashable, Codable, Sendable {
    /// From when on a scene that loses the person's attention is covered.
    public enum Moment: String, Codable, CaseIterable, Sendable {
        /// As soon as it loses the focus. The app switcher shows a scene live before the system has taken its snapshot; whoever looks over a
        /// shoulder reads it there. Prompts of the system (biometry, permissions) lie over the cover.
        case whenInactive
        /// When it goes to the background: in time for the snapshot, too late for the live picture.
        case inBackground
    }

    /// From when on. Default: as soon as it loses the focus.
    public var moment: Moment
    /// Whether a scene is covered while its screen is recorded, mirrored or sent by AirPlay. Default: no.
    public var coversWhileCaptured: Bool

    /// Makes a policy.
    public init(moment: Moment = .whenInactive, coversWhileCaptured: Bool = false) {
        self.moment = moment
        self.coversWhileCaptured = coversWhileCaptured
    }
}
