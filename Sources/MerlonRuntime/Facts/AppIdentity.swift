/// Who the app is, told by the app: what the running program is compared with. Recorded with the facts, so that a replay judges by the same.
public struct AppIdentity: Hashable, Codable, Sendable {
    /// The bundle identifiers that are the app's; empty for not compared.
    public var bundleIdentifiers: Set<String>
    /// The teams that sign it; empty for not compared.
    public var teams: Set<String>
    /// The entitlements that it may have; empty for not compared.
    public var entitlements: Set<String>
    /// The SHA-256 of its provisioning profiles, in lower-case hexadecimal; empty for not compared. The App Store's has none.
    public var profileDigests: Set<String>
    /// Where it may come from; empty for not compared.
    public var origins: Set<AppOrigin>

    /// Makes an identity.
    public init(
        bundleIdentifiers: Set<String> = [], teams: Set<String> = [], entitlements: Set<String> = [], profileDigests: Set<String> = [],
        origins: Set<AppOrigin> = []
    ) {
        self.bundleIdentifiers = bundleIdentifiers
        self.teams = teams
        self.entitlements = entitlements
        self.profileDigests = profileDigests
        self.origins = origins
    }
}
