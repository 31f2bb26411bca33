// swift-tools-version: 6.2
// Stand-ins for Apple's frameworks, and Merlon's Apple adapters run against them on Linux. See Documentation/Apple.md.
//
// The stand-ins also serve `Scripts/apple-compile`: there they are type-checked for iOS and macOS, here they run.
import PackageDescription

let standIns = [
    "AppKit", "AuthenticationServices", "CFNetwork", "CoreData", "CoreImage", "CryptoKit", "DeviceCheck", "LocalAuthentication", "Network",
    "Security", "SwiftUI", "UIKit", "WebKit", "os",
]
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
        .target(name: "AppKit"),
        .target(name: "AuthenticationServices", dependencies: ["UIKit"]),
        .target(name: "CFNetwork", dependencies: ["Security"]),
        .target(name: "CoreData"),
        .target(name: "CoreImage"),
        .target(name: "CryptoKit", dependencies: ["EmulatedDevice", "LocalAuthentication", "Security"]),
        .target(name: "DeviceCheck", dependencies: ["EmulatedDevice"]),
        .target(name: "LocalAuthentication", dependencies: ["EmulatedDevice"]),
        .target(name: "Network", dependencies: ["Security"]),
        .target(name: "Security", dependencies: ["EmulatedDevice"]),
        .target(name: "SwiftUI", dependencies: ["UIKit"]),
        .target(name: "UIKit", dependencies: ["EmulatedDevice"]),
        .target(name: "WebKit"),
        .target(name: "os"),
        // swift-testing's overlays for AppKit and UIKit, which a file that imports both wants.
        .target(name: "_Testing_AppKit"),
        .target(name: "_Testing_UIKit"),
        // The cryptography behind the stand-ins: OpenSSL.
        .systemLibrary(name: "CEmulatorOpenSSL", path: "Support/CEmulatorOpenSSL"),
        .target(
            name: "EmulatorSupport", dependencies: ["CEmulatorOpenSSL", "EmulatedDevice", "MerlonVault"], path: "Support/EmulatorSupport"),
        // Apart from the other stand-ins: Scripts/apple-compile has the open headers of this one.
        .target(name: "CommonCrypto", dependencies: ["EmulatedDevice"], path: "Support/CommonCrypto"),

        // Merlon's own sources, by links: with the stand-ins in reach, `canImport(Security)` holds and the Apple adapters are compiled.
        .target(name: "CMerlonMemory", path: "Mirror/CMerlonMemory"),
        .target(name: "MerlonCore", dependencies: ["CMerlonMemory"], path: "Mirror/MerlonCore", swiftSettings: asInRoot),
        .systemLibrary(name: "CSQLite", path: "Mirror/CSQLite"),
        // Without the Linux backend: whatever stands on MerlonCrypto here runs on the CryptoKit adapter.
        .target(
            name: "MerlonCrypto", dependencies: ["CommonCrypto", "CryptoKit", "LocalAuthentication", "MerlonCore", "Security"],
            path: "Mirror/MerlonCrypto",
            exclude: ["Backend/Linux", "HardwareKeys/PKCS11/Linux", "HardwareKeys/TPM/Linux", "PrivacyInfo.xcprivacy"],
            swiftSettings: asInRoot),
        .target(
            name: "MerlonPinning", dependencies: ["MerlonCore", "MerlonCrypto", "Network", "Security"], path: "Mirror/MerlonPinning",
            exclude: ["Transport/Linux"], swiftSettings: asInRoot),
        .target(
            name: "MerlonURLSession", dependencies: ["MerlonCore", "MerlonPinning", "Network", "Security"], path: "Mirror/MerlonURLSession",
            exclude: ["Linux"], swiftSettings: asInRoot),
        .target(
            name: "MerlonVault",
            dependencies: ["CSQLite", "CoreData", "LocalAuthentication", "MerlonCore", "MerlonCrypto", "Security", "UIKit"],
            path: "Mirror/MerlonVault", exclude: ["Keys/Linux", "PrivacyInfo.xcprivacy", "Protectors/Linux", "Stores/SecretService"],
            swiftSettings: asInRoot),
        .target(
            name: "MerlonPrivacy", dependencies: ["AppKit", "MerlonCore", "SwiftUI", "UIKit", "WebKit"], path: "Mirror/MerlonPrivacy",
            swiftSettings: asInRoot),
        .target(
            name: "MerlonMachO", dependencies: ["MerlonCore"], path: "Mirror/MerlonMachO", exclude: ["PrivacyInfo.xcprivacy"],
            swiftSettings: asInRoot),
        // The C probes themselves, by links, with an emulated dyld, Objective-C runtime and kernel to ask.
        .target(
            name: "CMerlonProbes", path: "Support/CMerlonProbes",
            cSettings: [.define("__APPLE__"), .define("_GNU_SOURCE"), .headerSearchPath("headers")]),
        .target(name: "EmulatedDarwin", dependencies: ["CMerlonProbes"], path: "Support/EmulatedDarwin"),
        // As for iOS. What stands for the module Darwin is that for this target alone: others are compiled as for Linux.
        .target(
            name: "MerlonRuntime",
            dependencies: [
                "CFNetwork", "CMerlonProbes", "CryptoKit", "EmulatedDarwin", "LocalAuthentication", "MerlonCore", "MerlonCrypto",
                "MerlonMachO", "Security", "UIKit",
            ],
            path: "Mirror/MerlonRuntime", exclude: ["Inspection/Linux", "PrivacyInfo.xcprivacy", "Probes/Linux", "Response/Linux"],
            swiftSettings: asInRoot + [.unsafeFlags(["-module-alias", "Darwin=EmulatedDarwin"])]),
        .target(
            name: "PinningConformance", dependencies: ["MerlonCore", "MerlonPinning", "TestSupport"], path: "Mirror/PinningConformance",
            swiftSettings: asInRoot),
        .target(
            name: "VaultConformance", dependencies: ["MerlonCore", "MerlonVault"], path: "Mirror/VaultConformance", swiftSettings: asInRoot),

        .testTarget(
            name: "ApplePrivacyTests",
            dependencies: [
                "AppKit", "EmulatedDevice", "MerlonCore", "MerlonPrivacy", "UIKit", "WebKit", "_Testing_AppKit", "_Testing_UIKit", "os",
            ]),
        // The parts that have an adapter of their own.
        .target(
            name: "MerlonAuth",
            dependencies: [
                "AppKit", "AuthenticationServices", "CoreImage", "LocalAuthentication", "MerlonCore", "MerlonCrypto", "MerlonPinning",
                "MerlonVault",
            ],
            path: "Mirror/MerlonAuth", exclude: ["AppLock/Linux/BiometryState+Linux.swift", "OAuth/Browser/Linux", "OTP/QR/Linux"],
            sources: [
                "AppLock", "AuthError.swift", "AuthError+Translation.swift", "JOSE", "OAuth", "OTP/Accounts/PercentEncoding.swift",
                "OTP/QR",
                "Session", "Turn.swift",
            ],
            swiftSettings: asInRoot),

        .testTarget(
            name: "AppleAdapterTests",
            dependencies: all + [
                "CEmulatorInstall", "EmulatorSupport", "MerlonAuth", "MerlonCore", "MerlonCrypto", "MerlonPinning", "MerlonRuntime",
                "MerlonURLSession", "MerlonVault", "PinningConformance", "TestSupport", "VaultConformance",
            ]),
        // Whole sweeps over libraries that are laid out in memory, with hooks in them.
        .testTarget(
            name: "AppleProcessTests",
            dependencies: [
                "CMerlonProbes", "EmulatedDarwin", "EmulatedDevice", "EmulatorSupport", "MerlonCore", "MerlonMachO", "MerlonRuntime",
                "TestSupport", "UIKit", "_Testing_UIKit",
            ]),
        .testTarget(
            name: "AppleAuthTests",
            dependencies: [
                "AppKit", "AuthenticationServices", "EmulatedDevice", "EmulatorSupport", "MerlonAuth", "MerlonCore", "MerlonPinning",
                "MerlonVault",
                "UIKit", "_Testing_AppKit", "_Testing_UIKit",
            ]),
        // The suite of the root package, on the CryptoKit adapter.
        .target(name: "CEmulatorInstall", path: "Support/CEmulatorInstall"),
        .target(name: "CSecretProbe", path: "Mirror/CSecretProbe"),
        .executableTarget(
            name: "SecretProbe",
            dependencies: ["CEmulatorInstall", "CSecretProbe", "EmulatorSupport", "MerlonCore", "MerlonCrypto", "TestSupport"],
            path: "Mirror/SecretProbe", swiftSettings: asInRoot),
        .target(name: "TestSupport", dependencies: ["MerlonCore"], path: "Mirror/TestSupport", swiftSettings: asInRoot),
        .testTarget(
            name: "MerlonCryptoTests",
            dependencies: ["CEmulatorInstall", "EmulatorSupport", "MerlonCore", "MerlonCrypto", "SecretProbe", "TestSupport"],
            path: "Mirror/MerlonCryptoTests", swiftSettings: asInRoot),
        .testTarget(name: "EmulatedDeviceTests", dependencies: all + ["EmulatorSupport", "_Testing_UIKit"]),
    ],
    swiftLanguageModes: [.v6]
)
