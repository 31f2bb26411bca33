import Foundation
import MerlonCore
import Testing

@testable import MerlonAudit

@Suite struct HTMLReporterTests {
    let text: String

    init() { text = HTMLReporter().render(FixtureReport.report, rules: FixtureReport.rules) }

    @Test func isOneFileThatNeedsNothing() {
        #expect(
            text.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\""))
        for attribute in [" src=", " srcset=", " style=", " onclick=", " onload=", "<link", "<iframe", "<base", "url(", "@import"] {
            // Hostile text has some of these too, but escaped, so never inside a tag.
            #expect(!tags.contains { $0.contains(attribute) }, "\(attribute)")
        }
        #expect(tags.filter { $0.hasPrefix("<script") } == ["<script>"])
        #expect(tags.filter { $0.hasPrefix("<style") } == ["<style>"])
        let links = tags.filter { $0.contains(" href=") }
        #expect(links.count == 3 && links.allSatisfy { $0.contains(" href=\"#") })
    }

    /// What stands between `<` and `>` outside the style sheet and the script.
    private var tags: [String] {
        let body = text.replacingOccurrences(of: HTMLReporter.style.description, with: "").replacingOccurrences(
            of: HTMLReporter.script.description, with: "")
        return body.split(separator: "<").dropFirst().map { "<" + $0.prefix { $0 != ">" } + ">" }
    }

    @Test func hostileTextIsText() {
        #expect(!text.contains("<script>alert") && !text.contains("<img"))
        #expect(text.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
        #expect(!text.unicodeScalars.contains { $0.isUnsafeToShow && $0 != "\n" })
        #expect(
            Markup.element("p", ["title": "\"><b>'&\u{202E}"], [.text("<&>\u{0}")]).html
                == "<p title=\"&quot;&gt;&lt;b&gt;'&amp;\\u{202E}\">&lt;&amp;&gt;\\u{0}</p>")
    }

    /// Every element that is opened is closed, in order.
    @Test func isWellFormed() {
        let void: Set<String> = ["meta", "input", "!DOCTYPE"]
        var open: [String] = []
        for tag in tags {
            let name = String(tag.dropFirst().drop { $0 == "/" }.prefix { $0 != " " && $0 != ">" })
            if tag.hasPrefix("</") { #expect(open.popLast() == name, "\(tag)") } else if !void.contains(name) { open.append(name) }
        }
        #expect(open.isEmpty)
        let ids = tags.compactMap { tag in tag.range(of: " id=\"").map { tag[$0.upperBound...].prefix { $0 != "\"" } } }
        #expect(Set(ids).count == ids.count)
    }

    @Test func saysWhatTheReportSays() {
        #expect(text.contains("<strong>3 of 88</strong> tests fail"))
        #expect(text.components(separatedBy: "data-kind=\"finding\"").count == 5)
        #expect(text.components(separatedBy: "data-kind=\"test\"").count == 89)
        #expect(text.contains("Ada &lt;ada@example.com&gt;") && text.contains("Alamofire") && text.contains("ticket 12"))
        #expect(text.contains("<strong>Not audited. </strong>"))
        var many = FixtureReport.report
        many.targets[0].findings[0].evidence = (0..<5000).map { Evidence(file: "f", symbol: "s\($0)", detail: "d") }
        let long = HTMLReporter().render(many, rules: FixtureReport.rules)
        #expect(long.contains("and 4800 more places"))
    }

    // MARK: - In a browser

    static let hasBrowser =
        PythonCheck.has("websocket", "axe_core_python")
        && ["/usr/bin/chromium", "/usr/local/bin/chromium", "/opt/homebrew/bin/chromium"].contains {
            FileManager.default.isExecutableFile(atPath: $0)
        }

    static let browserHint: Comment =
        "needs chromium and the Python packages of Scripts/requirements.txt; Scripts/setup --tests installs both"

    private struct Answer: Decodable {
        let console: [String]
        let requests: [String]
        let axe: [String]?
    }

    private func browse(_ arguments: [String], page: String? = nil) throws -> (answer: Answer, values: JSONValue?) {
        let script = PythonCheck.repository.appendingPathComponent("Scripts/browser.py").path
        let result = try PythonCheck.run(file: script, input: page ?? text, arguments: arguments)
        try #require(result.status == 0, "\(result.output)")
        let line = result.output.split(separator: "\n").last.map(String.init) ?? ""
        return (try JSONDecoder().decode(Answer.self, from: Data(line.utf8)), try JSONValue(parsing: line)["values"])
    }

    @Test(.enabled(if: hasBrowser, browserHint)) func worksInABrowserWithoutNetworkOrErrors() throws {
        var twice = FixtureReport.report
        twice.targets[0].path = "build/other.ipa"
        twice.targets += FixtureReport.report.targets
        let (answer, _) = try browse(["--axe"], page: HTMLReporter().render(twice, rules: FixtureReport.rules))
        #expect(answer.console == [])
        #expect(answer.requests == [])
        #expect(answer.axe == [])
    }

    @Test(.enabled(if: hasBrowser, browserHint)) func filtersInABrowser() throws {
        let shown =
            "[document.querySelectorAll('[data-kind=finding]:not([hidden])').length, document.querySelectorAll('[data-kind=test]:not([hidden])').length]"
        func choose(_ name: String, _ value: String) -> String {
            """
            (function () {
              var form = document.querySelector('form.filter');
              form.elements.namedItem('\(name)').value = '\(value)';
              form.dispatchEvent(new Event('input'));
              return \(shown);
            })()
            """
        }
        let clear =
            "new Promise(function (done) { document.querySelector('form.filter').reset(); setTimeout(function () { done(\(shown)); }, 50); })"
        let (_, values) = try browse([
            shown, choose("severity", "medium"), choose("area", "NETWORK"), clear, choose("text", "nslog screen7"), clear,
            choose("state", "not-decidable"), clear, choose("text", "no such thing"),
            "document.querySelector('[data-none=finding]').hidden", clear,
            "(document.querySelector('button.area[data-pick=STORAGE]').click(), \(shown))",
            "document.querySelector('button.area[data-pick=STORAGE]').getAttribute('aria-pressed')",
            "(document.querySelector('[data-unfold]').click(), document.querySelectorAll('#t1 details:not([open])').length)",
        ])
        #expect(
            values == [
                [4, 88], [2, 88], [1, 11], [4, 88], [1, 0], [4, 88], [4, 1], [4, 88], [0, 0], false, [4, 88], [1, 12], "true", 0,
            ])
    }

    /// Should an escape ever be forgotten, the policy keeps what got in from running and from loading anything.
    @Test(.enabled(if: hasBrowser, browserHint)) func thePolicyStopsWhatIsNotOurs() throws {
        let broken = text.replacingOccurrences(of: "</main>", with: "<script>document.title = 'owned'</script><img src=x></main>")
        let (answer, values) = try browse(["document.title.startsWith('Merlon audit')"], page: broken)
        #expect(values == [true])
        #expect(answer.console.contains { $0.contains("Content Security Policy") })
    }
}
