import MerlonCore

/// Use of the pasteboard that every app can read.
struct GeneralPasteboardRule: Rule {
    let metadata = RuleMetadata(
        id: "platform-general-pasteboard",
        title: "The general pasteboard is written to",
        area: .platform,
        controls: ["MASVS-PLATFORM-1", "MASVS-PLATFORM-3"],
        tests: ["MASTG-TEST-0276"],
        weaknesses: ["MASWE-0053"],
        cwe: [200],
        severity: .low,
        rationale: """
            What lies on the general pasteboard can be read by the app that comes to the front next, and by the user's other devices nearby. \
            It is the right place for what the user copies on purpose, and the wrong one for passwords, codes and tokens.
            """,
        fix: Fix(
            "Keep secrets off the general pasteboard; otherwise let items expire and stay on the device.",
            api: "MerlonPrivacy.SensitivePasteboard"),
        examples: [
            .bad(
                "a string is written",
                .example(
                    classes: ["UIPasteboard"],
                    references: [
                        .example(.selector, "generalPasteboard", in: "Login.copy()"),
                        .example(.selector, "setString:", in: "Login.copy()", at: 16),
                    ])),
            .good(
                "a pasteboard of the app's own",
                .example(selectors: ["pasteboardWithName:create:", "setString:"], classes: ["UIPasteboard"])),
            .good("no pasteboard", .example(selectors: ["setString:"])),
            RuleExample("only read", expects: .manual, .example(selectors: ["generalPasteboard", "string"], classes: ["UIPasteboard"])),
            RuleExample("encrypted", expects: .notDecidable, .example(classes: ["UIPasteboard"], encrypted: true)),
        ])

    var interests: CodeInterests { PasteboardWrite.interests }

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            let writes = PasteboardWrite.all(in: code)
            if !writes.isEmpty {
                let word = writes.lazy.compactMap(\.sensitiveWord).first
                let message =
                    word.map { "The code writes to the general pasteboard where it handles a text with \"\($0)\"." }
                    ?? "The code writes to the general pasteboard; see whether what it writes is sensitive."
                return .findings([
                    finding(message, at: artifact, writes.map(\.evidence), confidence: word == nil ? .tentative : .firm)
                ])
            }
            let uses = code.slices.filter { $0.has(.objectiveCClass("UIPasteboard")) }
                .flatMap { $0.places(of: [PasteboardWrite.general]) { "uses \($0.name)" } }
            guard uses.isEmpty else { return .manual(lookAt: "See what the code does with the general pasteboard.", evidence: uses) }
            return .pass(examined: "use of UIPasteboard in \(code.examined)")
        }
    }
}
