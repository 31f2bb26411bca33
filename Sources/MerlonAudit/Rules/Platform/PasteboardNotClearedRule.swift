import MerlonCore

/// Pasteboard content that is never removed.
struct PasteboardNotClearedRule: Rule {
    let metadata = RuleMetadata(
        id: "platform-pasteboard-not-cleared",
        title: "What is copied is never cleared from the pasteboard",
        area: .platform,
        controls: ["MASVS-PLATFORM-1", "MASVS-PLATFORM-3"],
        tests: ["MASTG-TEST-0278"],
        weaknesses: ["MASWE-0053"],
        cwe: [200],
        severity: .low,
        rationale: """
            Content of the general pasteboard outlives the app that put it there. If the app neither removes it nor lets it expire, every app \
            that is opened later can still read it.
            """,
        fix: Fix(
            "Set the pasteboard's items to an empty list when the app goes to the background, or give items an expiry.",
            api: "MerlonPrivacy.SensitivePasteboard"),
        examples: [
            .bad(
                "written and not cleared",
                .example(
                    classes: ["UIPasteboard"],
                    references: [
                        .example(.selector, "generalPasteboard", in: "Login.copy()"),
                        .example(.selector, "setString:", in: "Login.copy()", at: 16),
                    ])),
            .good("no pasteboard", .example()),
            .good(
                "items that expire",
                .example(
                    classes: ["UIPasteboard"],
                    references: [
                        .example(.selector, "generalPasteboard", in: "Login.copy()"),
                        .example(.data, "_UIPasteboardOptionExpirationDate", in: "Login.copy()", at: 8),
                        .example(.selector, "setItems:options:", in: "Login.copy()", at: 16),
                    ])),
            RuleExample(
                "written, and items are set elsewhere", expects: .manual,
                .example(
                    classes: ["UIPasteboard"],
                    references: [
                        .example(.selector, "generalPasteboard", in: "Login.copy()"),
                        .example(.selector, "setString:", in: "Login.copy()", at: 16),
                        .example(.selector, "generalPasteboard", in: "Login.leave()"),
                        .example(.selector, "setItems:", in: "Login.leave()", at: 16),
                    ])),
            RuleExample("encrypted", expects: .notDecidable, .example(classes: ["UIPasteboard"], encrypted: true)),
        ])

    var interests: CodeInterests { PasteboardWrite.interests }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(.absence, in: context) { code in
            let writes = PasteboardWrite.all(in: code)
            // `items = []` is how a pasteboard is emptied; the list's length cannot be seen.
            let setsItems = { (write: PasteboardWrite) in write.function?.uses([.selector("setItems:")]) ?? false }
            let content = writes.filter { !setsItems($0) && !$0.goes(with: PasteboardWrite.expiry) }
            guard !content.isEmpty else { return .pass(examined: "writes to the general pasteboard in \(code.examined)") }
            let clearing = writes.filter(setsItems)
            guard clearing.isEmpty else {
                return .manual(
                    lookAt: "See whether the pasteboard is emptied wherever something sensitive was copied.",
                    evidence: (content + clearing).map(\.evidence))
            }
            return .findings([
                finding("The code writes to the general pasteboard and never clears it.", at: artifact, content.map(\.evidence))
            ])
        }
    }
}
