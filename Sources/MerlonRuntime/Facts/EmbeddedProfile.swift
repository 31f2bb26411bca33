/// The provisioning profile in the app's bundle. Apps from the App Store and from TestFlight have none.
public struct EmbeddedProfile: Hashable, Codable, Sendable {
    /// Whether there is one.
    public var isPresent: Bool
    /// Its teams.
    public var teams: [String]
    /// How many devices it names; `nil` when it names none.
    public var devices: Int?
    /// Whether it is for every device: in-house distribution of an enterprise.
    public var isForAllDevices: Bool
    /// Whether it lets debuggers attach (`get-task-allow`).
    public var isDebuggable: Bool
    /// Whether its time is over.
    public var isExpired: Bool
    /// Whether it names this app's bundle identifier, or is a wildcard that covers it.
    public var coversBundle: Bool
    /// The SHA-256 of the file, in hexadecimal; empty when there is none.
    public var digest: String

    /// Makes a profile.
    public init(
        isPresent: Bool, teams: [String] = [], devices: Int? = nil, isForAllDevices: Bool = false, isDebuggable: Bool = false,
        isExpired: Bool = false, coversBundle: Bool = true, digest: String = ""
    ) {
        self.isPresent = isPresent
        self.teams = teams
        self.devices = devices
        self.isForAllDevices = isForAllDevices
        self.isDebuggable = isDebuggable
        self.isExpired = isExpired
        self.coversBundle = coversBundle
        self.digest = digest
    }

    /// No profile.
    public static let none = EmbeddedProfile(isPresent: false)
}
