import MerlonCommandLine
import MerlonCore
import MerlonPinning

/// `merlon pin lint`: what is wrong with a file of pins, now or soon.
enum PinLintCommand {
    private static let file = Argument(.path("FILE"), "a file of pins, or a property list with NSPinnedDomains")
    private static let against = Option.list("against", .text("HOST"), "HOST or HOST:PORT, whose present chain the pins are held against")
    private static let certificates = Option.list(
        "certificates", .path("FILE"), "certificates that pins may be of, such as an app's bundled ones")
    private static let within = Option(
        "within", .number("DAYS", in: 1...3650), default: 60, shownAs: "60", "how many days ahead an expiry is reported")

    static let command = Command(
        name: "pin lint", abstract: "find what is wrong with pins before users do",
        discussion: """
            Finds missing backups, malformed pins, hosts and dates, subdomains of public suffixes, report-only that was left on, and pins that \
            expire. With --against, also pins that no longer match, that can never match, that are all of the present chain, and the day on \
            which the present certificate's end breaks the app.
            """,
        arguments: [file.definition],
        options: [
            against.definition, certificates.definition, within.definition, PinningOptions.format.definition,
            PinningOptions.trust.definition,
            PinningOptions.timeout.definition, PinningOptions.at.definition,
        ],
        examples: [
            Example("merlon pin lint pins.json --against api.example.org", "Says whether the pins fit the server, and until when."),
            Example("merlon pin lint Info.plist", "Checks NSPinnedDomains."),
        ],
        exitStatuses: [
            ExitStatusMeaning(.success, "nothing but notes"), ExitStatusMeaning(.findings, "warnings or errors"),
            ExitStatusMeaning(.usage, "wrong use, or a file or server that cannot be read"),
        ],
        run: run)

    private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        let bytes = try InputFile.read(invocation.values(of: file)[0], limit: PinningPolicy.maximumFileByteCount)
        var presences: [PinLint.Presence] = []
        for endpoint in try invocation.value(of: against) {
            let inspection = try await PinningOptions.inspect(endpoint, invocation)
            presences.append(.init(host: inspection.host, chain: try inspection.validation.get().certificates))
        }
        let lint = PinLint(
            now: try PinningOptions.time(invocation).wallTime, horizon: .hours(24 * Int64(try invocation.value(of: within))),
            presences: presences, certificates: try invocation.value(of: certificates).flatMap(PinningOptions.certificates))
        let findings = lint.check(file: bytes).sorted { $0.severity > $1.severity }
        switch try invocation.value(of: PinningOptions.format) {
        case .text: try invocation.console.output.write(text(findings, TextLayout(width: invocation.console.width)))
        case .json: try invocation.console.output.write(JSONValue.array(findings.map(json)).serialized(pretty: true))
        }
        return findings.contains { $0.severity > .note } ? .findings : .success
    }

    private static func text(_ findings: [PinLintFinding], _ layout: TextLayout) -> String {
        guard !findings.isEmpty else { return "nothing is wrong\n" }
        return findings.map { finding in
            let place = finding.host.map { "\($0): " } ?? ""
            return "\(finding.severity.rawValue): \(place)\(finding.kind.rawValue)\n" + layout.wrap(finding.message, indent: 4)
        }.joined()
    }

    private static func json(_ finding: PinLintFinding) -> JSONValue {
        .members([
            "kind": .string(finding.kind.rawValue), "severity": .string(finding.severity.rawValue),
            "host": finding.host.map(JSONValue.string),
            "message": .string(finding.message),
        ])
    }
}
