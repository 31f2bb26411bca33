import MerlonCore
import MerlonCrypto

extension EmbeddedProfile {
    /// Longer files are not read, in bytes. Those of teams with many devices have some hundred kilobytes.
    static let maximumSize = 4 << 20

    /// Reads a profile. `nil` when the bytes are none.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - bundleIdentifier: The app's, to be compared with the profile's.
    ///   - time: The time now.
    init?(file bytes: [UInt8], bundleIdentifier: String, at time: WallTime) {
        guard bytes.count <= Self.maximumSize, let content = try? CMSContent.unverified(in: bytes),
            let list = try? PropertyListReader.read(content), list.dictionary != nil
        else { return nil }
        let entitlements = list["Entitlements"]
        let identifier = ["application-identifier", "com.apple.application-identifier"].compactMap { entitlements?[$0]?.string }.first
        var isExpired = false
        if case .date(let end) = list["ExpirationDate"] { isExpired = end <= time }
        self.init(
            isPresent: true, teams: Array((list["TeamIdentifier"]?.array?.compactMap(\.string) ?? []).prefix(16)),
            devices: list["ProvisionedDevices"]?.array?.count, isForAllDevices: list["ProvisionsAllDevices"]?.boolean ?? false,
            isDebuggable: (entitlements?["get-task-allow"] ?? entitlements?["com.apple.security.get-task-allow"])?.boolean ?? false,
            isExpired: isExpired, coversBundle: identifier.map { Self.covers($0, bundleIdentifier) } ?? true,
            digest: Hex.encode(HashAlgorithm.sha256.digest(of: bytes)))
    }

    /// `TEAM.com.example.*` covers `com.example.app`; `TEAM.*` everything.
    static func covers(_ applicationIdentifier: String, _ bundleIdentifier: String) -> Bool {
        let pattern = applicationIdentifier.drop { $0 != "." }.dropFirst()
        if pattern.last == "*" { return bundleIdentifier.hasPrefix(pattern.dropLast()) }
        return pattern == bundleIdentifier
    }
}
