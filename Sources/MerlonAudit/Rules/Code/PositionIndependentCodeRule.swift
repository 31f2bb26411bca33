import MerlonCore

/// Executables that are loaded at a fixed address.
struct PositionIndependentCodeRule: Rule {
    let metadata = RuleMetadata(
        id: "code-position-independent",
        title: "The executable is not position-independent",
        area: .code,
        controls: ["MASVS-CODE-4"],
        tests: ["MASTG-TEST-0228"],
        weaknesses: ["MASWE-0116"],
        cwe: [1327],
        severity: .medium,
        readsHeadersOnly: true,
        rationale: """
            Without MH_PIE the system loads the executable at the address that it was linked for, so that code and data lie where an \
            attacker expects them. Dynamic libraries are position-independent by their nature and carry no such flag.
            """,
        fix: Fix("Link the executable with -pie, the default of every current toolchain."),
        examples: [
            .bad("an executable without the flag", .example(slice: { $0.isPIE = false })),
            .good("an executable with the flag", .example()),
            .good("a dynamic library has no flag", .example(.framework, slice: { $0.isPIE = false })),
            .good("FairPlay leaves the header readable", .example(encrypted: true)),
            .good(
                "a stripped Swift executable",
                .example(slice: {
                    $0.isStripped = true; $0.languages = [.swift]
                })),
            RuleExample(
                "an object file is not linked", expects: .notApplicable,
                .example(
                    .binary, plist: nil,
                    slice: {
                        $0.isPIE = false; $0.fileType = .object
                    })),
            RuleExample("no binary", expects: .notApplicable, .example(hasCode: false)),
        ])

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        let slices = CodeView(artifact.binaries, in: context).slices
        let linked = slices.filter { ![.object, .staticArchive, .debugSymbols, .other].contains($0.facts.fileType) }
        guard !linked.isEmpty else {
            return .notApplicable(because: slices.isEmpty ? "it has no machine code" : "its code is not linked yet")
        }
        let fixed = linked.filter { $0.facts.fileType == .executable && !$0.facts.isPIE }
        let reasons = linked.map { slice in
            let kind = slice.facts.fileType == .executable ? "executable with MH_PIE" : "library, position-independent by nature"
            return "\(slice.file) (\(slice.facts.architecture)): \(kind)"
        }
        return .findings(
            fixed.isEmpty
                ? []
                : [
                    finding(
                        "The executable is loaded at a fixed address.", at: artifact,
                        fixed.map { $0.evidence("an executable without MH_PIE", symbol: "MH_PIE") }.capped, confidence: .certain)
                ],
            orPassExamining: reasons.prefix(8).joined(separator: "; "))
    }
}
