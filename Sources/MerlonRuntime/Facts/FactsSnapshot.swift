public import MerlonCore

/// Everything that the probes recorded at one time: plain data without judgement. It can be saved, sent, and replayed elsewhere; a verdict
/// follows from it and a policy alone.
///
/// Scrubbed: no name of a user, device, file of a user or network; paths of the app's own containers are cut to what follows them.
public struct FactsSnapshot: Hashable, Codable, Sendable {
    /// The version of this form. Readers refuse a newer one.
    public static let currentVersion = 1

    /// The version of its form.
    public var version: Int
    /// When it was recorded.
    public var recorded: WallTime
    /// The system that it was recorded on.
    public var platform: Detector.Platform
    /// The system's version, such as `17.4` or the kernel's `6.1.0`.
    public var systemVersion: String
    /// What was recorded on Linux.
    public var linux: LinuxFacts?
    /// What was recorded on iOS or macOS.
    public var apple: AppleFacts?
    /// Who the app says that it is; `nil` when it did not say.
    public var expected: AppIdentity?

    /// Makes a snapshot.
    public init(
        version: Int = Self.currentVersion, recorded: WallTime, platform: Detector.Platform, systemVersion: String,
        linux: LinuxFacts? = nil, apple: AppleFacts? = nil, expected: AppIdentity? = nil
    ) {
        self.version = version
        self.recorded = recorded
        self.platform = platform
        self.systemVersion = systemVersion
        self.linux = linux
        self.apple = apple
        self.expected = expected
    }
}
