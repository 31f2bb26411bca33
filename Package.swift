// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target is built with: warnings are errors, unsafe constructs are marked, imports are internal unless said otherwise.
let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error), .treatWarning("ExplicitSendable", as: .error), .strictMemorySafety(),
    .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
]

/// What every C target is built with.
let strictC: [CSetting] = [.treatAllWarnings(as: .error), .enableWarning("all"), .enableWarning("extra")]

/// Homebrew's folders are found by pkg-config. Debian's are on the default paths, where a missing package would warn in every client.
func pkgConfig(_ name: String) -> String? {
    #if os(macOS)
        name
    #else
        nil
    #endif
}

/// Privacy manifests belong into Apple's bundles. Elsewhere a resource would bring Foundation into every client, by the accessor that SwiftPM
/// writes for it.
#if os(macOS)
    let privacyManifest: [Resource] = [.copy("PrivacyInfo.xcprivacy")]
    let foreignResources: [String] = []
#else
    let privacyManifest: [Resource] = []
    let foreignResources = ["PrivacyInfo.xcprivacy"]
#endif

let package = Package(
    name: "merlon",
    platforms: [.iOS(.v15), .macOS(.v12)],
    products: [
        .library(name: "MerlonAudit", targets: ["MerlonAudit"]),
        .library(name: "MerlonAuth", targets: ["MerlonAuth"]),
        .library(name: "MerlonCore", targets: ["MerlonCore"]),
        .library(name: "MerlonCrypto", targets: ["MerlonCrypto"]),
        .library(name: "MerlonMachO", targets: ["MerlonMachO"]),
        .library(name: "MerlonPinning", targets: ["MerlonPinning"]),
        .library(name: "MerlonPrivacy", targets: ["MerlonPrivacy"]),
        .library(name: "MerlonRuntime", targets: ["MerlonRuntime"]),
        .library(name: "MerlonURLSession", targets: ["MerlonURLSession"]),
        .library(name: "MerlonVault", targets: ["MerlonVault"]),
        .executable(name: "merlon", targets: ["merlon"]),
    ],
    targets: [
        // Libraries
        .target(
            name: "CMerlonHardware", cSettings: strictC,
            linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .target(
            name: "CMerlonClientKey", dependencies: [.target(name: "COpenSSL", condition: .when(platforms: [.linux]))], cSettings: strictC),
        .target(name: "CMerlonProbes", cSettings: strictC),
        .target(name: "CMerlonMemory", cSettings: strictC),
        .target(name: "CMerlonSecretService", cSettings: strictC),
        .target(name: "MerlonCore", dependencies: ["CMerlonMemory"], swiftSettings: strict),
        .target(
            name: "MerlonAudit",
            dependencies: ["CArchive", "CSQLite", "MerlonCore", "MerlonMachO", "MerlonPinning", "MerlonPrivacy", "MerlonVault"],
            exclude: foreignResources, resources: privacyManifest, swiftSettings: strict),
        .target(
            name: "MerlonAuth", dependencies: ["CSQLite", "MerlonCore", "MerlonCrypto", "MerlonPinning", "MerlonVault"],
            swiftSettings: strict),
        .target(
            name: "MerlonCrypto",
            dependencies: [
                .target(name: "CMerlonHardware", condition: .when(platforms: [.linux])), "MerlonCore",
                .target(name: "COpenSSL", condition: .when(platforms: [.linux])),
                .target(name: "CSodium", condition: .when(platforms: [.linux])),
            ], exclude: foreignResources, resources: privacyManifest, swiftSettings: strict),
        .target(name: "MerlonMachO", exclude: foreignResources, resources: privacyManifest, swiftSettings: strict),
        .target(
            name: "MerlonPinning",
            dependencies: [
                .target(name: "CMerlonClientKey", condition: .when(platforms: [.linux])),
                .target(name: "COpenSSL", condition: .when(platforms: [.linux])), "MerlonCore", "MerlonCrypto",
            ],
            swiftSettings: strict),
        .target(name: "MerlonPrivacy", dependencies: ["MerlonCore"], swiftSettings: strict),
        .target(
            name: "MerlonRuntime", dependencies: ["CMerlonProbes", "MerlonCore", "MerlonCrypto", "MerlonMachO"], exclude: foreignResources,
            resources: privacyManifest, swiftSettings: strict),
        .target(
            name: "MerlonURLSession",
            dependencies: ["MerlonCore", "MerlonPinning", .target(name: "CCurl", condition: .when(platforms: [.linux]))],
            swiftSettings: strict),
        .target(
            name: "MerlonVault",
            dependencies: [
                .target(name: "CMerlonSecretService", condition: .when(platforms: [.linux])), "CSQLite", "MerlonCore", "MerlonCrypto",
            ], exclude: foreignResources, resources: privacyManifest, swiftSettings: strict),

        // The tool
        .executableTarget(
            name: "merlon",
            dependencies: [
                "CMerlonMemory", "MerlonAudit", "MerlonAuth", "MerlonCommandLine", "MerlonCore", "MerlonCrypto", "MerlonMachO",
                "MerlonPinning", "MerlonPrivacy", "MerlonRuntime", "MerlonVault",
            ],
            swiftSettings: strict),
        .target(name: "MerlonCommandLine", dependencies: ["MerlonCore"], swiftSettings: strict),

        // System libraries
        .systemLibrary(
            name: "CArchive", pkgConfig: pkgConfig("libarchive"), providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]),
        .systemLibrary(name: "CCurl", pkgConfig: pkgConfig("libcurl"), providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: pkgConfig("openssl"), providers: [.apt(["libssl-dev"])]),
        // Part of Apple's SDKs too, where pkg-config has nothing to find.
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CSodium", pkgConfig: pkgConfig("libsodium"), providers: [.apt(["libsodium-dev"])]),

        // Benchmarks
        .target(name: "CAllocationCounter", path: "Benchmarks/CAllocationCounter", cSettings: strictC),
        .executableTarget(
            name: "CryptoBenchmark", dependencies: ["CAllocationCounter", "MerlonCore", "MerlonCrypto"], path: "Benchmarks/CryptoBenchmark",
            swiftSettings: strict),
        .executableTarget(
            name: "OTPBenchmark", dependencies: ["CAllocationCounter", "MerlonAuth", "MerlonCore"], path: "Benchmarks/OTPBenchmark",
            swiftSettings: strict),
        .executableTarget(
            name: "PinningBenchmark",
            dependencies: [
                "CAllocationCounter", .target(name: "COpenSSL", condition: .when(platforms: [.linux])), "MerlonCore", "MerlonPinning",
            ],
            path: "Benchmarks/PinningBenchmark", swiftSettings: strict),
        .executableTarget(
            name: "PrivacyBenchmark", dependencies: ["MerlonPrivacy"], path: "Benchmarks/PrivacyBenchmark", swiftSettings: strict),
        .executableTarget(
            name: "TokenBenchmark",
            dependencies: [
                "CAllocationCounter", "MerlonAuth", "MerlonCore", "MerlonCrypto",
                .target(name: "COpenSSL", condition: .when(platforms: [.linux])),
            ],
            path: "Benchmarks/TokenBenchmark", swiftSettings: strict),
        .executableTarget(
            name: "VaultBenchmark", dependencies: ["CSQLite", "MerlonCore", "MerlonVault"], path: "Benchmarks/VaultBenchmark",
            swiftSettings: strict),

        // Examples
        .target(
            name: "PiggyBankModel",
            dependencies: ["MerlonAuth", "MerlonCore", "MerlonCrypto", "MerlonPinning", "MerlonPrivacy", "MerlonRuntime", "MerlonVault"],
            path: "Examples/PiggyBank/Model", swiftSettings: strict),
        .testTarget(
            name: "PiggyBankTests",
            dependencies: [
                "MerlonAuth", "MerlonCore", "MerlonPinning", "MerlonPrivacy", "MerlonRuntime", "MerlonVault", "PiggyBankModel",
                "TestSupport",
            ],
            path: "Examples/PiggyBank/Tests", swiftSettings: strict),

        // Tests
        .target(name: "CSecretProbe", path: "Tests/CSecretProbe", cSettings: strictC),
        .target(name: "CVaultProbe", path: "Tests/CVaultProbe", cSettings: strictC),
        .executableTarget(
            name: "RuntimeProbe", dependencies: ["MerlonCore", "MerlonCrypto", "MerlonRuntime"], path: "Tests/RuntimeProbe",
            swiftSettings: strict),
        .executableTarget(
            name: "SecretProbe", dependencies: ["CSecretProbe", "MerlonCore", "MerlonCrypto", "TestSupport"], path: "Tests/SecretProbe",
            swiftSettings: strict),
        .testTarget(
            name: "JOSETests", dependencies: ["MerlonAuth", "MerlonCore", "MerlonCrypto", "MerlonPinning", "TestSupport"],
            path: "Tests/MerlonAuthTests/JOSE", swiftSettings: strict),
        .testTarget(
            name: "MerlonAuditTests",
            dependencies: ["CSQLite", "MerlonAudit", "MerlonCore", "MerlonMachO", "MerlonVault", "TestSupport"],
            swiftSettings: strict),
        .executableTarget(
            name: "AppLockProbe", dependencies: ["MerlonAuth", "MerlonCore", "MerlonCrypto", "MerlonVault"], path: "Tests/AppLockProbe",
            swiftSettings: strict),
        .testTarget(
            name: "AppLockTests", dependencies: ["AppLockProbe", "MerlonAuth", "MerlonCore", "MerlonCrypto", "MerlonVault", "TestSupport"],
            path: "Tests/MerlonAuthTests/AppLock", swiftSettings: strict),
        .executableTarget(name: "OTPProbe", dependencies: ["MerlonAuth", "MerlonCore"], path: "Tests/OTPProbe", swiftSettings: strict),
        .testTarget(
            name: "OTPTests", dependencies: ["MerlonAuth", "MerlonCore", "MerlonCrypto", "MerlonVault", "OTPProbe", "TestSupport"],
            path: "Tests/MerlonAuthTests/OTP", swiftSettings: strict),
        .testTarget(
            name: "MerlonCommandLineTests", dependencies: ["MerlonCommandLine", "MerlonCore", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "MerlonCoreTests", dependencies: ["MerlonCore", "SecretProbe", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "MerlonCryptoTests",
            dependencies: [
                .target(name: "CMerlonHardware", condition: .when(platforms: [.linux])), "MerlonCore", "MerlonCrypto", "SecretProbe",
                "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "HookTests", dependencies: ["MerlonCore", "MerlonCrypto", "MerlonMachO", "MerlonRuntime", "TestSupport"],
            swiftSettings: strict),
        .testTarget(name: "MerlonMachOTests", dependencies: ["MerlonMachO", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "MerlonPrivacyTests", dependencies: ["MerlonCore", "MerlonPrivacy", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "MerlonRuntimeTests",
            dependencies: ["MerlonCore", "MerlonCrypto", "MerlonMachO", "MerlonRuntime", "RuntimeProbe", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "MerlonPinningTests",
            dependencies: ["MerlonCore", "MerlonCrypto", "MerlonPinning", "MerlonURLSession", "PinningConformance", "TestSupport"],
            exclude: ["Transport/login-server.py"], swiftSettings: strict),
        .testTarget(
            name: "MerlonVaultTests",
            dependencies: [
                "CSQLite", "MerlonCore", "MerlonCrypto", "MerlonVault", "SecretServiceProbe", "TestSupport", "VaultConformance",
                "VaultProbe",
                "VaultWorker",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "SecretServiceProbe", dependencies: ["MerlonCore", "MerlonVault", "VaultConformance"], path: "Tests/SecretServiceProbe",
            swiftSettings: strict),
        .executableTarget(
            name: "SessionProbe", dependencies: ["MerlonAuth", "MerlonCore", "MerlonVault"], path: "Tests/SessionProbe",
            swiftSettings: strict),
        .testTarget(
            name: "SessionTests",
            dependencies: ["MerlonAuth", "MerlonCore", "MerlonPinning", "MerlonVault", "SessionProbe", "TestSupport"],
            path: "Tests/MerlonAuthTests/Session", exclude: ["server.py"], swiftSettings: strict),
        .testTarget(
            name: "OAuthTests", dependencies: ["MerlonAuth", "MerlonCore", "MerlonCrypto", "MerlonPinning", "MerlonVault", "TestSupport"],
            path: "Tests/MerlonAuthTests/OAuth", swiftSettings: strict),
        .testTarget(name: "PackageTests", dependencies: ["TestSupport"], swiftSettings: strict),
        .target(
            name: "PinningConformance", dependencies: ["MerlonCore", "MerlonPinning", "TestSupport"], path: "Tests/PinningConformance",
            swiftSettings: strict),
        .target(name: "TestSupport", dependencies: ["MerlonCore"], path: "Tests/TestSupport", swiftSettings: strict),
        .executableTarget(
            name: "VaultProbe", dependencies: ["CVaultProbe", "MerlonCore", "MerlonVault", "TestSupport"], path: "Tests/VaultProbe",
            swiftSettings: strict),
        .target(
            name: "VaultConformance", dependencies: ["MerlonCore", "MerlonVault"], path: "Tests/VaultConformance", swiftSettings: strict),
        .executableTarget(
            name: "VaultWorker", dependencies: ["MerlonCore", "MerlonCrypto", "MerlonVault"], path: "Tests/VaultWorker",
            swiftSettings: strict),
        .testTarget(name: "ToolTests", dependencies: ["MerlonRuntime", "TestSupport", "merlon"], swiftSettings: strict),
        .testTarget(
            name: "RealBinaryTests", dependencies: ["MerlonAudit", "MerlonCore", "MerlonMachO", "TestSupport"],
            exclude: ["ios.txt", "macos.txt"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
