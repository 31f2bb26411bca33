import Foundation
import TestSupport
import Testing

/// `make test` must not pass when nothing ran, when the process crashed, or when its result file is absent.
@Suite("The summary of a test run")
struct TestSummaryTests {
    private static let passed = #"<testcase classname="A" name="one()" time="0.1" />"#
    private static let failed = #"<testcase classname="A" name="two()"><failure message="no" /></testcase>"#
    private static let skipped = #"<testcase classname="A" name="three()"><skipped>needs a network</skipped></testcase>"#

    @Test(
        "Counts, reasons and status", .enabled(if: Executable("python3").isInstalled, "needs python3"),
        arguments: [
            ([passed, passed], 0, 0, "2 passed, 0 failed, 0 skipped\n"),
            ([passed, skipped], 0, 0, "skipped: A/three(): needs a network\n1 passed, 0 failed, 1 skipped\n"),
            ([passed, failed], 1, 1, "failed: A/two()\n1 passed, 1 failed, 0 skipped\n"),
            ([passed, failed], 0, 1, "failed: A/two()\n1 passed, 1 failed, 0 skipped\n"),
            ([passed], 139, 1, "1 passed, 0 failed, 0 skipped\n"),
            ([skipped], 0, 1, "skipped: A/three(): needs a network\n0 passed, 0 failed, 1 skipped\n"),
            ([], 0, 1, "0 passed, 0 failed, 0 skipped\n"),
        ])
    func counts(cases: [String], status: Int, expected: Int, output: String) async throws {
        let text = "<testsuites><testsuite>\(cases.joined())</testsuite></testsuites>"
        try await withTemporaryFile(text) { path in
            let run = try Executable("python3").run([Self.script, path, String(status)])
            #expect(run.status == expected && run.output == output)
            #expect(run.errors.isEmpty == (expected == 0 || output.contains("failed: ")))
        }
    }

    @Test(
        "A result file that is absent or cut is a failure", .enabled(if: Executable("python3").isInstalled, "needs python3"))
    func noResult() async throws {
        let absent = try Executable("python3").run([Self.script, "/nowhere.xml", "139"])
        #expect(absent.status == 1 && absent.output == Self.nothing && absent.errors.contains("status 139"))
        try await withTemporaryFile("<testsuites><testsuite>") { path in
            let cut = try Executable("python3").run([Self.script, path, "0"])
            #expect(cut.status == 1 && cut.output == Self.nothing)
        }
    }

    @Test("What went wrong is told from the log, and no other line of it", .enabled(if: Executable("python3").isInstalled, "needs python3"))
    func issues() async throws {
        let issue = "✘ Test two(_:) recorded an issue with 1 argument a → 1 at A.swift:1:2: Expectation failed: a > 1\n↳ "
        let log = "◇ Test two(_:) started.\n↳ no\n\(issue)\(String(repeating: "x", count: 2000))\n✘ Test two(_:) failed.\n↳ no\n"
        try await withTemporaryFolder { folder in
            try Data(log.utf8).write(to: folder.appendingPathComponent("run.log"))
            let results = folder.appendingPathComponent("run.xml")
            try Data("<testsuites><testsuite>\(Self.failed)</testsuite></testsuites>".utf8).write(to: results)
            let run = try Executable("python3").run([Self.script, results.path, "1"])
            let cut = String(repeating: "x", count: 998) + " …\n"
            #expect(run.output == issue + cut + "failed: A/two()\n0 passed, 1 failed, 0 skipped\n")
        }
    }

    private static let nothing = "0 passed, 0 failed, 0 skipped\n"
    private static let script = Checkout.root.appendingPathComponent("Scripts/test-summary.py").path
}
