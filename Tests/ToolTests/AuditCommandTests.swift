import Foundation
import TestSupport
import Testing

@Suite("merlon audit as a process")
struct AuditCommandTests {
    private let tool = Executable(product: "merlon")
    private static let samples = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Examples/SampleApps")
    private let weak = samples.appendingPathComponent("Weak.ipa").path
    private let hardened = samples.appendingPathComponent("Hardened.ipa").path

    private func audit(_ arguments: String..., environment: [String: String?] = [:]) throws -> Executable.Run {
        try tool.run(["audit"] + arguments, environment: environment)
    }

    @Test("The status says whether something is at or above the threshold")
    func statuses() throws {
        let strict = try audit(weak)
        #expect(strict.status == 1 && strict.errors.isEmpty && strict.output.contains("HIGH"))
        #expect(try audit(weak, "--fail-on", "high").status == 1)
        #expect(try audit(weak, "--fail-on", "none").status == 0)
        let good = try audit(hardened, "--fail-on", "high")
        #expect(good.status == 0 && good.errors.isEmpty && !good.output.isEmpty)
    }

    @Test("A target that cannot be read is one error line and status 2; the others are reported")
    func severalTargets() async throws {
        try await withTemporaryFile("this is no archive") { path in
            let run = try audit(weak, "/nowhere/App.ipa", path, hardened, "--format", "json", "--fail-on", "none")
            #expect(run.status == 2)
            let lines = run.errors.split(separator: "\n")
            #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("error: ") })
            #expect(lines.first?.contains("/nowhere/App.ipa") == true)
            #expect(lines.last?.contains(path) == true)
            let report = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
            let targets = try #require(report["targets"] as? [[String: Any]])
            let isFailed = targets.map { $0["failure"] is String }
            #expect(isFailed == [false, true, true, false])
        }
    }

    @Test("The same run gives the same bytes, on standard output and in a file", arguments: ["text", "json", "sarif", "junit", "html"])
    func output(format: String) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("report")
            let arguments = [weak, "--format", format, "--at", "2026-01-02", "--fail-on", "none"]
            let printed = try tool.run(["audit"] + arguments)
            let written = try tool.run(["audit"] + arguments + ["--output", file.path])
            #expect(printed.status == 0 && written.status == 0 && written.output.isEmpty && written.errors.isEmpty)
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(text == printed.output && text.count > 1000)
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(left == ["report"])
        }
    }

    @Test(
        "Wrong use is explained",
        arguments: [
            (["--formt", "json"], "error: unknown option '--formt'\nhint: did you mean '--format'?\n"),
            (["--format", "jsno"], "error: 'jsno' is no value for --format\nhint: expected "),
            (
                ["--only", "network-ats-arbitary-loads"],
                "error: --only: there is no rule, area or test 'network-ats-arbitary-loads'\nhint: "
            ),
            (["--skip", "NETWROK"], "error: --skip: there is no rule, area or test 'NETWROK'\nhint: Did you mean 'NETWORK'?\n"),
            (["--at", "yesterday"], "error: 'yesterday' is no value for --at\nhint: expected a date such as "),
            (["--profile", "L3"], "error: 'L3' is no value for --profile\nhint: expected "),
            (["--write-baseline"], "error: --write-baseline needs a file\nhint: "),
            (["--baseline", "x.json", "--write-baseline"], "error: --write-baseline needs a reason\nhint: "),
            (["--reason", "x"], "error: --reason and --expires are for --write-baseline\nhint: "),
            (["--baseline", "/nowhere/b.json"], "error: '/nowhere/b.json' cannot be read: "),
            (["--attest", "/nowhere/a.json"], "error: '/nowhere/a.json' cannot be read: "),
            (["--output", "/nowhere/report"], "error: '/nowhere/report' cannot be written: "),
        ])
    func wrongUse(arguments: [String], errors: String) throws {
        let run = try tool.run(["audit", hardened] + arguments)
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(run.errors.hasPrefix(errors), "\(run.errors)")
    }

    @Test("What a baseline accepts fails nothing, until it expires")
    func baseline() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("accepted.json").path
            let now = ["--at", "2026-01-02", "--baseline", file]
            let write = try tool.run(
                ["audit", weak, "--write-baseline", "--reason", "known", "--expires", "2026-06-01"] + now)
            #expect(write.status == 0, "\(write.errors)")
            #expect(try tool.run(["audit", weak, "--fail-on", "any"] + now).status == 0)
            #expect(try tool.run(["audit", weak, "--at", "2026-06-01", "--baseline", file]).status == 1)
        }
    }

    @Test("--only and --profile narrow what is looked for")
    func selection() throws {
        func tests(_ arguments: [String]) throws -> Set<String> {
            let run = try tool.run(["audit", weak, "--format", "json", "--fail-on", "none"] + arguments)
            let report = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
            let targets = report?["targets"] as? [[String: Any]]
            let verdicts = targets?.first?["verdicts"] as? [[String: Any]]
            return Set(try #require(verdicts).compactMap { $0["test"] as? String })
        }
        let all = try tests([])
        #expect(all.count == 88)
        #expect(try tests(["--only", "0322"]) == ["MASTG-TEST-0322"])
        let essential = try tests(["--profile", "L1"])
        #expect(!essential.isEmpty && essential.isStrictSubset(of: all))
        #expect(try tests(["--profile", "l1,R"]).isStrictSuperset(of: essential))
    }

    @Test("Colour is for terminals, or where it is asked for")
    func color() throws {
        let escape = "\u{1B}["
        #expect(try !audit(weak).output.contains(escape))
        #expect(try audit(weak, "--color", "always").output.contains(escape))
        #expect(try !audit(weak, "--color", "never").output.contains(escape))
    }

    @Test("A reader that goes away changes neither the status nor prints an error")
    func brokenPipe() throws {
        let run = try Executable("bash").run(
            ["-c", "'\(tool.path ?? "")' audit '\(weak)' --format json | head -c 10 >/dev/null; echo ${PIPESTATUS[0]}"])
        #expect(run.output == "1\n" && run.errors.isEmpty)
    }

    @Test("Attested answers stand in the report")
    func attestation() async throws {
        let answers = """
            {"version": 1, "answers": [{"test": "MASTG-TEST-0290", "answer": "pass", "by": "J. Doe", "at": "2026-01-01", "because": "Looked at it."}]}
            """
        try await withTemporaryFile(answers) { path in
            let run = try audit(hardened, "--attest", path, "--at", "2026-01-02", "--format", "json", "--fail-on", "none")
            #expect(run.status == 0 && run.output.contains("J. Doe"))
            let early = try audit(hardened, "--attest", path, "--at", "2025-01-02")
            #expect(early.status == 2 && early.errors.contains("answers[0].at"))
        }
    }

    @Test("rules and explain")
    func reference() throws {
        let rules = try tool.run(["rules", "--format", "json"])
        let list = try #require(try JSONSerialization.jsonObject(with: Data(rules.output.utf8)) as? [[String: Any]])
        #expect(list.count >= 30)
        let ids = list.compactMap { $0["id"] as? String }
        for id in [ids[0], "MASTG-TEST-0322", "0322", "masvs-network-1", "NETWORK-2"] {
            let run = try tool.run(["explain", id])
            #expect(run.status == 0 && run.output.count > 100, "\(id)")
        }
        let unknown = try tool.run(["explain", "MASTG-TEST-3022"])
        #expect(unknown.status == 2 && unknown.errors.hasSuffix("hint: did you mean 'MASTG-TEST-0322'?\n"))
    }
}
