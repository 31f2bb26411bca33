import MerlonCore

/// Plain-HTTP addresses among the strings of the code and in the files of the bundle.
struct HTTPAddressRule: Rule {
    let metadata = RuleMetadata(
        id: "network-http-address",
        title: "The app holds plain-HTTP addresses",
        area: .network,
        controls: ["MASVS-NETWORK-1"],
        tests: ["MASTG-TEST-0321"],
        weaknesses: ["MASWE-0050"],
        cwe: [319],
        severity: .medium,
        rationale: """
            An http:// address in the code is a request without protection waiting to be sent: by low-level networking, in a web view with an \
            exception, or on the day on which somebody relaxes transport security to make it work.
            """,
        fix: Fix("Use https:// addresses.", api: "MerlonPinning.PinningPolicy"),
        examples: [
            .bad(
                "an address that a function loads",
                .example(references: [.example(.string, "http://api.example.org/v1/login", in: "Client.login()")])),
            .bad("an address among the strings", .example(strings: ["http://api.example.org/v1"])),
            .bad(
                "a script of a bundled page",
                .example(files: [
                    BundleFile(
                        path: "Payload/Example.app/index.html", size: 60,
                        content: Array("<html>\n<script src=\"http://cdn.example.org/a.js\"></script></html>".utf8))
                ])),
            .good(
                "HTTPS, namespaces, a licence, this device",
                .example(strings: [
                    "https://api.example.org/", "http://www.w3.org/2000/svg", "http://schemas.android.com/apk/res/android",
                    "http://www.apple.com/DTDs/PropertyList-1.0.dtd", "http://www.apache.org/licenses/LICENSE-2.0",
                    "http://localhost:8081/",
                    "http://ns.adobe.com/xap/1.0/",
                ])),
            .good("prose that mentions an address", .example(strings: ["see http://example.org/help for more"])),
            RuleExample("encrypted", expects: .notDecidable, .example(strings: ["http://api.example.org/"], encrypted: true)),
        ])

    var interests: CodeInterests { CodeInterests(stringPrefixes: ["http://"]) }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        let inFiles = artifact.files.flatMap(evidence)
        guard artifact.kind != .source else {
            return inFiles.isEmpty
                ? artifact.judgeCode(in: context) { _ in .pass(examined: "") } : .findings([finding(artifact, [], inFiles)])
        }
        return artifact.judgeCode(in: context) { code in
            let inCode = code.slices.flatMap(evidence)
            guard inCode.isEmpty, inFiles.isEmpty else { return .findings([finding(artifact, inCode, inFiles)]) }
            let count = code.slices.reduce(0) { $0 + $1.facts.strings.count }
            return .pass(examined: "\(count) strings of \(code.examined), and the bundle's pages and scripts")
        }
    }

    private func finding(_ artifact: Artifact, _ inCode: [Evidence], _ inFiles: [Evidence]) -> Finding {
        let count = Set(inCode.map(\.detail) + inFiles.map(\.detail)).count
        return finding(
            count == 1 ? "The app holds a plain-HTTP address." : "The app holds \(count) plain-HTTP addresses.", at: artifact,
            Array((inCode + inFiles).prefix(Self.evidenceLimit)), confidence: inCode.isEmpty ? .tentative : .firm)
    }

    private func evidence(_ slice: CodeView.Slice) -> [Evidence] {
        let references = Dictionary(
            grouping: slice.facts.references.filter { $0.kind == .string && $0.name.hasPrefix("http://") }, by: \.name)
        return (0..<slice.facts.strings.count).flatMap { index -> [Evidence] in
            let bytes = slice.facts.strings.utf8(at: index)
            guard Self.mayHoldAddress(bytes) else { return [] }
            let addresses = WebAddress.all("http", in: bytes).filter { Self.isSuspect($0, within: bytes) }
            return addresses.flatMap { address -> [Evidence] in
                let places = references[slice.facts.strings[index]] ?? []
                guard !places.isEmpty else {
                    return [slice.evidence(address.text, address: slice.facts.strings.address(at: index))]
                }
                return places.prefix(CodeView.placesPerUse).map { slice.evidence($0, address.text) }
            }
        }
    }

    private func evidence(_ file: BundleFile) -> [Evidence] {
        guard Self.textFiles.contains(file.pathExtension), let content = file.content else { return [] }
        let lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return Array(
            lines.enumerated().lazy.flatMap { number, line -> [Evidence] in
                WebAddress.all("http", in: line).filter { !$0.isLocal && !$0.isIdentifier && !$0.host.isEmpty }.map {
                    Evidence(file: file.path, line: number + 1, detail: String($0.text.prefix(200)))
                }
            }.prefix(Self.placesPerFile))
    }

    /// Whether an address that stands in a string of the code looks like one that is loaded.
    private static func isSuspect(_ address: WebAddress, within bytes: ArraySlice<UInt8>) -> Bool {
        guard !address.isLocal, !address.isIdentifier else { return false }
        let isWhole = address.text.utf8.count == bytes.count
        // A format needs a place for the host: `http://%@/v1`. The bare scheme is as often a test for it.
        if address.host.isEmpty { return address.text.utf8.count > 7 && isWhole && address.text.contains("%") }
        guard address.host.contains(".") || address.host.hasPrefix("[") else { return false }
        // In a longer text only an address in markup or script counts; prose mentions addresses without loading them.
        return isWhole || bytes.contains(UInt8(ascii: "<")) || bytes.contains(UInt8(ascii: "{"))
    }

    private static func mayHoldAddress(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count > 7 else { return false }
        // Whole strings first, the common case; longer ones only when they look like markup or script.
        if bytes.starts(with: "http://".utf8) { return true }
        return bytes.count > 24 && (bytes.contains(UInt8(ascii: "<")) || bytes.contains(UInt8(ascii: "{")))
    }

    private static let textFiles: Set<String> = ["html", "htm", "xhtml", "js", "jsbundle", "json"]
    private static let placesPerFile = 5
    private static let evidenceLimit = 100
}
