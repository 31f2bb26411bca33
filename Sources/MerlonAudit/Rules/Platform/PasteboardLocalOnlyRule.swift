import MerlonCore

/// Pasteboard items that other devices can take.
struct PasteboardLocalOnlyRule: Rule {
    let metadata = RuleMetadata(
        id: "platform-pasteboard-local-only",
        title: "Pasteboard items are offered to other devices",
        area: .platform,
        controls: ["MASVS-PLATFORM-1", "MASVS-PLATFORM-3"],
        tests: ["MASTG-TEST-0280"],
        weaknesses: ["MASWE-0053"],
        cwe: [200],
        severity: .low,
        rationale: """
            The universal clipboard offers the general pasteboard to every nearby device of the same account, where other apps, with other \
            protection, can read it. The option localOnly keeps an item on the device.
            """,
        fix: Fix("Write with setItems(_:options:) and localOnly.", api: "MerlonPrivacy.SensitivePasteboard"),
        examples: [
            .bad(
                "a string without options",
                .example(
                    classes: ["UIPasteboard"],
                    references: [
                        .example(.selector, "generalPasteboard", in: "Login.copy()"),
                        .example(.selector, "setString:", in: "Login.copy()", at: 16),
                    ])),
            .good(
                "local only",
                .example(
                    classes: ["UIPasteboard"],
                    references: [
                        .example(.selector, "generalPasteboard", in: "Login.copy()"),
                        .example(.data, "_UIPasteboardOptionLocalOnly", in: "Login.copy()", at: 8),
                        .example(.selector, "setItems:options:", in: "Login.copy()", at: 16),
                    ])),
            .good("no pasteboard", .example()),
            RuleExample("encrypted", expects: .notDecidable, .example(classes: ["UIPasteboard"], encrypted: true)),
        ])

    var interests: CodeInterests { PasteboardWrite.interests }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(.absence, in: context) { code in
            let writes = PasteboardWrite.all(in: code)
            let shared = writes.filter { !$0.goes(with: PasteboardWrite.localOnly) && !$0.isClearing }
            guard shared.isEmpty else {
                return .findings([
                    finding("The code writes to the general pasteboard for other devices to take.", at: artifact, shared.map(\.evidence))
                ])
            }
            return .pass(examined: "\(writes.count) writes to the general pasteboard in \(code.examined)")
        }
    }
}
