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
    /// What the app's files hold: its code asks this, and the audit of its container checks it.
    public var placement = PlacementPolicy(files: [
        "Library/Application Support/PiggyBank/statement": .personal,
        // Empty files of Merlon's: the marker of the installation, and the lock by which one refresh of the session waits for another.
        "Library/Application Support/PiggyBank/installed": .preference,
        "Library/Application Support/PiggyBank/*.session-lock": .preference,
    ])

    /// The configuration by the app's Info.plist, whose `NSPinnedDomains` are the one place where the pins are written down: App Transport
    /// Security enforces them, and so does Merlon, which knows backup pins, subdomains and other hosts.
    public init(infoPlist: [UInt8]) throws {
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
