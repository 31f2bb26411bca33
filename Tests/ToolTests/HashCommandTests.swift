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
