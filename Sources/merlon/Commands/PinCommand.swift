import MerlonCommandLine
import MerlonCore
import MerlonPinning

/// `merlon pin`: the certificates of a server or a file, and their pins.
enum PinCommand {
    private enum Format: String, CaseIterable, Sendable { case text, json, pins, plist, swift }

    private static let source = Argument(
        .path("SOURCE"), count: .oneOrMore, "HOST, HOST:PORT, or a file of certificates in PEM or DER")
    private static let format = Option(
        "format", short: "f", .choice("FORMAT"), default: Format.text, shownAs: "text",
        "text: everything, with ready files; json: the certificates; pins, plist, swift: one of the ready files")
    private static let backup = Option.list("backup", .path("FILE"), "certificates of keys in reserve, to be pinned too")
    private static let host = Option.optional("host", .text("HOST"), "the host that certificates from a file are to be pinned for")
    private static let subdomains = Option.flag("include-subdomains", "pin the names below the host, too")

    static let command = Command(
        name: "pin", abstract: "show a server's certificates, their pins, and what each pin risks",
        discussion: """
            Shakes hands with HOST and shows the chain that this machine validates, the pin of each certificate (the SHA-256 of its public key), \
            and ready files with the pins of the authorities: for Info.plist, for Merlon's file of pins, and Swift. A server that is not trusted \
            is shown, and no file is made for it.

            Pins of the present chain alone lock users out on the day when it changes: give at least one --backup from outside it.
            """,
        arguments: [source.definition],
        options: [
            format.definition, backup.definition, host.definition, subdomains.definition, PinningOptions.trust.definition,
            PinningOptions.timeout.definition, PinningOptions.at.definition,
        ],
        examples: [
            Example("merlon pin api.example.org --backup reserve.pem", "Shows the chain and ready files with the pin in reserve."),
            Example("merlon pin api.example.org --format pins > pins.json", "Writes a file of pins."),
            Example("merlon pin server.pem intermediate.pem", "Shows the pins of certificates at hand."),
        ],
        exitStatuses: [
            ExitStatusMeaning(.success, "shown"), ExitStatusMeaning(.findings, "shown, and a server is not trusted"),
            ExitStatusMeaning(.usage, "wrong use, or a server or file that cannot be read"),
        ],
        run: run)

    private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        let backups = try invocation.value(of: backup).flatMap(PinningOptions.certificates)
        var reports: [ChainReport] = []
        var untrusted = false
        for source in try invocation.values(of: source) {
            if InputFile.exists(source) {
                let name = try invocation.value(of: host).map { try HostName($0) }
                reports.append(
                    ChainReport(source: source, host: name, certificates: try PinningOptions.certificates(source), isValidated: false))
            } else {
                let inspection = try await PinningOptions.inspect(source, invocation)
                if case .failure(let error) = inspection.validation {
                    untrusted = true
                    invocation.console.report(error)
                }
                reports.append(
                    ChainReport(
                        source: source, host: inspection.validated == nil ? nil : inspection.host,
                        certificates: inspection.validated?.certificates ?? inspection.presented, isValidated: inspection.validated != nil))
            }
        }
        let policy = try policy(of: reports, backups, invocation)
        try invocation.console.output.write(render(reports, policy, backups, invocation))
        return untrusted ? .findings : .success
    }

    /// The policy of all hosts; `nil` where there is none, or fewer than two pins of one.
    private static func policy(of reports: [ChainReport], _ backups: [Certificate], _ invocation: Invocation) throws -> PinningPolicy? {
        var pins: [(HostName, [Pin])] = []
        for report in reports {
            guard let host = report.host else { continue }
            if let index = pins.firstIndex(where: { $0.0 == host }) {
                pins[index].1 += report.pins(backups: [])
            } else {
                pins.append((host, report.pins(backups: backups)))
            }
        }
        let includes = try invocation.value(of: subdomains)
        let needsPolicy = ![Format.text, .json].contains(try invocation.value(of: format))
        do {
            let sets = try pins.map { try PinSet(host: $0.0, pins: $0.1, includingSubdomains: includes) }
            return sets.isEmpty ? nil : try PinningPolicy(sets)
        } catch let error as PinningError where error.code == .backupPinMissing && !needsPolicy {
            return nil
        }
    }

    private static func render(
        _ reports: [ChainReport], _ policy: PinningPolicy?, _ backups: [Certificate], _ invocation: Invocation
    ) throws -> String {
        let format = try invocation.value(of: format)
        let now = try PinningOptions.time(invocation).wallTime
        if format == .text {
            var text = reports.map { $0.text(now: now) }.joined(separator: "\n")
            guard let policy else {
                let missing = "no ready files: they need a trusted server (or --host for a file) and two different pins; see --backup"
                return text + "\n\(missing)\n"
            }
            let snippets = PinSnippets(policy: policy)
            if backups.isEmpty { text += "\nAll these pins are of the present chain: add one from outside it with --backup.\n" }
            if let list = snippets.pinnedDomains { text += "\nInfo.plist:\n\n\(list)" }
            return text + "\nfile of pins:\n\n\(snippets.json)\nSwift:\n\n\(snippets.swift)"
        }
        if format == .json { return JSONValue.array(reports.map(\.json)).serialized(pretty: true) }
        guard let policy else {
            throw CommandLineError(
                .missingValue, "there is nothing to pin", hint: "name a server that is trusted, or --host for the certificates of a file")
        }
        let snippets = PinSnippets(policy: policy)
        switch format {
        case .plist:
            guard let list = snippets.pinnedDomains else {
                throw CommandLineError(
                    .conflict, "NSPinnedDomains cannot say this",
                    hint: "it has no addresses, and pins that are all of leaves or all of authorities")
            }
            return list
        case .swift: return snippets.swift
        default: return snippets.json
        }
    }
}
