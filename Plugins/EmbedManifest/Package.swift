// swift-tools-version: 6.2
import PackageDescription

// A package of its own: as a product of the root package it would be compiled, and the tool's targets planned, by everybody who builds a client
// (measured in Documentation/Runtime.md). A release job adds it by its path.
let package = Package(
    name: "EmbedManifest",
    platforms: [.macOS(.v12)],
    products: [.plugin(name: "EmbedManifest", targets: ["EmbedManifest"])],
    targets: [
        .plugin(
            name: "EmbedManifest",
            capability: .command(
                intent: .custom(verb: "embed-manifest", description: "Build a program for release, and lay its signed manifest beside it"),
                permissions: [.writeToPackageDirectory(reason: "The signed manifest is laid beside the program.")]))
    ]
)
