import MerlonCore

/// Pasteboard items without an expiry.
struct PasteboardExpiryRule: Rule {
    let metadata = RuleMetadata(
        id: "platform-pasteboard-expiry",
        title: "Pasteboard items do not expire",
        area: .platform,
        controls: ["MASVS-PLATFORM-1", "MASVS-PLATFORM-3"],
        tests: ["MASTG-TEST-0279"],
        weaknesses: ["MASWE-0053"],
        cwe: [200],
        severity: .low,
        rationale: """
            Items that are put on the general pasteboard without an expiration date stay there until something else is copied. A one-time code \
            or password is then still there when the next app looks.
            """,
        fix: Fix(
            "Write with setItems(_:options:) and an expirationDate of a minute or two.", api: "MerlonPrivacy.SensitivePasteboard"),
        examples: [
            .bad(
                "a string without options",
                .example(
                    classes: ["UIPasteboard"],
                    references: [
                        .example(.selector, "generalPasteboard", in: "Login.copy()"),
                        .example(.selector, "setString:", in: "Login.copy()", at: 16),
                    ])),
            .bad(
                "options without an expiry",
                .example(
                    classes: ["UIPasteboard"],
                    references: [
                        .example(.selector, "generalPasteboard", in: "Login.copy()"),
                        .example(.data, "_UIPasteboardOptionLocalOnly", in: "Login.copy()", at: 8),
                        .example(.selector, "setItems:options:", in: "Login.copy()", at: 16),
                    ])),
            .good(
                "with an expiry",
                .example(
                    classes: ["UIPasteboard"],
                    references: [
                        .example(.selector, "generalPasteboard", in: "Login.copy()"),
                        .example(.data, "_UIPasteboardOptionExpirationDate", in: "Login.copy()", at: 8),
                        .example(.selector, "setItems:options:", in: "Login.copy()", at: 16),
                    ])),
            .good("no pasteboard", .example()),
            RuleExample("encrypted", expects: .notDecidable, .example(classes: ["UIPasteboard"], encrypted: true)),
        ])

    var interests: CodeInterests { PasteboardWrite.interests }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(.absence, in: context) { code in
            let writes = PasteboardWrite.all(in: code)
            let lasting = writes.filter { !$0.goes(with: PasteboardWrite.expiry) && !$0.isClearing }
            guard lasting.isEmpty else {
                return .findings([
                    finding("The code writes to the general pasteboard without an expiry.", at: artifact, lasting.map(\.evidence))
                ])
            }
            return .pass(examined: "\(writes.count) writes to the general pasteboard in \(code.examined)")
        }
    }
}
