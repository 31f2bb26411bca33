import Foundation
import TestSupport
import Testing

/// `merlon otp` as a person runs it.
struct OTPCommandTests {
    private static let merlon = Executable(product: "merlon")
    /// The secret of RFC 4226, appendix D.
    private static let key = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

    /// A vault that a key file opens, in a folder of its own.
    private struct Bench {
        let folder: URL

        func run(_ arguments: [String], input: String = "") throws -> Executable.Run {
            try merlon.run(
                ["otp"] + arguments + [
                    "--vault", folder.appendingPathComponent("v").path, "--key-file", folder.appendingPathComponent("k").path,
                ],
                input: input)
        }
    }

    private static func withBench(_ body: (Bench) throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
            try body(Bench(folder: folder))
        }
    }

    @Test func fromImportToRemoval() async throws {
        try await Self.withBench { bench in
            let uris = "otpauth://totp/Example:alice?secret=\(Self.key)&issuer=Example\n\notpauth://hotp/bob?secret=\(Self.key)&counter=7\n"
            #expect(try bench.run(["import", "-"], input: uris).output == "2 accounts kept\n")
            let list = try bench.run(["list"]).output
            #expect(list.contains("Example:alice\n") && list.contains("bob  (counter)\n") && !list.contains(Self.key))
            #expect(try bench.run(["list", "ALICE"]).output.split(separator: "\n").count == 1)
            let code = try bench.run(["code", "alice"]).output
            let (digits, rest) = (code.prefix(6), code.dropFirst(6))
            #expect(Int(digits) != nil && rest.hasPrefix("  ") && rest.hasSuffix(" s\n"))
            #expect(try (0..<2).map { _ in try bench.run(["code", "bob"]).output } == ["162583\n", "399871\n"])
            let watched = try bench.run(["watch", "alice", "--for", "1"])
            #expect(watched.status == 0 && watched.output.contains("Example:alice"))
            let uri = try bench.run(["uri", "alice", "--reveal"]).output
            #expect(uri == "otpauth://totp/Example:alice?secret=\(Self.key)&issuer=Example&algorithm=SHA1&digits=6&period=30\n")
            #expect(try bench.run(["remove", "alice"]).output == "removed Example:alice\n")
            #expect(try bench.run(["code", "alice"]).status == 2)
        }
    }

    @Test func aRelativeVaultIsBelowTheFolderOfTheProcess() async throws {
        try await withTemporaryFolder { folder in
            // What shells note as PWD is not where a program runs that another one has started.
            let run = try Self.merlon.run(
                ["otp", "new", "alice", "--vault", "v/otp", "--key-file", "k"], environment: ["PWD": "/nowhere"], in: folder)
            #expect(run.status == 0 && FileManager.default.fileExists(atPath: folder.path + "/v/otp"), "\(run)")
        }
    }

    @Test func aCodeIsAcceptedOnce() async throws {
        try await Self.withBench { bench in
            _ = try bench.run(["import", "-"], input: "otpauth://hotp/bob?secret=\(Self.key)")
            let answers = try ["755224", "755224", "359152", "287082"].map {
                try bench.run(["verify", "bob", "--code-file", "-"], input: $0)
            }
            #expect(answers.map(\.status) == [0, 1, 0, 1])
            #expect(answers[1].errors.contains("not right, or was used") && answers[2].output.contains("codes skipped: 1"))
        }
        try await Self.withBench { bench in
            _ = try bench.run(["new", "alice"])
            let code = String(try bench.run(["code", "alice"]).output.prefix(6))
            let first = try bench.run(["verify", "alice", "--code-file", "-"], input: code + "\n")
            #expect(first.status == 0 && first.output.hasPrefix("right, and used up"))
            #expect(try bench.run(["verify", "alice", "--code-file", "-"], input: code + "\n").status == 1)
            // Some wrong ones in a row, one of which may happen to be right, and then the wait.
            let runs = try (0..<8).map { try bench.run(["verify", "alice", "--code-file", "-"], input: "00000\($0)") }
            #expect(runs.contains { $0.status == 1 && $0.errors.contains("nothing was checked") })
        }
    }

    @Test func secretsAreShownWhenAskedAlone() async throws {
        try await Self.withBench { bench in
            let made = try bench.run(["new", "alice", "--issuer", "Example", "--algorithm", "sha256", "--digits", "8"])
            #expect(made.status == 0 && made.output.hasSuffix("Example:alice\n") && !made.output.contains("otpauth"))
            for action in ["uri", "qr"] {
                let run = try bench.run([action, "alice"])
                #expect(run.status == 2 && run.output.isEmpty && run.errors.contains("--reveal"))
            }
            #expect(try bench.run(["uri", "alice", "--reveal"]).output.contains("algorithm=SHA256&digits=8"))
            let image = bench.folder.appendingPathComponent("a.png").path
            #expect(try bench.run(["qr", "alice", "--reveal", "--output", image]).status == 0)
            #expect(try FileManager.default.attributesOfItem(atPath: image)[.posixPermissions] as? Int == 0o600)
            let blocks = try bench.run(["qr", "alice", "--reveal"]).output
            #expect(blocks.contains("█") && !blocks.contains("\u{1B}"))
            #expect(try bench.run(["new", "bob", "--reveal"]).output.contains("otpauth://totp/bob?secret="))
        }
    }

    @Test func wrongUseSaysWhat() async throws {
        try await Self.withBench { bench in
            #expect(try bench.run(["list"]).errors.contains("there is no vault"))
            #expect(
                try bench.run(["import", "-"], input: "otpauth://totp/x?secret=\(Self.key)\nnonsense").errors.hasPrefix("error: line 2:"))
            #expect(try bench.run(["import", "-"], input: "").status == 2)
            for name in ["Example:a", "Other:a"] { _ = try bench.run(["import", "-"], input: "otpauth://totp/\(name)?secret=\(Self.key)") }
            let several = try bench.run(["code", "a"])
            #expect(several.status == 2 && several.errors.contains("could be several"))
            #expect(try bench.run(["code"]).errors.contains("which account"))
            #expect(try bench.run(["code", "none"]).errors.contains("there is no account"))
            #expect(try bench.run(["burn"]).status == 2)
            #expect(try bench.run(["new", "x", "--digits", "5"]).status == 2)
            #expect(try bench.run(["qr", "Other:a", "--reveal", "--output", "x.gif"]).status == 2)
            #expect(try bench.run(["new", "x\u{202E}y"]).status == 2)
        }
    }
}
