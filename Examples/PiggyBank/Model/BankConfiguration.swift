import Foundation
public import MerlonAuth
public import MerlonPinning
public import MerlonVault

/// Where the bank is, how it is recognised, and what the app keeps where.
public struct BankConfiguration: Sendable {
    /// The bank's interface.
    public var api: HTTPURL
    /// The bank's sign-in.
    public var identity: ServerMetadata
    /// What the app is called there.
    public var clientID: String
    /// Where the browser comes back to: the scheme is declared in Info.plist, as `CFBundleURLSchemes`.
    public var redirectURI: RedirectURI
    /// Which keys the bank's servers may show.
    public var pins: PinningPolicy
    /// What the app's files hold: its code asks this, the audit of its container checks it, and `merlon audit` judges it in the shipped app.
    public var placement: PlacementPolicy

    /// The configuration by two of the app's files, each the one place where something is written down:
    ///
    /// - Parameters:
    ///   - infoPlist: Info.plist, whose `NSPinnedDomains` are the pins. App Transport Security enforces them, and so does Merlon, which knows
    ///     backup pins, subdomains and other hosts.
    ///   - placement: MerlonPlacement.json. Beside the statement it names two empty files of Merlon's: the marker of the installation, and the
    ///     lock by which one refresh of the session waits for another.
    public init(infoPlist: [UInt8], placement file: [UInt8]) throws {
        placement = try PlacementPolicy(parsing: file)
        pins = try PinningPolicy(infoPlist: infoPlist)
        api = try HTTPURL("https://api.piggybank.example")
        identity = ServerMetadata(
            issuer: "https://id.piggybank.example", authorizationEndpoint: try HTTPURL("https://id.piggybank.example/authorize"),
            tokenEndpoint: try HTTPURL("https://id.piggybank.example/token"),
            revocationEndpoint: try HTTPURL("https://id.piggybank.example/revoke"))
        clientID = "piggybank-ios"
        redirectURI = try RedirectURI("example.piggybank.app:/signed-in")
    }
}
