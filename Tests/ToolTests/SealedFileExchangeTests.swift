import Foundation
import TestSupport
import Testing

/// Sealed files and key files between the tool and Tests/Oracles/sealed_file.py, which was written from the documented format.
@Suite(
    "Sealed files are exchanged with an independent implementation",
    .enabled(if: Executable.projectPython.isInstalled, "needs cryptography, which Scripts/setup --tests installs"))
struct SealedFileExchangeTests {
    private let tool = Executable(product: "merlon")
    private let oracle = PackageFolder.url.appendingPathComponent("Tests/Oracles/sealed_file.py").path

    private func peer(_ arguments: String..., in folder: URL) throws -> Executable.Run {
        try Executable.projectPython.run([oracle] + arguments, in: folder)
    }

    @Test(
        "Keys, passwords and recipients, at the lengths where chunks begin and end", arguments: [0, 1, 16_383, 16_384, 16_385, 2_200_000])
    func exchange(byteCount: Int) async throws {
        try await withTemporaryFolder { folder in
            func read(_ name: String) throws -> Data { try Data(contentsOf: folder.appendingPathComponent(name)) }
            var random = SystemRandomNumberGenerator()
            let contents = Data((0..<byteCount).map { _ in UInt8.random(in: .min ... .max, using: &random) })
            try contents.write(to: folder.appendingPathComponent("plain"))
            try Data("correct horse".utf8).write(to: folder.appendingPathComponent("password"))
            #expect(try tool.run(["keygen", "-o", "k"], in: folder).status == 0)
            let recipient = String(try tool.run(["keygen", "-t", "identity", "-o", "me"], in: folder).output.dropLast())
            // One file for all three, ours and theirs.
            let ours = try tool.run(
                ["seal", "plain", "-k", "k", "--password-file", "password", "-r", recipient, "-c", "exchange", "-o", "ours"], in: folder)
            #expect(ours.status == 0, "\(ours.errors)")
            let theirs = try peer("seal", "plain", "theirs", "exchange", "k", "correct horse", recipient, in: folder)
            #expect(theirs.status == 0, "\(theirs.errors)")
            #expect(try read("ours").count - read("theirs").count < 10)
            for (name, keys) in [("key", ["-k", "k"]), ("password", ["--password-file", "password"]), ("identity", ["-k", "me"])] {
                let run = try tool.run(["open", "theirs", "-c", "exchange", "-o", "by-\(name)"] + keys, in: folder)
                #expect(run.status == 0, "\(name): \(run.errors)")
                #expect(try read("by-\(name)") == contents)
            }
            for (keys, password) in [("k", "-"), ("-", "correct horse"), ("me", "-")] {
                let run = try peer("open", "ours", "opened", "exchange", keys, password, in: folder)
                #expect(run.status == 0, "\(run.errors)")
                #expect(try read("opened") == contents)
                try FileManager.default.removeItem(at: folder.appendingPathComponent("opened"))
            }
            // The other refuses what it should, or its agreement would mean nothing.
            #expect(try peer("open", "ours", "no", "other", "k", "-", in: folder).status != 0)
            #expect(try tool.run(["open", "theirs", "-c", "other", "-o", "no", "-k", "k"], in: folder).status == 1)
        }
    }
}
