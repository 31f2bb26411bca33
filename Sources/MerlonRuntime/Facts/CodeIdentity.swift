/// Who the running program says that it is, by its own code signature and Info.plist. Not verified: the system did that, or was kept from it.
public struct CodeIdentity: Hashable, Codable, Sendable {
    /// The Info.plist's `CFBundleIdentifier`.
    public var bundleIdentifier: String
    /// The identifier in the code signature.
    public var signatureIdentifier: String
    /// The team in the code signature; empty for none.
    public var team: String
    /// The entitlement `application-identifier` (`com.apple.application-identifier` on macOS), such as `ABCDE12345.com.example.app`; empty for none.
    public var applicationIdentifier: String
    /// Names of all entitlements, at most 128.
    public var entitlements: [String]
    /// Entitlements that are `true`, at most 128.
    public var granted: [String]
    /// Whether the signature is ad hoc: by nobody.
    public var isAdHoc: Bool
    /// Whether the App Store encrypted the program (`cryptid` is not 0).
    public var isEncrypted: Bool

    /// Makes an identity.
    public init(
        bundleIdentifier: String, signatureIdentifier: String, team: String, applicationIdentifier: String, entitlements: [String] = [],
        granted: [String] = [], isAdHoc: Bool = false, isEncrypted: Bool = false
    ) {
        self.bundleIdentifier = bundleIdentifier
        self.signatureIdentifier = signatureIdentifier
        self.team = team
        self.applicationIdentifier = applicationIdentifier
        self.entitlements = entitlements
        self.granted = granted
        self.isAdHoc = isAdHoc
        self.isEncrypted = isEncrypted
    }
}
