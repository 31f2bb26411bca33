import MerlonCore

/// Data in a container that the other apps of a group can read.
struct AppGroupRule: Rule {
    let metadata = RuleMetadata(
        id: "storage-app-group",
        title: "Data in a shared app group container",
        area: .storage,
        controls: ["MASVS-STORAGE-1"],
        tests: ["MASTG-TEST-0388"],
        weaknesses: ["MASWE-0006"],
        cwe: [668, 312],
        severity: .medium,
        rationale: """
            Every app and extension of the group reads and writes the shared container, and the keychain's protection does not reach it. \
            A keyboard, share or widget extension is often the weaker one, and what it can read an attacker of it can read.
            """,
        fix: Fix(
            "Put into the shared container only what every member may know; seal the rest with a key in a shared keychain group.",
            api: "MerlonCrypto.SealingKey"),
        examples: [
            .bad(
                "a token in the group's preferences",
                .example(
                    references: [
                        .example(.string, "authToken", in: "share()", at: 0),
                        .example(.selector, "initWithSuiteName:", in: "share()", at: 8),
                    ], entitlements: ["com.apple.security.application-groups": ["group.org.example"]])),
            .bad(
                "a plain file in the container",
                .example(references: [
                    .example(.selector, "containerURLForSecurityApplicationGroupIdentifier:", in: "share()", at: 0),
                    .example(.selector, "writeToURL:atomically:", in: "share()", at: 8),
                ])),
            RuleExample(
                "a group, and code that asks for its container", expects: .manual,
                .example(
                    selectors: ["containerURLForSecurityApplicationGroupIdentifier:"],
                    entitlements: ["com.apple.security.application-groups": ["group.org.example"]])),
            RuleExample(
                "a group, and no code that is known to use it", expects: .manual,
                .example(entitlements: ["com.apple.security.application-groups": ["group.org.example"]])),
            .good(
                "a protected file in the container",
                .example(references: [
                    .example(.selector, "containerURLForSecurityApplicationGroupIdentifier:", in: "share()", at: 0),
                    .example(.selector, "writeToURL:options:error:", in: "share()", at: 8, arguments: [3: 0x2000_0000]),
                ])),
            .good("no group", .example(entitlements: ["application-identifier": "ABCDE12345.org.example"])),
            RuleExample("encrypted", expects: .notDecidable, .example(encrypted: true)),
        ])

    let interests = FileWriting.interests.union(CodeInterests(of: [Self.container, Self.suite], stringsBeside: true))

    private static let entitlement = "com.apple.security.application-groups"
    private static let container = CodeUse.selector("containerURLForSecurityApplicationGroupIdentifier:")
    private static let suite = CodeUse.selector("initWithSuiteName:")

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            var shared: [Evidence] = []
            var open: [Evidence] = []
            var protected = false
            for slice in code.slices {
                for place in slice.references(to: [Self.container, Self.suite]) {
                    let writes = slice.references(beside: place).filter { write in FileWriting.writes.uses.contains { $0.matches(write) } }
                    let unprotected = writes.filter { !FileWriting.isProtected($0, in: slice) }
                    if let word = slice.texts(beside: place).lazy.compactMap(SensitiveWords.first).first {
                        if writes.isEmpty || !unprotected.isEmpty {
                            shared.append(slice.evidence(place, "\(place.name) beside a text with \"\(word)\""))
                        }
                    } else if Self.container.matches(place), !unprotected.isEmpty {
                        shared += unprotected.map { slice.evidence($0, "writes an unprotected file to the group's container") }
                    } else if !writes.isEmpty {
                        protected = true
                    } else {
                        open.append(slice.evidence(place, place.name))
                    }
                }
                // Places are not known in every slice; the bare name still says that the group is used.
                if slice.references(to: [Self.container, Self.suite]).isEmpty {
                    open += slice.places(of: [Self.container]) { $0.name }
                }
            }
            if !shared.isEmpty {
                return .findings([finding("Data is put where every app of the group can read it.", at: artifact, shared.unique.capped)])
            }
            let groups = code.slices.flatMap { slice in
                (slice.facts.signature?.entitlements?[Self.entitlement]?.array ?? []).compactMap(\.string).map {
                    slice.evidence("member of the group \($0)", symbol: Self.entitlement)
                }
            }
            if !protected || !open.isEmpty, !(groups + open).isEmpty {
                return .manual(lookAt: "what is kept in the shared container or its preferences", evidence: (groups + open).capped)
            }
            return .pass(examined: "entitlements and group containers of \(code.examined)")
        }
    }
}
