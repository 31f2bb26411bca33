import Foundation
import MerlonCore
import Testing

@testable import MerlonAudit

@Suite struct TextReporterTests {
    func text(_ report: AuditReport = FixtureReport.report, colour: Bool = false, width: Int? = 80) -> String {
        TextReporter(colour: colour, width: width).render(report, rules: FixtureReport.rules)
    }

    @Test(arguments: [48, 60, 80, 100, 200]) func keepsTheWidth(_ width: Int) {
        for line in text(width: width).split(separator: "\n") { #expect(line.displayWidth <= width, "\(line)") }
    }

    @Test func putsTheWorstFirst() throws {
        let text = text()
        let order = [
            "MASVS-NETWORK", "HIGH    App Transport", "MEDIUM  Plain HTTP", "MASVS-CRYPTO", "MASVS-STORAGE", "Needs a person",
            "Not decidable (1)", "Held back", "Left out", "Tests by verdict", "missing.ipa",
        ]
        let places = try order.map { try #require(text.range(of: $0)?.lowerBound, "\($0)") }
        #expect(places == places.sorted())
        #expect(text.contains("and 20 more places"))
        #expect(text.contains("  3 of 88 tests fail, 28 pass, 55 need a person, 1 cannot be decided"))
        #expect(text.contains("Fix: Mend it."))
        #expect(text.contains("Merlon plans MerlonCrypto.Digest for it."))
    }

    @Test func hasColourOnlyWhenToldSo() {
        #expect(!text().contains("\u{1B}"))
        let coloured = text(colour: true)
        #expect(coloured.contains("\u{1B}[1;31mHIGH"))
        // Colour changes nothing else.
        var plain = ""
        var rest = Substring(coloured)
        while let start = rest.firstIndex(of: "\u{1B}") {
            plain += rest[..<start]
            rest = rest[start...].drop { $0 != "m" }.dropFirst()
        }
        #expect(plain + rest == text())
    }

    @Test func showsHostileTextAsText() {
        for width in [48, 80, nil] {
            let text = text(width: width)
            #expect(!text.unicodeScalars.contains { $0.isUnsafeToShow && $0 != "\n" })
            #expect(text.contains("\\u{1B}") && text.contains("\\u{202E}") && text.contains("\\u{9B}"))
            #expect(!text.split(separator: "\n").contains { $0.hasPrefix("error:") })
        }
    }

    @Test func neverBreaksAnEscape() {
        for width in 20...60 {
            let lines = LineBreaker(width: width).lines("Payload/" + String(repeating: "x\u{1B}\u{202E}/日本語", count: 30))
            #expect(lines.joined() == "Payload/" + String(repeating: "x\\u{1B}\\u{202E}/日本語", count: 30))
            for line in lines {
                #expect(line.displayWidth <= width)
                #expect(line.filter { $0 == "{" }.count == line.filter { $0 == "}" }.count)
            }
        }
    }

    @Test(arguments: [
        ("", [""]), ("a b c", ["a b c"]), ("one two three", ["one two", "three"]), ("  a   b  ", ["a b"]), ("日本語日本語 x", ["日本語日", "本語 x"]),
        ("path/to/file.txt", ["path/to/", "file.txt"]), ("abcdefghijkl", ["abcdefgh", "ijkl"]),
        ("e\u{301}e\u{301}e\u{301} 😀😀😀", ["e\u{301}e\u{301}e\u{301}", "😀😀😀"]),
    ]) func breaksAtBlanks(_ text: String, lines: [String]) {
        #expect(LineBreaker(width: 8).lines(text) == lines)
    }

    @Test(arguments: [
        ("", 5, ""), ("abcde", 5, "abcde"), ("abcdef", 5, "abcd…"), ("日本語", 3, "日本語"), ("日本語で", 3, "日本…"), ("a\u{301}\u{301}", 2, "a…"),
    ])
    func clipsLongText(_ text: String, limit: Int, clipped: String) {
        #expect(VisibleText.clipped(text, limit: limit) == clipped)
    }

    @Test func neverBreaksAnEscapeInAReport() {
        for width in 48...70 {
            for line in text(width: width).split(separator: "\n") {
                #expect(line.filter { $0 == "{" }.count == line.filter { $0 == "}" }.count, "\(line)")
            }
        }
    }

    @Test func aCleanReportIsShort() {
        let text = text(FixtureReport.clean)
        #expect(!text.contains("HIGH") && !text.contains("Needs a person"))
        #expect(text.split(separator: "\n").count < 20)
    }

    @Test func acceptedRiskIsNoPass() {
        let applied = Baseline(accepting: FixtureReport.report, because: "ticket 7").applied(to: FixtureReport.report, knownRules: [])
        let table = text(applied).split(separator: "\n").first { $0.contains("accepted") }
        #expect(table != nil)
        #expect(ReportSummary(applied.targets[0], rules: FixtureReport.rules).total.accepted == 3)
    }
}
