#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    /// A package with an executable and a dynamic library of its own, in a repository, with keys outside of it.
    struct ShippingClient {
        /// The checkout that the tests were built from, also through links to it.
        private static let checkout = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        static var isPossible: Bool {
            FileManager.default.fileExists(atPath: checkout.appendingPathComponent(".git").path) && Executable("openssl").isInstalled
        }
        static var needs: Comment { "needs git, openssl (Scripts/setup --tests), and the sources in a work tree of git" }

        let package: URL
        private let folder: URL

        /// - Parameter needsMerlon: Whether the program verifies itself. Otherwise nothing of this package is compiled for it.
        init(in folder: URL, needsMerlon: Bool = true) throws {
            self.folder = folder
            package = folder.appendingPathComponent("repository/client")
            let openssl = Executable("openssl")
            for (name, half) in [("release", "public"), ("stranger", "other")] {
                _ = try openssl.run(["genpkey", "-algorithm", "ed25519", "-out", "\(name).pem"], in: folder)
                _ = try openssl.run(["pkey", "-in", "\(name).pem", "-pubout", "-out", "\(half).pem"], in: folder)
            }
            let url = "file://\(folder.path)/merlon"
            if needsMerlon {
                let copy = try Executable(at: Self.checkout.appendingPathComponent("Scripts/tagged-copy").path).run(["merlon"], in: folder)
                guard copy.status == 0 else { throw CocoaError(.executableLoad) }
            }
            let plugin = needsMerlon ? ".build/checkouts/merlon" : Self.checkout.path
            try write("Package.swift", Self.manifest(needsMerlon ? url : nil, plugin: plugin + "/Plugins/EmbedManifest"))
            try write(".gitignore", ".build/\n")
            try write("Sources/main.swift", needsMerlon ? Self.program : "import Ledger\n\nprint(balance())\n")
            try write("Ledger/Package.swift", Self.ledger)
            try write("Ledger/Sources/Ledger/Ledger.swift", "public func balance() -> Int { 42 }\n")
            // The repository begins above the package.
            let git = Executable("git")
            _ = try git.run(["init", "--quiet"], in: package.deletingLastPathComponent())
            if needsMerlon {
                // The plugin's path leads into the checkout, which the first resolution makes.
                let resolved = try run(["resolve"], isRelease: false)
                guard resolved.status == 0 else {
                    throw CocoaError(.executableLoad, userInfo: [NSLocalizedDescriptionKey: resolved.errors])
                }
            }
            _ = try git.run(["add", "--all"], in: package)
            _ = try git.run(
                ["-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false", "commit", "-qm", "all"],
                in: package)
        }

        /// Runs the plugin, with the key that lies outside unless another is given.
        func embed(_ arguments: [String], key: String? = nil) throws -> Executable.Run {
            let key = key ?? folder.appendingPathComponent("release.pem").path
            return try run(["--allow-writing-to-package-directory", "embed-manifest", "--key", key] + arguments, isRelease: true)
        }

        private func run(_ arguments: [String], isRelease: Bool) throws -> Executable.Run {
            // Nothing of this run is left in the caches of whoever runs it, and a scratch path that was set for this package is not the client's.
            let caches = [
                "--cache-path", folder.appendingPathComponent("cache").path, "--security-path", folder.appendingPathComponent("s").path,
            ]
            return try Executable("swift").run(
                ["package"] + caches + arguments,
                environment: [
                    "SWIFTPM_BUILD_DIR": nil, "MERLON": BuiltProducts.executable("merlon").path, "MERLON_RELEASE": isRelease ? "1" : nil,
                    "TMPDIR": folder.path,
                ], in: package)
        }

        private func write(_ path: String, _ text: String) throws {
            let file = package.appendingPathComponent(path)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }

        private static func manifest(_ url: String?, plugin: String) -> String {
            """
            // swift-tools-version: 6.2
            import PackageDescription

            let package = Package(
                name: "Client", platforms: [.macOS(.v12)],
                dependencies: [\(url.map { ".package(url: \"\($0)\", exact: \"1.0.0\"), " } ?? "").package(path: "Ledger")],
                targets: [
                    .executableTarget(
                        name: "Client",
                        dependencies: [
                            .product(name: "Ledger", package: "Ledger"),
                            \(url == nil ? "" : """
                                .product(name: "MerlonCrypto", package: "merlon"), .product(name: "MerlonRuntime", package: "merlon"),
                                """)
                        ], path: "Sources")
                ])
            if Context.environment["MERLON_RELEASE"] != nil {
                package.dependencies.append(.package(path: "\(plugin)"))
            }

            """
        }

        private static let ledger = """
            // swift-tools-version: 6.2
            import PackageDescription

            let package = Package(
                name: "Ledger", products: [.library(name: "Ledger", type: .dynamic, targets: ["Ledger"])], targets: [.target(name: "Ledger")])

            """

        /// Prints whether the manifest's detector decided, and what it found; or why the manifest is none. With a number of sweeps as third argument:
        /// what threats so many of them saw.
        private static let program = """
            import Foundation
            import Ledger
            import MerlonCrypto
            import MerlonRuntime

            func manifest() throws -> Result<IntegrityManifest, RuntimeError> {
                let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
                let bytes = try [UInt8](Data(contentsOf: folder.appendingPathComponent("merlon.integrity")))
                let key = try VerifyingKey(pem: String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8), algorithm: .ed25519)
                let least = Int64(CommandLine.arguments[2]) ?? 1
                return Result { () throws(RuntimeError) in try IntegrityManifest(verifying: bytes, keys: [key], atLeast: least) }
            }
            if CommandLine.arguments.count > 3, let count = Int(CommandLine.arguments[3]) {
                let shield = Shield(policy: .bank)
                var threats: Set<String> = []
                for _ in 0..<count {
                    for indicator in await shield.sweep().indicators where indicator.category.isThreat { threats.insert(indicator.id) }
                }
                print(count, threats.sorted())
                exit(0)
            }
            switch try manifest() {
            case .success(let manifest):
                let verdict = await Shield(policy: .bank, manifest: manifest).sweep()
                let found = verdict.indicators.map(\\.id).filter { $0.hasSuffix("-file") || $0.hasSuffix("-binary") }
                print(balance(), verdict.undecided["linux-manifest"] ?? "decided", found.joined(separator: " "))
            case .failure(let error): print(balance(), error.code)
            }

            """
    }
#endif
