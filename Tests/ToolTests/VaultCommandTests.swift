import Foundation
import TestSupport
import Testing

/// The vault at the command line, as a shell uses it.
@Suite("merlon vault as a process")
struct VaultCommandTests {
    private let tool = Executable(product: "merlon")

    private func withVault(_ body: (URL, _ open: [String]) async throws -> Void) async throws {
        try await withTemporaryFolder { (folder) async throws in
            let open = ["--vault", "v/v.db", "--key-file", "v.key"]
            let made = try tool.run(["vault", "init"] + open, in: folder)
            #expect(made.status == 0 && made.output.isEmpty && made.errors.isEmpty, "\(made.errors)")
            try await body(folder, open)
        }
    }

    @Test("Secrets go in by file and standard input, and come out where they are asked for")
    func items() async throws {
        try await withVault { (folder, open) async throws in
            func run(_ arguments: String..., input: String = "") throws -> Executable.Run {
                try tool.run(["vault"] + arguments + open, input: input, in: folder)
            }
            #expect(try run("set", "token", "--from", "-", input: "t0ken").status == 0)
            try Data(repeating: 7, count: 300_000).write(to: folder.appendingPathComponent("large"))
            #expect(try run("set", "large", "--from", "large").status == 0)
            #expect(try run("set", "token", "--from", "-", "--namespace", "app/staging/zoe", input: "other").status == 0)
            #expect(try run("list").output == "large\ntoken\n")
            #expect(try run("get", "token", "--reveal").output == "t0ken")
            #expect(try run("get", "token", "--reveal", "-n", "app/staging/zoe").output == "other")
            #expect(try run("get", "large", "--output", "out").status == 0)
            #expect(try Data(contentsOf: folder.appendingPathComponent("out")) == Data(repeating: 7, count: 300_000))
            let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/out")[.posixPermissions]
            #expect(mode as? Int == 0o600)
            let silent = try run("get", "token")
            #expect(silent.status == 2 && silent.output.isEmpty, "a secret is not printed unless asked")
            #expect(try run("get", "token", "--output", "out").status == 2, "an existing file is kept")
            #expect(try run("get", "none", "--reveal").status == 2)
            #expect(try run("remove", "token", "none").status == 2)
            #expect(try run("list").output == "large\ntoken\n", "all or nothing")
            #expect(try run("remove", "token", "large").status == 0)
            #expect(try run("list").output.isEmpty)
            let verified = try run("verify")
            #expect(verified.status == 0 && verified.output.contains("as they were written"))
            let raw = try Data(contentsOf: folder.appendingPathComponent("v/v.db"))
            #expect(raw.range(of: Data("t0ken".utf8)) == nil && raw.range(of: Data("staging".utf8)) == nil)
        }
    }

    @Test("Protectors, rotation, export and import")
    func keys() async throws {
        try await withVault { (folder, open) async throws in
            func run(_ arguments: [String], with open: [String], input: String = "") throws -> Executable.Run {
                try tool.run(["vault"] + arguments + open, input: input, in: folder)
            }
            try Data("correct horse\n".utf8).write(to: folder.appendingPathComponent("pass"))
            #expect(try run(["set", "token", "--from", "-"], with: open, input: "t0ken").status == 0)
            #expect(try run(["protector", "add", "--new-passphrase-file", "pass"], with: open).status == 0)
            #expect(try run(["protector", "list"], with: open).output == "0\tkey-file\t\n1\tpassphrase\t\n")
            let byPassphrase = ["--vault", "v/v.db", "--passphrase-file", "pass"]
            #expect(try run(["get", "token", "--reveal"], with: byPassphrase).output == "t0ken")
            let rotated = try run(["rotate"], with: open + ["--passphrase-file", "pass"])
            #expect(rotated.status == 0 && rotated.errors.contains("sealed anew"), "\(rotated.errors)")
            #expect(try run(["rotate"], with: open).status == 2, "each protector has to be shown")
            #expect(try run(["get", "token", "--reveal"], with: open).output == "t0ken")
            #expect(try run(["protector", "remove", "0"], with: open).status == 0)
            let refused = try run(["get", "token", "--reveal"], with: open)
            #expect(refused.status == 1 && refused.output.isEmpty && refused.errors.contains("hint:"), "\(refused.errors)")
            #expect(try run(["protector", "remove", "1"], with: byPassphrase).status == 2, "the last one stays")

            #expect(try tool.run(["keygen", "--output", "export.key"], in: folder).status == 0)
            let export = ["export", "--export-key", "export.key", "--output", "v.sealed"]
            let exported = try run(export, with: byPassphrase)
            #expect(exported.status == 0 && exported.errors.contains("1 items exported"), "\(exported.errors)")
            #expect(try run(export, with: byPassphrase).status == 2, "an existing file is kept")
            #expect(try Data(contentsOf: folder.appendingPathComponent("v.sealed")).range(of: Data("t0ken".utf8)) == nil)
            let other = ["--vault", "w/w.db", "--key-file", "w.key"]
            #expect(try run(["init"], with: other).status == 0)
            let imported = try run(["import", "v.sealed", "--export-key", "export.key"], with: other)
            #expect(imported.status == 0 && imported.errors.contains("1 items imported"), "\(imported.errors)")
            #expect(try run(["get", "token", "--reveal"], with: other).output == "t0ken")
            #expect(try run(["import", "v.sealed", "--export-key", "export.key"], with: other).errors.contains("0 items imported"))
            #expect(try run(["set", "token", "--from", "-"], with: other, input: "changed").status == 0)
            #expect(try run(["import", "v.sealed", "--export-key", "export.key"], with: other).status == 2)
            #expect(try run(["get", "token", "--reveal"], with: other).output == "changed")
            #expect(try tool.run(["keygen", "--output", "wrong.key"], in: folder).status == 0)
            #expect(try run(["import", "v.sealed", "--export-key", "wrong.key"], with: other).status == 1)
        }
    }

    @Test("Wrong use is status 2, damage status 1")
    func refusals() async throws {
        try await withVault { (folder, open) async throws in
            func run(_ arguments: String...) throws -> Int32 { try tool.run(["vault"] + arguments, in: folder).status }
            #expect(try run("list") == 2)
            #expect(try run("list", "--vault", "v/v.db") == 2)
            #expect(try run("list", "--vault", "none.db", "--key-file", "v.key") == 2)
            #expect(try run("open", "--vault", "v/v.db", "--key-file", "v.key") == 2)
            #expect(try run("list", "extra", "--vault", "v/v.db", "--key-file", "v.key") == 2)
            #expect(try run("list", "--namespace", "app/test", "--vault", "v/v.db", "--key-file", "v.key") == 2)
            #expect(try run("init", "--vault", "v/v.db", "--key-file", "v.key") == 2, "a vault is not made over another")
            #expect(try run("protector", "--vault", "v/v.db", "--key-file", "v.key") == 2)
            #expect(try run("protector", "remove", "x", "--vault", "v/v.db", "--key-file", "v.key") == 2)
            #expect(try tool.run(["vault", "set", "a", "--from", "-"] + open, input: "x", in: folder).status == 0)
            let path = folder.appendingPathComponent("v/v.db")
            var bytes = try Data(contentsOf: path)
            let middle = bytes.count - 100
            for index in middle..<bytes.count { bytes[index] ^= 0x55 }
            try bytes.write(to: path)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path.path)
            #expect(try run("verify", "--vault", "v/v.db", "--key-file", "v.key") == 1)
        }
    }
}
