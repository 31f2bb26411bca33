/// Authentication that a finger or face added later passes too.
struct EnrollmentChangeRule: Rule {
    let metadata = RuleMetadata(
        id: "auth-enrollment-change",
        title: "Changes of the enrolled biometrics go unnoticed",
        area: .auth,
        controls: ["MASVS-AUTH-2"],
        tests: ["MASTG-TEST-0270"],
        weaknesses: ["MASWE-0046"],
        cwe: [287],
        severity: .medium,
        rationale: """
            Whoever knows the passcode can add a finger or a face, and from then on passes as the user. An item under biometryCurrentSet \
            becomes unreadable by such a change; one under biometryAny does not.
            """,
        fix: Fix(
            "Use biometryCurrentSet, or compare evaluatedPolicyDomainState with the value of the last sign-in.",
            api: "MerlonVault.AccessPolicy"),
        examples: [
            .bad(
                "any biometrics",
                .example(references: [.example(.call, "_SecAccessControlCreateWithFlags", in: "store()", arguments: [2: 2])])),
            .bad(
                "user presence",
                .example(references: [.example(.call, "_SecAccessControlCreateWithFlags", in: "store()", arguments: [2: 1])])),
            .bad(
                "a policy, and no look at the enrolled set",
                .example(references: [.example(.selector, "evaluatePolicy:localizedReason:reply:", in: "unlock()", arguments: [2: 1])])),
            .good(
                "the current set",
                .example(references: [.example(.call, "_SecAccessControlCreateWithFlags", in: "store()", arguments: [2: 1 << 3 | 1 << 30])])
            ),
            .good(
                "a policy, and a look at the enrolled set",
                .example(
                    selectors: ["evaluatedPolicyDomainState"],
                    references: [.example(.selector, "evaluatePolicy:localizedReason:reply:", in: "unlock()", arguments: [2: 1])])),
            RuleExample("flags decided at run time", expects: .manual, .example(imports: ["_SecAccessControlCreateWithFlags"])),
            RuleExample("no local authentication", expects: .notApplicable, .example()),
            RuleExample("encrypted", expects: .notDecidable, .example(encrypted: true)),
        ])

    let interests = CodeInterests(
        of: [LocalAuthenticationAPIs.evaluatePolicy, LocalAuthenticationAPIs.accessControl] + Self.domainState)

    private static let domainState: [CodeUse] = [
        .selector("evaluatedPolicyDomainState"), .selector("domainState"), .objectiveCClass("LADomainState"), .selector("stateHash"),
    ]

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            var open: [Evidence] = []
            var undecided: [Evidence] = []
            var bound: [Evidence] = []
            for slice in code.slices {
                let controls = slice.references(to: [LocalAuthenticationAPIs.accessControl])
                for control in controls {
                    switch LocalAuthenticationAPIs.flags(control) {
                    case nil: undecided.append(slice.evidence(control, "the flags are not a constant"))
                    case let flags? where flags & LocalAuthenticationAPIs.Flag.biometryCurrentSet != 0:
                        bound.append(slice.evidence(control, "biometryCurrentSet"))
                    case let flags? where flags & LocalAuthenticationAPIs.Flag.biometryAny != 0:
                        open.append(slice.evidence(control, "flag biometryAny"))
                    case let flags? where flags & LocalAuthenticationAPIs.Flag.userPresence != 0:
                        open.append(slice.evidence(control, "flag userPresence"))
                    default: break
                    }
                }
                if controls.isEmpty { undecided += slice.places(of: [LocalAuthenticationAPIs.accessControl]) { "uses \($0.name)" } }
            }
            let looks = code.places(of: Self.domainState)
            let asked = code.places(of: [LocalAuthenticationAPIs.evaluatePolicy]) { "\($0.name), and the enrolled set is never looked at" }
            if looks.isEmpty, bound.isEmpty { open += asked }
            if !open.isEmpty, looks.isEmpty {
                return .findings([finding("Biometrics that are enrolled later open the app too.", at: artifact, open.capped)])
            }
            if !undecided.isEmpty { return .manual(lookAt: "with which flags the item is bound", evidence: (undecided + looks).capped) }
            guard !(open + bound + asked).isEmpty else { return .notApplicable(because: "it does not authenticate the user by biometrics") }
            return .pass(examined: "access control flags and the enrolled set in \(code.examined)")
        }
    }
}
