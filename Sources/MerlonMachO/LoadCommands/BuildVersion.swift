/// The platform and versions that a slice was built for: `LC_BUILD_VERSION`, or one of the older `LC_VERSION_MIN_…`.
public struct BuildVersion: Hashable, Sendable {
    /// A tool that took part in the build.
    public struct Tool: Hashable, Sendable {
        /// 1 clang, 2 swift, 3 ld, 4 lld; newer ones exist.
        public let identifier: UInt32
        /// The tool's version.
        public let version: PackedVersion
    }

    /// The system that it was built for.
    public let platform: Platform
    /// The oldest version of that system that it runs on.
    public let minimumOS: PackedVersion
    /// The version of the SDK; 0 where the linker was not told.
    public let sdk: PackedVersion
    /// Empty for the older commands.
    public let tools: [Tool]
}

/// `PLATFORM_…` numbers.
public struct Platform: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let macOS = Platform(rawValue: 1)
    public static let iOS = Platform(rawValue: 2)
    public static let tvOS = Platform(rawValue: 3)
    public static let watchOS = Platform(rawValue: 4)
    public static let bridgeOS = Platform(rawValue: 5)
    public static let macCatalyst = Platform(rawValue: 6)
    public static let iOSSimulator = Platform(rawValue: 7)
    public static let tvOSSimulator = Platform(rawValue: 8)
    public static let watchOSSimulator = Platform(rawValue: 9)
    public static let driverKit = Platform(rawValue: 10)
    public static let visionOS = Platform(rawValue: 11)
    public static let visionOSSimulator = Platform(rawValue: 12)

    private static let names = [
        "macos", "ios", "tvos", "watchos", "bridgeos", "maccatalyst", "ios-simulator", "tvos-simulator", "watchos-simulator", "driverkit",
        "visionos", "visionos-simulator",
    ]

    /// `ios`, `ios-simulator`, `macos` …; the number when unknown.
    public var name: String {
        rawValue >= 1 && rawValue <= Self.names.count ? Self.names[Int(rawValue) - 1] : "platform-\(rawValue)"
    }

    public var description: String { name }
}
