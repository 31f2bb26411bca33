// swift-tools-version: 6.2
// Stand-ins for Apple's frameworks, and Merlon's Apple adapters run against them on Linux. See Documentation/Apple.md.
//
// The stand-ins also serve `Scripts/apple-compile`: there they are type-checked for iOS and macOS, here they run.
import PackageDescription

let standIns = ["CryptoKit", "DeviceCheck", "LocalAuthentication", "Network", "Security", "UIKit", "os"]
let all: [Target.Dependency] = (standIns + ["EmulatedDevice"]).map { .target(name: $0) }

/// What Merlon's own sources need to be read as they are in the root package.
let asInRoot: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
    name: "AppleSDK",
    targets: [
        .target(name: "EmulatedDevice"),
        .target(name: "CryptoKit", dependencies: ["EmulatedDevice", "LocalAuthentication", "Security"]),
        .target(name: "DeviceCheck", dependencies: ["EmulatedDevice"]),
        .target(name: "LocalAuthentication", dependencies: ["EmulatedDevice"]),
        .target(name: "Network", dependencies: ["Security"]),
        .target(name: "Security", dependencies: ["EmulatedDevice"]),
        .target(name: "UIKit", dependencies: ["EmulatedDevice"]),
        .target(name: "os"),
        // swift-testing's overlay for UIKit, which a file that imports both wants.
        .target(name: "_Testing_UIKit"),
        // The cryptography behind the stand-ins: OpenSSL.
        .systemLibrary(name: "CEmulatorOpenSSL", path: "Support/CEmulatorOpenSSL"),
        .target(
            name: "EmulatorSupport", dependencies: ["CEmulatorOpenSSL", "EmulatedDevice", "MerlonVault"], path: "Support/EmulatorSupport"),

        // Merlon's own sources, by links: with the stand-ins in reach, `canImport(Security)` holds and the Apple adapters are compiled.
        .target(name: "CMerlonMemory", path: "Mirror/CMerlonMemory"),
        .target(name: "MerlonCore", dependencies: ["CMerlonMemory"], path: "Mirror/MerlonCore", swiftSettings: asInRoot),
        .systemLibrary(name: "COpenSSL", path: "Mirror/COpenSSL"),
        .systemLibrary(name: "CSodium", path: "Mirror/CSodium"),
        .systemLibrary(name: "CSQLite", path: "Mirror/CSQLite"),
        // The vault's cryptography is not what is under test here: OpenSSL does it.
        .target(
            name: "MerlonCrypto", dependencies: ["COpenSSL", "CSodium", "MerlonCore"], path: "Mirror/MerlonCrypto",
            exclude: ["Backend/Apple"], swiftSettings: asInRoot),
        .target(
            name: "MerlonVault", dependencies: ["CSQLite", "LocalAuthentication", "MerlonCore", "MerlonCrypto", "Security", "UIKit"],
            path: "Mirror/MerlonVault", swiftSettings: asInRoot),
        .target(
            name: "VaultConformance", dependencies: ["MerlonCore", "MerlonVault"], path: "Mirror/VaultConformance", swiftSettings: asInRoot),

        .testTarget(
            name: "AppleAdapterTests", dependencies: all + ["EmulatorSupport", "MerlonCore", "MerlonVault", "VaultConformance"]),
        .testTarget(name: "EmulatedDeviceTests", dependencies: all + ["EmulatorSupport", "_Testing_UIKit"]),
    ],
    swiftLanguageModes: [.v6]
)
