// swift-tools-version: 6.2
// The model as a package of its own, for an Xcode project. Merlon's own tests build the same folder as a target.
import PackageDescription

let package = Package(
    name: "PiggyBank",
    platforms: [.iOS(.v15), .macOS(.v12)],
    products: [.library(name: "PiggyBankModel", targets: ["PiggyBankModel"])],
    dependencies: [.package(name: "merlon", path: "../..")],
    targets: [
        .target(
            name: "PiggyBankModel",
            dependencies: ["MerlonAuth", "MerlonCore", "MerlonCrypto", "MerlonPinning", "MerlonPrivacy", "MerlonRuntime", "MerlonVault"]
                .map { .product(name: $0, package: "merlon") },
            path: "Model",
            swiftSettings: [
                .strictMemorySafety(), .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("ExistentialAny"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
