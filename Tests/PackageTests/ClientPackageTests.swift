import Foundation
import TestSupport
import Testing

/// A client by version tag gets the library that it names, what that needs, and nothing of the tool.
@Suite("Client packages")
struct ClientPackageTests {
    /// Each library with the targets that are compiled for it. Those of an earlier one need not be repeated: the client is built for one
    /// after the other.
    private static let closures: [(library: String, targets: Set<String>)] = [
        ("MerlonCore", ["CMerlonMemory", "MerlonCore"]),
        ("MerlonMachO", ["MerlonMachO"]),
        ("MerlonPrivacy", ["MerlonPrivacy"]),
        ("MerlonCrypto", ["CMerlonHardware", "MerlonCrypto"]),
        ("MerlonRuntime", ["CMerlonProbes", "MerlonRuntime"]),
        ("MerlonVault", ["CMerlonSecretService", "MerlonVault"]),
        ("MerlonPinning", ["CMerlonClientKey", "MerlonPinning"]),
        ("MerlonURLSession", ["MerlonURLSession"]),
        ("MerlonAudit", ["MerlonAudit"]),
        ("MerlonAuth", ["MerlonAuth"]),
    ]

    @Test(
        "A client compiles what its library needs and no more",
        .enabled(if: Executable("git").isInstalled && Checkout.isWorkTree, "needs git, and the sources in a work tree of it"),
        .timeLimit(.minutes(15)))
    func closuresOfLibraries() async throws {
        try await withTemporaryFolder { folder in
            let script = Executable(at: Checkout.root.appendingPathComponent("Scripts/client-package").path)
            let run = try script.run([folder.path] + Self.closures.map(\.library))
            #expect(run.status == 0, "\(run.errors)")
            var expected: Set<String> = ["Client"]
            var lines = run.output.split(separator: "\n").makeIterator()
            for (library, targets) in Self.closures {
                expected.formUnion(targets)
                let line = lines.next().map(String.init) ?? ""
                #expect(line == "\(library): \(expected.sorted().joined(separator: " "))")
            }
            #expect(lines.next() == nil)
        }
    }

    @Test("Every library product is among those that are tried")
    func completeness() throws {
        let manifest = try String(contentsOf: Checkout.root.appendingPathComponent("Package.swift"), encoding: .utf8)
        let products = manifest.split(separator: "\n").compactMap { line -> String? in
            let parts = line.split(separator: "\"")
            return parts.count > 1 && parts[0].hasSuffix(".library(name: ") ? String(parts[1]) : nil
        }
        #expect(products.sorted() == Self.closures.map(\.library).sorted())
    }
}
