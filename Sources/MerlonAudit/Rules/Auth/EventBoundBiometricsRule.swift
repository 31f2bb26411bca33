/// Biometrics whose answer is a Boolean in the app, which whoever controls the process can turn around.
struct EventBoundBiometricsRule: Rule {
    let metadata = RuleMetadata(
        id: "auth-event-bound-biometrics",
        title: "Biometric authentication that guards no key",
        area: .auth,
        controls: ["MASVS-AUTH-2"],
        tests: ["MASTG-TEST-0266"],
        weaknesses: ["MASWE-0044"],
        cwe: [287, 603],
        severity: .high,
        rationale: """
            evaluatePolicy answers yes or no to the app's own code. On a device with an instrumented process the answer is made to be yes \
            by one hook. A keychain item under an access control is given out by the Secure Enclave alone, after the user was there.
            """,
        fix: Fix(
            """
            Keep the secret, or a key that is needed for it, in the keychain under SecAccessControlCreateWithFlags with \
            biometryCurrentSet, and let reading it ask the user.
            """,
            api: "MerlonAuth.AppLock"),
        examples: [
            .bad(
                "a policy is evaluated, and nothing is bound to it",
                .example(references: [
                    .example(.selector, "evaluatePolicy:localizedReason:reply:", in: "unlock()", arguments: [2: 1])
                ])),
            .bad(
                "an access control that asks for nobody",
                .example(references: [
                    .example(.selector, "evaluatePolicy:localizedReason:reply:", in: "unlock()", arguments: [2: 1]),
                    .example(.call, "_SecAccessControlCreateWithFlags", in: "store()", arguments: [2: 0]),
                ])),
            .good(
                "bound to a keychain item",
                .example(references: [.example(.call, "_SecAccessControlCreateWithFlags", in: "store()", arguments: [2: 8])])),
            RuleExample(
                "both, perhaps for different things", expects: .manual,
                .example(references: [
                    .example(.selector, "evaluatePolicy:localizedReason:reply:", in: "unlock()", arguments: [2: 1]),
                    .example(.call, "_SecAccessControlCreateWithFlags", in: "store()", arguments: [2: 8]),
                ])),
            RuleExample(
                "only the question whether the device could", expects: .notApplicable, .example(selectors: ["canEvaluatePolicy:error:"])),
            RuleExample("no local authentication", expects: .notApplicable, .example()),
            RuleExample("encrypted", expects: .notDecidable, .example(encrypted: true)),
        ])

    let interests = CodeInterests(
        of: [LocalAuthenticationAPIs.evaluatePolicy, LocalAuthenticationAPIs.accessControl] + LocalAuthenticationAPIs.boundToKeys)

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            let asked = code.places(of: [LocalAuthenticationAPIs.evaluatePolicy]) { "\($0.name) gives its answer to the app" }
            // A framework may ask while the app binds; the whole app is looked at.
            let whole = CodeView(context.root.allBinaries, in: context)
            let bound =
                whole.slices.flatMap { slice in
                    slice.references(to: [LocalAuthenticationAPIs.accessControl]).filter { LocalAuthenticationAPIs.flags($0) != 0 }
                        .map { slice.evidence($0, "binds a keychain item") }
                } + whole.places(of: LocalAuthenticationAPIs.boundToKeys)
            let isBoundSomewhere =
                !bound.isEmpty
                || whole.slices.contains {
                    $0.uses([LocalAuthenticationAPIs.accessControl]) && $0.references(to: [LocalAuthenticationAPIs.accessControl]).isEmpty
                }
            if asked.isEmpty {
                return isBoundSomewhere
                    ? .pass(examined: "no evaluatePolicy, and access controls, in \(whole.examined)")
                    : .notApplicable(because: "it does not authenticate the user locally")
            }
            if isBoundSomewhere {
                return .manual(
                    lookAt: "whether what these questions guard needs a keychain item that is bound to the user",
                    evidence: (asked + bound).capped)
            }
            let message = "The user is asked for biometrics, and no keychain item depends on the answer."
            return .findings([finding(message, at: artifact, asked.capped)])
        }
    }
}
