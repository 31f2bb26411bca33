#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    /// The command plugin in a client that depends on this package by URL and version, from the build for release to the changed byte.
    @Suite("swift package embed-manifest", .enabled(if: Executable("git").isInstalled && ShippingClient.isPossible, ShippingClient.needs))
    struct EmbedManifestTests {
        @Test(
            "The program finds its manifest beside it, and every changed byte; it sees no threat in ten thousand sweeps",
            .timeLimit(.minutes(25)))
        func shipping() async throws {
            try await withTemporaryFolder { folder in
                let client = try ShippingClient(in: folder)
                let shipped = folder.appendingPathComponent("shipped")
                let made = try client.embed(["--sequence", "3", "--output", shipped.path, "--swift-runtime"])
                #expect(made.status == 0 && made.output.contains("merlon.integrity: Client, libLedger.so, "), "\(made)")
                let names = try FileManager.default.contentsOfDirectory(atPath: shipped.path)
                #expect(Set(names).isSuperset(of: ["Client", "libLedger.so", "libswiftCore.so", "merlon.integrity"]), "\(names)")
                #expect(!names.contains { $0.hasSuffix(".part") })

                func state(key: String = "public.pem", atLeast: Int = 3) throws -> String {
                    let run = try Executable(at: shipped.appendingPathComponent("Client").path).run(
                        [folder.appendingPathComponent(key).path, "\(atLeast)"], environment: ["LD_LIBRARY_PATH": shipped.path])
                    return run.status == 0 ? run.output : "status \(run.status): \(run.errors)"
                }
                #expect(try state() == "42 decided \n")
                for name in ["libLedger.so", "Client", "libswiftCore.so"] {
                    let file = shipped.appendingPathComponent(name)
                    let whole = try Data(contentsOf: file)
                    // The last byte belongs to the table of sections, which running programs do not need.
                    try (whole.dropLast() + [whole[whole.count - 1] ^ 1]).write(to: file)
                    #expect(try state() == "42 decided linux-changed-file\n", "\(name)")
                    try whole.write(to: file)
                }
                #expect(try state() == "42 decided \n")
                #expect(try state(atLeast: 4) == "42 outdated\n")
                #expect(try state(key: "other.pem") == "42 authentication-failed\n")

                // No false alarm of a program as it is delivered, however often and however busy the machine.
                let sweeps = try ToolPort.leftClosed {
                    try withBusyLoops(2) {
                        try Executable(at: shipped.appendingPathComponent("Client").path).run(
                            [folder.appendingPathComponent("public.pem").path, "3", "10000"],
                            environment: ["LD_LIBRARY_PATH": shipped.path],
                            atMost: 900)
                    }
                }
                #expect(sweeps.output == "10000 []\n", "\(sweeps)")

                // The same beside what was built.
                let beside = try client.embed(["--sequence", "4"])
                #expect(beside.status == 0, "\(beside)")
                let manifest = client.package.appendingPathComponent(".build/release/merlon.integrity")
                #expect(FileManager.default.fileExists(atPath: manifest.path))
                #expect(try Executable("git").run(["status", "--porcelain"], in: client.package).output == "")
            }
        }

        @Test(
            "A key in the package or its repository is refused, whatever it is called; so is what cannot be meant", .timeLimit(.minutes(5)))
        func refusals() async throws {
            try await withTemporaryFolder { folder in
                let client = try ShippingClient(in: folder, needsMerlon: false)
                let files = FileManager.default
                let (package, key) = (client.package, folder.appendingPathComponent("release.pem"))
                let repository = package.deletingLastPathComponent()
                for place in [package.appendingPathComponent("a.pem"), repository.appendingPathComponent("b.pem")] {
                    try files.copyItem(at: key, to: place)
                }
                func link(_ name: String, to target: URL) throws -> String {
                    let place = folder.appendingPathComponent(name)
                    try files.createSymbolicLink(at: place, withDestinationURL: target)
                    return place.path
                }
                try files.createSymbolicLink(at: package.appendingPathComponent("c.pem"), withDestinationURL: key)
                let inside = "keep signing keys out of the package and its repository"
                let cases: [(key: String, rest: [String], words: String)] = [
                    ("a.pem", [], inside), (package.appendingPathComponent("a.pem").path, [], inside),
                    (repository.appendingPathComponent("b.pem").path, [], inside), ("c.pem", [], inside),
                    (try link("d.pem", to: package.appendingPathComponent("a.pem")), [], inside),
                    (try link("e", to: package) + "/a.pem", [], inside),
                    (folder.appendingPathComponent("none.pem").path, [], "cannot be read"),
                    (key.path, ["--sequence", "0"], "--sequence is no number"), (key.path, ["--sequence", "x"], "--sequence is no number"),
                    (key.path, ["--product", "Nothing"], "there is no executable product 'Nothing'; there are: Client"),
                    (key.path, ["--library", "Nothing"], "Nothing cannot be built"), (key.path, ["x"], "'x' is not known"),
                    (key.path, ["--swift-runtime"], "--swift-runtime needs --output"),
                    (key.path, ["--static-swift-stdlib"], "--static-swift-stdlib and dynamic libraries (Ledger)"),
                ]
                for (key, rest, words) in cases {
                    let sequence = rest.contains("--sequence") ? [] : ["--sequence", "3"]
                    let run = try client.embed(sequence + rest, key: key)
                    #expect(run.status != 0 && run.errors.contains(words), "\(key) \(rest): \(run)")
                }
                #expect(try client.embed([]).errors.contains("--sequence is missing"))
                // No manifest anywhere.
                let found = try files.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix("merlon.integrity") }
                #expect(found == [])
                // A key of another kind: the tool says so, and nothing is left of an earlier run.
                let rsa = folder.appendingPathComponent("rsa.pem").path
                try #require(try Executable("openssl").run(["genpkey", "-algorithm", "rsa", "-out", rsa]).status == 0)
                let run = try client.embed(["--sequence", "3", "--output", "out"], key: rsa)
                #expect(run.status != 0 && run.errors.contains("merlon hash ended with status 2"), "\(run)")
                #expect(!files.fileExists(atPath: package.appendingPathComponent("out").path))
            }
        }
    }
#endif
