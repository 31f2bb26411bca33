import MerlonCore

/// Password fields in HTML that the app brings along.
struct WebViewPasswordFieldRule: Rule {
    let metadata = RuleMetadata(
        id: "platform-webview-password-field",
        title: "A web view's page asks for a password",
        area: .platform,
        controls: ["MASVS-PLATFORM-2"],
        tests: ["MASTG-TEST-0378"],
        weaknesses: ["MASWE-0069"],
        cwe: [522],
        severity: .medium,
        rationale: """
            A password that is typed into a page in a web view can be read by every script of that page and by the app. Neither the user nor \
            the service can tell who else gets it.
            """,
        fix: Fix("Ask for passwords in native fields or through ASWebAuthenticationSession.", api: "MerlonAuth.WebAuthenticationBrowser"),
        examples: [
            .bad("in a string of the code", .example(strings: [#"<form><input name="p" type="password"></form>"#], classes: ["WKWebView"])),
            .bad(
                "in a bundled page",
                .example(
                    classes: ["WKWebView"],
                    files: [
                        BundleFile(
                            path: "Payload/Example.app/login.html", size: 40,
                            content: Array("<html>\n<input TYPE='Password'>\n</html>".utf8))
                    ])),
            .good("a page without one", .example(strings: [#"<input type="text">"#], classes: ["WKWebView"])),
            .good("no web view", .example(strings: ["type=password"])),
            RuleExample("encrypted", expects: .notDecidable, .example(classes: ["WKWebView"], encrypted: true)),
        ])

    var interests: CodeInterests { CodeInterests(of: WebViewUse.loads, stringsBeside: true) }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            guard code.uses([WebViewUse.view]) else { return .pass(examined: "use of WKWebView in \(code.examined)") }
            let inCode = code.slices.flatMap { slice in
                (0..<slice.facts.strings.count).compactMap { index -> Evidence? in
                    let bytes = slice.facts.strings.utf8(at: index)
                    guard bytes.contains(UInt8(ascii: "<")), Self.hasPasswordField(bytes) else { return nil }
                    let place = slice.facts.references.first { $0.kind == .string && $0.target == slice.facts.strings.address(at: index) }
                    let detail = "HTML with a password field"
                    return place.map { slice.evidence($0, detail) }
                        ?? slice.evidence(detail, address: slice.facts.strings.address(at: index))
                }
            }
            let inFiles = artifact.files.filter { ["html", "htm", "xhtml"].contains($0.pathExtension) }.flatMap(Self.evidence)
            guard inCode.isEmpty, inFiles.isEmpty else {
                return .findings([
                    finding(
                        "HTML with a password field comes with an app that has a web view.", at: artifact, inCode + inFiles)
                ])
            }
            return .pass(examined: "HTML in \(code.examined) and in the bundle's pages")
        }
    }

    private static func evidence(_ file: BundleFile) -> [Evidence] {
        let lines = (file.content ?? []).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.enumerated().filter { hasPasswordField($0.element) }.map {
            Evidence(file: file.path, line: $0.offset + 1, detail: "a password field")
        }
    }

    /// `type="password"`, whatever the case, the quotes and the blanks.
    static func hasPasswordField(_ bytes: ArraySlice<UInt8>) -> Bool {
        let dropped = Set("\"'\\".utf8)
        var text: [UInt8] = []
        for byte in bytes where byte > 0x20 && !dropped.contains(byte) { text.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) }
        return text.contains(Array("type=password".utf8))
    }
}

extension Array where Element: Equatable {
    /// Whether the elements of `part` stand in this array, in their order and without a gap.
    func contains(_ part: [Element]) -> Bool {
        guard let first = part.first else { return true }
        guard count >= part.count else { return false }
        return (0...(count - part.count)).contains { self[$0] == first && self[$0..<($0 + part.count)].elementsEqual(part) }
    }
}
