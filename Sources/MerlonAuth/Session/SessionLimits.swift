public import MerlonCore

/// How long a session may last. OWASP MASVS-AUTH, NIST SP 800-63B section 2.
public struct SessionLimits: Hashable, Sendable {
    /// How long a session may go unused; `nil` for no limit.
    public var idle: TimeSpan?
    /// How long a session lasts from the sign-in on, however it is used; `nil` for no limit.
    public var absolute: TimeSpan?
    /// How long before its expiry an access token is replaced, so that it does not expire on its way.
    public var margin: TimeSpan
    /// How long an access token lives when the server does not say.
    public var unstatedLifetime: TimeSpan
    /// The longest lifetime that is believed: a token is replaced after it, whatever the server says.
    public var maximumLifetime: TimeSpan

    /// No limits for the session, 30 seconds of margin, five minutes where the server does not say, an hour at most.
    public init(
        idle: TimeSpan? = nil, absolute: TimeSpan? = nil, margin: TimeSpan = .seconds(30), unstatedLifetime: TimeSpan = .minutes(5),
        maximumLifetime: TimeSpan = .hours(1)
    ) {
        self.idle = idle
        self.absolute = absolute
        self.margin = margin
        self.unstatedLifetime = unstatedLifetime
        self.maximumLifetime = maximumLifetime
    }
}
