import MerlonCore

/// Names and lines that only a debugger needs.
struct DebugSymbolsRule: Rule {
    let metadata = RuleMetadata(
        id: "resilience-debug-symbols",
        title: "Debugging symbols in the binary",
        area: .resilience,
        controls: ["MASVS-RESILIENCE-3"],
        tests: ["MASTG-TEST-0219"],
        weaknesses: ["MASWE-0093"],
        cwe: [215, 540],
        severity: .low,
        readsHeadersOnly: true,
        rationale: """
            Debugging entries give source files, function names and types to whoever takes the app apart. The build keeps them in a dSYM, \
            where crash reports find them; the shipped binary does not need them.
            """,
        fix: Fix(
            "Set STRIP_INSTALLED_PRODUCT and DEBUG_INFORMATION_FORMAT = dwarf-with-dsym for release builds, and strip with -x or more."),
        examples: [
            .bad("debugging entries", .example(slice: { $0.debugSymbolCount = 412 })),
            .bad("a DWARF segment", .example(slice: { $0.hasDWARF = true })),
            .bad("local symbols are left", .example(slice: { $0.localSymbolCount = 3000 })),
            .good("stripped", .example(slice: { $0.isStripped = true })),
            .good(
                "a library keeps its exports",
                .example(
                    .framework,
                    slice: {
                        $0.isStripped = true; $0.exports = ["_open"]
                    })),
            .good("FairPlay leaves the symbol table readable", .example(encrypted: true, slice: { $0.isStripped = true })),
            RuleExample(
                "an object file", expects: .notApplicable,
                .example(
                    .binary, plist: nil,
                    slice: {
                        $0.fileType = .object; $0.localSymbolCount = 9
                    })),
            RuleExample("no binary", expects: .notApplicable, .example(hasCode: false)),
        ])

    func evaluate(_ artifact: Artifact, in context: AuditContext) -> RuleOutcome {
        let slices = CodeView(artifact.binaries, in: context).slices.filter {
            ![.object, .staticArchive, .debugSymbols].contains($0.facts.fileType)
        }
        guard !slices.isEmpty else { return .notApplicable(because: "it has no linked code") }
        var debugging: [Evidence] = []
        var local: [Evidence] = []
        for slice in slices {
            if slice.facts.debugSymbolCount > 0 {
                debugging.append(slice.evidence("\(slice.facts.debugSymbolCount) debugging entries in the symbol table", symbol: "N_STAB"))
            }
            if slice.facts.hasDWARF { debugging.append(slice.evidence("a __DWARF segment", symbol: "__DWARF")) }
            if slice.facts.localSymbolCount > 0 {
                let names = slice.facts.definedFunctions.prefix(3).joined(separator: ", ")
                local.append(
                    slice.evidence(
                        "\(slice.facts.localSymbolCount) local symbols\(names.isEmpty ? "" : ", such as \(names)")", symbol: "LC_SYMTAB"))
            }
        }
        var findings: [Finding] = []
        if !debugging.isEmpty {
            let message = "The binary has the entries that a debugger reads."
            findings.append(finding(message, at: artifact, debugging.capped, confidence: .certain, severity: .medium))
        }
        if !local.isEmpty { findings.append(finding("The binary's local symbols are not stripped.", at: artifact, local.capped)) }
        return .findings(
            findings,
            orPassExamining: "symbol tables of \(slices.map { "\($0.file) (\($0.facts.architecture))" }.prefix(8).joined(separator: ", "))")
    }
}
