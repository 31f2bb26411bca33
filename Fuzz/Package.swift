// swift-tools-version: 6.2
import PackageDescription

/// One executable a parser, each with what it needs of Merlon. Add a line here and a `Sources/<name>/main.swift` of five lines.
let fuzzers: [(name: String, libraries: [String])] = [
    ("FuzzArchive", ["MerlonAudit"]),
    ("FuzzAuthorizationAnswer", ["MerlonAuth", "MerlonCore", "MerlonPinning"]),
    ("FuzzBackup", ["MerlonAudit"]),
    ("FuzzBaseline", ["MerlonAudit"]),
    ("FuzzBindOpcodes", ["MerlonMachO"]),
    ("FuzzCBOR", ["MerlonCore"]),
    ("FuzzCertificate", ["MerlonPinning"]),
    ("FuzzChainedFixups", ["MerlonMachO"]),
    ("FuzzChannel", ["MerlonCore", "MerlonCrypto"]),
    ("FuzzCodeSignature", ["MerlonMachO"]),
    ("FuzzDER", ["MerlonCore"]),
    ("FuzzExportTrie", ["MerlonMachO"]),
    ("FuzzHTTPResponse", ["MerlonPinning"]),
    ("FuzzHybrid", ["MerlonCore", "MerlonCrypto"]),
    ("FuzzIntegrityManifest", ["MerlonCore", "MerlonCrypto", "MerlonMachO", "MerlonRuntime"]),
    ("FuzzItemRecord", ["MerlonCore", "MerlonVault"]),
    ("FuzzJSON", ["MerlonCore"]),
    ("FuzzJSONWebKey", ["MerlonAuth"]),
    ("FuzzKeySet", ["MerlonAuth"]),
    ("FuzzKeySlot", ["MerlonVault"]),
    ("FuzzLogSanitizer", ["MerlonPrivacy"]),
    ("FuzzMachO", ["MerlonMachO"]),
    ("FuzzMemoryMap", ["MerlonRuntime"]),
    ("FuzzOTPMigration", ["MerlonAuth", "MerlonCore"]),
    ("FuzzOTPURI", ["MerlonAuth", "MerlonCore"]),
    ("FuzzPasswordHash", ["MerlonCrypto"]),
    ("FuzzPbxproj", ["MerlonAudit"]),
    ("FuzzPinFile", ["MerlonCore", "MerlonPinning"]),
    ("FuzzPinUpdate", ["MerlonCore", "MerlonCrypto", "MerlonPinning"]),
    ("FuzzPinnedDomains", ["MerlonCore", "MerlonPinning"]),
    ("FuzzProfile", ["MerlonAudit"]),
    ("FuzzPropertyList", ["MerlonCore"]),
    ("FuzzReport", ["MerlonAudit"]),
    ("FuzzSealed", ["MerlonCore", "MerlonCrypto"]),
    ("FuzzSealedFile", ["MerlonCrypto"]),
    ("FuzzServerMetadata", ["MerlonAuth", "MerlonPinning"]),
    ("FuzzToken", ["MerlonAuth", "MerlonCore"]),
    ("FuzzURL", ["MerlonPinning"]),
    ("FuzzVaultArchive", ["MerlonCore", "MerlonVault"]),
]

// Built by Scripts/fuzz, which instruments everything, Merlon's libraries too.
let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v12)],
    products: fuzzers.map { .executable(name: $0.name, targets: [$0.name]) },
    dependencies: [.package(name: "merlon", path: "..")],
    targets: [
        .target(name: "CFuzzer"),
        .target(name: "FuzzRunner", dependencies: ["CFuzzer"]),
        .target(
            name: "FuzzTarget",
            dependencies: [.product(name: "MerlonAudit", package: "merlon"), .product(name: "MerlonCore", package: "merlon")]),
    ]
        + fuzzers.map { fuzzer in
            .executableTarget(
                name: fuzzer.name,
                dependencies: ["FuzzRunner"] + (fuzzer.libraries.contains("MerlonAudit") ? ["FuzzTarget"] : [])
                    + fuzzer.libraries.map { .product(name: $0, package: "merlon") })
        },
    swiftLanguageModes: [.v6]
)
