import Foundation
import TestSupport
import Testing

@Suite("merlon hash as a process") struct HashCommandTests {
    private let tool = Executable(product: "merlon")
    private let sample = PackageFolder.url.appendingPathComponent("Examples/SampleApps/Hardened.ipa").path

    @Test("An app's digests, by its bundle") func apps() throws {
        let run = try tool.run(["hash", sample, "--format", "json", "--sequence", "5"])
        #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
        let manifest = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(manifest["sequence"] as? Int == 5)
        #expect((manifest["application"] as? [String: Any])?["bundle"] as? String == "org.example.merlon.hardened")
        let binaries = try #require(manifest["binaries"] as? [[String: Any]])
        #expect(binaries.compactMap { $0["path"] as? String } == ["Hardened"])
        let slice = try #require((binaries[0]["slices"] as? [[String: Any]])?.first)
        let sections = try #require(slice["sections"] as? [[String: Any]])
        #expect(sections.first?["name"] as? String == "__TEXT,__text" && (sections.first?["digest"] as? String)?.count == 64)
        let text = try tool.run(["hash", sample])
        #expect(text.output.contains("\(sections[0]["digest"] as? String ?? "?")  __TEXT,__text"))
    }

    /// The app as the App Store delivers it: `arm64` encrypted, beside a slice that is not.
    @Test("Of what the App Store encrypted there are no digests, and a warning; team, libraries and profile are told")
    func storeApps() async throws {
        try await withTemporaryFolder { folder in
            let app = try StoreApp(of: sample, in: folder)
            let run = try tool.run(["hash", app.archive.path, "--format", "json"])
            let expected = "warning: Hardened is encrypted for arm64, as the App Store delivers it: its code has no digests\n"
            #expect(run.status == 0 && run.errors == expected, "\(run)")
            let manifest = try JSONDecoder().decode(HashedManifest.self, from: Data(run.output.utf8))
            #expect(manifest.application?.profile == (try app.sum(of: app.profile)))
            let slices = try #require(manifest.binaries.first).slices
            #expect(slices.map(\.architecture) == ["arm64", "x86_64"] && slices.map(\.encrypted) == [true, false])
            #expect(slices[0].sections.isEmpty)
            for slice in slices {
                #expect(slice.team == "MERLONDEMO" && slice.libraries.contains("/usr/lib/libSystem.B.dylib"), "\(slice.libraries)")
                #expect(slice.libraries.count == app.libraryCount && slice.identifier.count == 32)
            }
            // Each section by a reader of its own, and a program that is not Merlon's.
            #expect(slices[1].sections.map(\.name) == app.sections.map(\.name))
            for (section, found) in zip(app.sections, slices[1].sections) {
                #expect(try app.sum(of: section.bytes) == found.digest, "\(found.name)")
                #expect(try app.sums(ofPagesOf: section.bytes) == found.pageDigests, "\(found.name)")
            }
            let text = try tool.run(["hash", app.archive.path])
            #expect(text.output.contains("team MERLONDEMO\n    encrypted: no digests\n"), "\(text)")
        }
    }

    @Test("Pages of a large program, each 16 KiB of it") func pages() async throws {
        try await withTemporaryFolder { folder in
            let program = try Data(contentsOf: URL(fileURLWithPath: "/bin/ls"))
            let run = try tool.run(["hash", "/bin/ls", "--format", "json"])
            let manifest = try JSONDecoder().decode(HashedManifest.self, from: Data(run.output.utf8))
            let section = try #require(manifest.binaries.first?.slices.first?.sections.first)
            // The segment of code: found by its digest, at a page's beginning.
            let size = section.size
            let starts = stride(from: 0, through: program.count - size, by: 4096)
            let start = try #require(try starts.first { try StoreApp.sum(of: program[$0..<($0 + size)], in: folder) == section.digest })
            #expect(size > 3 * 16384)
            #expect(try StoreApp.sums(ofPagesOf: program[start..<(start + size)], in: folder) == section.pageDigests)
        }
    }

    @Test("A program of Linux: the digest of the file is sha256sum's") func programs() throws {
        let sum = Executable("sha256sum")
        try #require(sum.isInstalled)
        let expected = try sum.run(["/bin/ls"]).output.prefix { $0 != " " }
        let run = try tool.run(["hash", "/bin/ls"])
        #expect(run.status == 0 && run.output.contains("ls  \(expected)\n") && run.output.contains("links libc.so.6"), "\(run)")
    }

    @Test("A manifest is signed, and written whole") func signing() async throws {
        try await withTemporaryFolder { folder in
            let key = folder.appendingPathComponent("key.pem").path
            try #require(try Executable("openssl").run(["genpkey", "-algorithm", "ed25519", "-out", key]).status == 0)
            let output = folder.appendingPathComponent("merlon.integrity").path
            let run = try tool.run(["hash", sample, "--key", key, "--sequence", "12", "--output", output])
            #expect(run.status == 0 && run.output.isEmpty, "\(run)")
            let file = try #require(
                try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: output))) as? [String: Any])
            #expect((file["signatures"] as? [String])?.first?.count == 86)
            let rsa = folder.appendingPathComponent("rsa.pem").path
            try #require(try Executable("openssl").run(["genpkey", "-algorithm", "rsa", "-out", rsa]).status == 0)
            #expect(try tool.run(["hash", sample, "--key", rsa]).status == 2)
        }
    }

    @Test("The script for Xcode lays the manifest where resources lie, and refuses a key of the repository or the app") func script()
        async throws
    {
        try await withTemporaryFolder { folder in
            let app = try StoreApp(of: sample, in: folder).folder.appendingPathComponent("Payload/Hardened.app")
            let keys = ["release.key", "repository/release.key", "repository/App.app/release.key"]
            let mac = folder.appendingPathComponent("repository/App.app")
            try FileManager.default.createDirectory(at: mac.appendingPathComponent("Contents/MacOS"), withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                at: app.appendingPathComponent("Hardened"), to: mac.appendingPathComponent("Contents/MacOS/App"))
            for key in keys {
                try #require(try Executable("openssl").run(["genpkey", "-algorithm", "ed25519", "-out", key], in: folder).status == 0)
            }
            try FileManager.default.createSymbolicLink(
                at: folder.appendingPathComponent("link.key"), withDestinationURL: folder.appendingPathComponent(keys[1]))
            try #require(try Executable("git").run(["init", "--quiet", "repository"], in: folder).status == 0)
            let script = Executable(at: PackageFolder.url.appendingPathComponent("Scripts/embed-manifest").path)
            func embed(_ key: String, _ target: URL, _ variables: [String: String?] = [:]) throws -> Executable.Run {
                let environment = ["MERLON": tool.path, "SRCROOT": nil].merging(variables) { $1 }
                return try script.run([target.path, key, "7"], environment: environment, in: folder)
            }
            let manifest = mac.appendingPathComponent("Contents/Resources/merlon.integrity")
            for key in keys.dropFirst() + ["link.key"] {
                let run = try embed(key, mac)
                #expect(run.status == 2 && run.errors.contains("keep signing keys out of the repository"), "\(key): \(run)")
            }
            // The tool itself: a key in what it digests would be shipped.
            for key in [keys[2], mac.path + "/../App.app/release.key"] {
                let run = try tool.run(["hash", mac.path, "--key", key], in: folder)
                #expect(run.status == 2 && run.output.isEmpty && run.errors.contains("which is shipped"), "\(key): \(run)")
            }
            let elsewhere = try embed(keys[0], mac, ["SRCROOT": folder.path])
            #expect(elsewhere.status == 2 && !FileManager.default.fileExists(atPath: manifest.path), "\(elsewhere)")
            let made = try embed(keys[0], mac)
            #expect(made.status == 0 && FileManager.default.fileExists(atPath: manifest.path), "\(made)")
            // An app for iPhone has its resources beside the program.
            #expect(try embed(keys[0], app).status == 0)
            #expect(FileManager.default.fileExists(atPath: app.appendingPathComponent("merlon.integrity").path))
        }
    }

    @Test("What has no code, or is damaged, is an error", arguments: ["/etc/passwd", "/nonexistent", "/proc/self/fd"])
    func errors(path: String) throws {
        let run = try tool.run(["hash", path])
        #expect(run.status == 2 && run.output.isEmpty && run.errors.hasPrefix("error: "), "\(run)")
    }

    @Test("A program that is cut is not digested in part") func damage() async throws {
        try await withTemporaryFolder { folder in
            let whole = try Data(contentsOf: URL(fileURLWithPath: "/bin/ls"))
            let path = folder.appendingPathComponent("ls").path
            for count in [64, 4096, whole.count / 2] {
                try whole.prefix(count).write(to: URL(fileURLWithPath: path))
                let run = try tool.run(["hash", path])
                #expect(run.status == 2 && run.errors.hasPrefix("error: "), "\(count): \(run)")
            }
        }
    }
}
