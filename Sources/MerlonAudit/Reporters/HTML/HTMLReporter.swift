import MerlonCore

/// The report as one HTML file that needs nothing else: no network, no other file, and a policy that lets nothing be loaded or run but its own
/// style sheet and script. Without script it shows everything; with it, it can be filtered.
public struct HTMLReporter: Reporter {
    /// Places that are listed of one finding; the rest is counted.
    static let placeLimit = 200

    /// Makes the reporter.
    public init() {}

    public func render(_ report: AuditReport, rules: [RuleMetadata]) -> String {
        let index = ReportIndex(rules)
        let names = report.targets.map(Self.name)
        let targets = report.targets.enumerated().map { number, target in HTMLTarget(target, number: number + 1, index).markup }
        let document = Markup.element(
            "html", ["lang": "en"],
            [
                head(title: "Merlon audit: \(names.joined(separator: ", "))"),
                .element(
                    "body", [:],
                    [
                        .element("a", ["class": "skip", "href": "#content"], ["Skip to the report"]),
                        header(report, names),
                        .element("main", ["id": "content"], targets + [baseline(report)]),
                        .element(
                            "footer", [:],
                            [
                                .element(
                                    "p", [:],
                                    [
                                        "What is not here was not found, which does not prove that it is not there. ",
                                        "Tests as in OWASP MASTG v2, controls as in OWASP MASVS v2.",
                                    ])
                            ]),
                        .embedded("script", Self.script),
                    ]),
            ])
        return "<!DOCTYPE html>\n" + document.html + "\n"
    }

    /// What a person calls the target.
    static func name(_ target: TargetReport) -> String {
        target.artifacts.first?.name ?? target.path.split(separator: "/").last.map(String.init) ?? target.path
    }

    private func head(title: String) -> Markup {
        .element(
            "head", [:],
            [
                .void("meta", ["charset": "utf-8"]),
                .void("meta", ["http-equiv": "Content-Security-Policy", "content": Self.policy]),
                .void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
                .void("meta", ["name": "color-scheme", "content": "light dark"]),
                .void("meta", ["name": "referrer", "content": "no-referrer"]),
                .element("title", [:], [.text(title, limit: 200)]),
                .embedded("style", Self.style),
            ])
    }

    /// Only this style sheet and this script, by their digests: not even an escaping mistake would run what an audited file contains.
    static let policy: String = {
        func digest(_ source: StaticString) -> String {
            let text = Base64URL.encode(SHA256.digest(Array(source.description.utf8)))
            return "'sha256-" + String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }) + "='"
        }
        return "default-src 'none'; style-src \(digest(style)); script-src \(digest(script)); base-uri 'none'; form-action 'none'"
    }()

    private func header(_ report: AuditReport, _ names: [String]) -> Markup {
        let links = names.enumerated().map { number, name in
            Markup.element("li", [:], [.element("a", ["href": "#t\(number + 1)"], [.text(name, limit: 80)])])
        }
        return .element(
            "header", ["class": "top"],
            [
                .element(
                    "p", ["class": "brand"],
                    [.element("strong", [:], ["Merlon"]), " audit against OWASP MASVS"]),
                .element(
                    "p", ["class": "faint"],
                    [
                        .element("time", ["datetime": report.at.iso8601], [.text(String(report.at.iso8601.prefix(10)))]), " · version ",
                        .text(report.toolVersion), report.profile.map { .list([" · profile ", .text($0.description)]) } ?? .none,
                    ]),
                names.count > 1 ? .element("nav", ["aria-label": "Targets"], [.element("ul", [:], links)]) : .none,
            ])
    }

    private func baseline(_ report: AuditReport) -> Markup {
        guard let notes = report.baseline?.notes, !notes.isEmpty else { return .none }
        return .element(
            "section", ["class": "plain"],
            [.element("h2", [:], ["Baseline"]), .element("ul", [:], notes.map { .element("li", [:], [.text($0)]) })])
    }
}
