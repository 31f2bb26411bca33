import Foundation
import MerlonCore
import Testing

@testable import MerlonAudit

@Suite struct JSONReporterTests {
    let reporter = JSONReporter()

    static func full() -> AuditReport {
        var report = FixtureReport.report
        let entry = BaselineEntry(
            fingerprint: Fingerprint(of: FixtureReport.atsFinding, in: "x"), rule: "r", artifact: "a", place: "p", reason: "why",
            expires: FixtureReport.now)
        report.profile = Profile([.l1, .p])
        report.baseline = BaselineUse(used: 1, expired: [entry], unused: [entry], unknown: [entry])
        return report
    }

    @Test func isReadBackUnchanged() throws {
        for report in [Self.full(), FixtureReport.clean, AuditReport(toolVersion: "1", at: FixtureReport.now, targets: [])] {
            let text = reporter.render(report, rules: FixtureReport.rules)
            let read = try AuditReport(parsing: Array(text.utf8), path: "report.json")
            #expect(reporter.render(read, rules: FixtureReport.rules) == text)
            #expect(read.targets.map(\.findings) == report.targets.map(\.findings))
            #expect(read.targets.map(\.failure) == report.targets.map(\.failure))
        }
    }

    @Test func saysWhatProgramsNeed() throws {
        let document = reporter.document(Self.full(), rules: FixtureReport.rules)
        #expect(document["schemaVersion"] == "1.0")
        #expect(document["targets"]?.array?.count == 2)
        let finding = try #require(document["targets"]?.array?.first?["findings"]?.array?.last)
        #expect(finding["rule"] == "network-ats-arbitrary-loads" && finding["area"] == "NETWORK" && finding["severity"] == "high")
        #expect(document["rules"]?.object?.count == 5)
        #expect(document["summary"]?["findings"] == ["high": 1, "medium": 2, "low": 1, "note": 0, "suppressed": 1])
        #expect(document["summary"]?["tests"]?["fail"] == 3)
    }

    @Test func isSafeToShow() {
        let text = reporter.render(Self.full(), rules: FixtureReport.rules)
        #expect(!text.unicodeScalars.contains { $0.isUnsafeToShow && $0 != "\n" })
    }

    /// Every member that is taken away, or given another type, is either optional or named in the error.
    @Test func refusesWhatIsNoReport() throws {
        let text = Array(reporter.render(Self.full(), rules: FixtureReport.rules).utf8)
        for end in stride(from: 0, to: text.count - 2, by: 997) {
            #expect(throws: AuditError(.malformed, at: "", "")) { try AuditReport(parsing: Array(text[..<end]), path: "r") }
        }
        let wrong: [(String, String, String)] = [
            ("\"severity\": \"high\"", "\"severity\": \"huge\"", "unknown value"), ("\"0x100004000\"", "\"100004000\"", "no address"),
            ("\"0x100004000\"", "\"0x10000000000000000\"", "no address"), ("\"line\": 12", "\"line\": -12", "no whole number"),
            ("\"at\": \"20", "\"at\": \"x0", "no time"), ("\"isEncrypted\": true", "\"isEncrypted\": 1", "neither true nor false"),
            ("\"state\": \"pass\"", "\"state\": \"passed\"", "unknown value"),
            ("\"schemaVersion\": \"1.0\"", "\"schemaVersion\": \"2.0\"", "format 2.0"),
            ("\"verdicts\": [", "\"verdict\": [", "\"verdicts\" is missing"), ("\"used\": 1", "\"used\": \"1\"", "no whole number"),
        ]
        for (old, new, reason) in wrong {
            let changed = String(decoding: text, as: UTF8.self).replacingOccurrences(of: old, with: new)
            let error = #expect(throws: AuditError.self) { try AuditReport(parsing: Array(changed.utf8), path: "r") }
            #expect(error?.description.contains(reason) == true, "\(old): \(error?.description ?? "")")
        }
    }

    @Test(.enabled(if: PythonCheck.has("jsonschema"), PythonCheck.hint)) func fitsItsSchema() throws {
        let schema = PythonCheck.repository.appendingPathComponent("Documentation/report.schema.json").path
        let script = """
            import json, sys
            from jsonschema import Draft202012Validator
            schema = json.load(open(sys.argv[2], encoding="utf-8"))
            Draft202012Validator.check_schema(schema)
            report = json.load(open(sys.argv[1], encoding="utf-8"))
            errors = [f"{e.json_path}: {e.message}" for e in Draft202012Validator(schema).iter_errors(report)]
            print("\\n".join(errors) or "valid")
            """
        for report in [Self.full(), FixtureReport.clean] {
            let result = try PythonCheck.run(script, input: reporter.render(report, rules: FixtureReport.rules), arguments: [schema])
            #expect(result.output == "valid\n")
        }
        // The schema does refuse something.
        let broken = reporter.render(Self.full(), rules: FixtureReport.rules).replacingOccurrences(
            of: "\"confidence\": \"firm\"", with: "\"confidence\": 1")
        #expect(try PythonCheck.run(script, input: broken, arguments: [schema]).output.contains("confidence"))
    }
}
