import MerlonCore
import Testing

@testable import MerlonAudit

@Suite struct JUnitReporterTests {
    let text = JUnitReporter().render(FixtureReport.report, rules: FixtureReport.rules)

    @Test func saysEveryVerdict() {
        #expect(text.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "))
        #expect(text.contains("<testsuite name=\"build/out put/Bank &lt;1&gt;.ipa\""))
        #expect(text.contains("<failure type=\"high\" message=\"The app allows plain HTTP to every host.\">"))
        #expect(text.contains("<skipped message=\"Not decidable: The slice is encrypted.\"/>"))
        #expect(text.contains("<error type=\"unreadable\" message=\"missing.ipa: at byte 7: not an archive \\u{1B}[31m\"/>"))
        #expect(text.contains("and 5 more places"))
    }

    @Test func hasNoCharacterThatXMLForbids() {
        #expect(!text.unicodeScalars.contains { $0.isUnsafeToShow && $0 != "\n" })
        #expect(!text.contains("<script>") && !text.contains("<img"))
        #expect(XMLElement.escaped("a\0\u{B}\u{FFFE}]]>\n", keepsLines: false) == "a\\u{0}\\u{B}\\u{FFFE}]]&gt;\\n")
    }

    @Test(.enabled(if: PythonCheck.has("junitparser"), PythonCheck.hint)) func anIndependentReaderAgrees() throws {
        let script = """
            import sys
            from junitparser import JUnitXml
            xml = JUnitXml.fromfile(sys.argv[1])
            for suite in xml:
                counted = {}
                for case in suite:
                    kind = type(case.result[0]).__name__ if case.result else "Pass"
                    counted[kind] = counted.get(kind, 0) + 1
                print(suite.name, suite.tests, suite.failures, suite.errors, suite.skipped, sorted(counted.items()), sep="|")
            """
        let result = try PythonCheck.run(script, input: text)
        let tally = ReportSummary(FixtureReport.target, rules: FixtureReport.rules).total
        let skipped = tally.count(.manual) + tally.count(.notDecidable) + tally.count(.notApplicable)
        let expected = """
            build/out put/Bank <1>.ipa|88|3|0|\(skipped)|[('Failure', 3), ('Pass', \(tally.count(.pass))), ('Skipped', \(skipped))]
            missing.ipa|1|0|1|0|[('Error', 1)]

            """
        #expect(result.output == expected)
    }
}
