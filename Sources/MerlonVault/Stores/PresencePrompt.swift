public import MerlonCore

/// How a person is asked, when an item wants them to be there.
public struct PresencePrompt: Sendable {
    /// Why, in the person's language: shown by the system.
    public var reason: String
    /// How long one authentication serves further reads by the same store; zero asks each time. At most ``maximumReuse``.
    public var reuse: TimeSpan
    /// For items under ``AccessPolicy/Presence/applicationPassword``.
    public var applicationPassword: SecretBytes?

    /// Five minutes, as `LATouchIDAuthenticationMaximumAllowableReuseDuration` has it.
    public static let maximumReuse = TimeSpan.minutes(5)

    /// Makes it; `reuse` is capped.
    public init(reason: String, reuse: TimeSpan = .zero, applicationPassword: SecretBytes? = nil) {
        self.reason = reason
        self.reuse = min(max(reuse, .zero), Self.maximumReuse)
        self.applicationPassword = applicationPassword
    }
}
