// swift-tools-version: 6.2
import PackageDescription

/// One executable a parser, each with what it needs of Merlon. Add a line here and a `Sources/<name>/main.swift` of five lines.
let fuzzers: [(name: String, libraries: [String])] = [
    ("FuzzBaseline", ["MerlonAudit"]),
    ("FuzzCBOR", ["MerlonCore"]),
    ("FuzzDER", ["MerlonCore"]),
    ("FuzzJSON", ["MerlonCore"]),
    ("FuzzMachO", ["MerlonMachO"]),
    ("FuzzPropertyList", ["MerlonCore"]),
    ("FuzzReport", ["MerlonAudit"]),
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
    ]
        + fuzzers.map { fuzzer in
            .executableTarget(
                name: fuzzer.name,
                dependencies: ["FuzzRunner"] + fuzzer.libraries.map { .product(name: $0, package: "merlon") })
        },
    swiftLanguageModes: [.v6]
)
