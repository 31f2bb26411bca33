/// Authentication that takes the device's passcode in place of biometrics.
struct PasscodeFallbackRule: Rule {
    let metadata = RuleMetadata(
        id: "auth-passcode-fallback",
        title: "Biometrics that fall back to the passcode",
        area: .auth,
        controls: ["MASVS-AUTH-2"],
        tests: ["MASTG-TEST-0268"],
        weaknesses: ["MASWE-0045"],
        cwe: [287, 1390],
        severity: .medium,
        rationale: """
            A passcode is seen over a shoulder and often shared; thieves have used it to empty accounts. Where biometrics are meant to \
            protect something, the passcode must not open it too.
            """,
        fix: Fix(
            "Use biometryCurrentSet for the access control, and deviceOwnerAuthenticationWithBiometrics for the policy.",
            api: "MerlonVault.AccessPolicy"),
        examples: [
            .bad(
                "user presence",
                .example(references: [.example(.call, "_SecAccessControlCreateWithFlags", in: "store()", arguments: [2: 1])])),
            .bad(
                "biometrics or passcode",
                .example(references: [
                    .example(.call, "_SecAccessControlCreateWithFlags", in: "store()", arguments: [2: 1 << 3 | 1 << 14 | 1 << 4])
                ])),
            .bad(
                "the owner's policy",
                .example(references: [.example(.selector, "evaluatePolicy:localizedReason:reply:", in: "unlock()", arguments: [2: 2])])),
            .good(
                "the current set of biometrics",
                .example(references: [.example(.call, "_SecAccessControlCreateWithFlags", in: "store()", arguments: [2: 8])])),
            .good(
                "biometrics and passcode",
                .example(references: [
                    .example(.call, "_SecAccessControlCreateWithFlags", in: "store()", arguments: [2: 1 << 3 | 1 << 15 | 1 << 4])
                ])),
            RuleExample("flags decided at run time", expects: .manual, .example(imports: ["_SecAccessControlCreateWithFlags"])),
            RuleExample(
                "the question whether there is a passcode", expects: .notApplicable,
                .example(references: [.example(.selector, "canEvaluatePolicy:error:", in: "f", arguments: [2: 2])])),
            RuleExample("no local authentication", expects: .notApplicable, .example()),
            RuleExample("encrypted", expects: .notDecidable, .example(encrypted: true)),
        ])

    let interests = CodeInterests(of: [LocalAuthenticationAPIs.evaluatePolicy, LocalAuthenticationAPIs.accessControl])

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        artifact.judgeCode(in: context) { code in
            var fallbacks: [Evidence] = []
            var undecided: [Evidence] = []
            var strict = 0
            for slice in code.slices {
                let places = slice.references(to: [LocalAuthenticationAPIs.accessControl, LocalAuthenticationAPIs.evaluatePolicy])
                for place in places {
                    let isPolicy = LocalAuthenticationAPIs.evaluatePolicy.matches(place)
                    switch place.constantArguments[2] {
                    case nil:
                        undecided.append(slice.evidence(place, isPolicy ? "the policy is not a constant" : "the flags are not a constant"))
                    case let value? where isPolicy:
                        if value == LocalAuthenticationAPIs.deviceOwner {
                            fallbacks.append(slice.evidence(place, "policy deviceOwnerAuthentication"))
                        } else {
                            strict += 1
                        }
                    case let value?:
                        if let name = Self.fallback(value) { fallbacks.append(slice.evidence(place, "flag \(name)")) } else { strict += 1 }
                    }
                }
                if places.isEmpty {
                    undecided += slice.places(of: [LocalAuthenticationAPIs.accessControl, LocalAuthenticationAPIs.evaluatePolicy]) {
                        "uses \($0.name)"
                    }
                }
            }
            if !fallbacks.isEmpty {
                return .findings([finding("The passcode opens what biometrics guard.", at: artifact, fallbacks.capped)])
            }
            if !undecided.isEmpty { return .manual(lookAt: "with which policy or flags the user is asked", evidence: undecided.capped) }
            guard strict > 0 else { return .notApplicable(because: "it does not authenticate the user locally") }
            return .pass(examined: "\(strict) calls of local authentication in \(code.examined)")
        }
    }

    /// The flag by which the passcode opens the item.
    private static func fallback(_ flags: UInt64) -> String? {
        typealias Flag = LocalAuthenticationAPIs.Flag
        if flags & Flag.userPresence != 0 { return "userPresence" }
        // With `and` (bit 15) the passcode is asked for on top of biometrics.
        let isBoth = flags & 1 << 15 != 0 && flags & (Flag.biometryAny | Flag.biometryCurrentSet) != 0
        return flags & Flag.devicePasscode != 0 && !isBoth ? "devicePasscode" : nil
    }
}
