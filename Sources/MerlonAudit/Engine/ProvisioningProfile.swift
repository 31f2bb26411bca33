public import MerlonCore

/// What a provisioning profile says, as far as rules need it.
public struct ProvisioningProfile: Hashable, Codable, Sendable {
    /// The file.
    public var path: String
    /// `Name`.
    public var name: String?
    /// `UUID`.
    public var uuid: String?
    /// `TeamIdentifier`.
    public var teams: [String]
    /// `CreationDate`.
    public var created: WallTime?
    /// `ExpirationDate`.
    public var expires: WallTime?
    /// `Entitlements`.
    public var entitlements: PropertyList?
    /// How many devices it lists; `nil` when it has no list.
    public var deviceCount: Int?
    /// `ProvisionsAllDevices`: an enterprise (in-house) profile.
    public var provisionsAllDevices: Bool
    /// `DeveloperCertificates`, each a DER certificate.
    public var certificates: [[UInt8]]

    /// Makes it.
    public init(
        path: String, name: String? = nil, uuid: String? = nil, teams: [String] = [], created: WallTime? = nil, expires: WallTime? = nil,
        entitlements: PropertyList? = nil, deviceCount: Int? = nil, provisionsAllDevices: Bool = false, certificates: [[UInt8]] = []
    ) {
        self.path = path
        self.name = name
        self.uuid = uuid
        self.teams = teams
        self.created = created
        self.expires = expires
        self.entitlements = entitlements
        self.deviceCount = deviceCount
        self.provisionsAllDevices = provisionsAllDevices
        self.certificates = certificates
    }
}
