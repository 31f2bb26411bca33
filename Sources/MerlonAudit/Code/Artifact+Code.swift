extension Artifact {
    /// What makes a rule's finding.
    enum CodeQuestion {
        /// Something that is there. It may be seen even in an encrypted slice (its imports are not encrypted); its absence may not.
        case presence
        /// Something that is not there. Nothing can be said while a slice is encrypted.
        case absence
    }

    /// Lets a rule look at this artifact's code, and answers for it where there is none that can be read.
    ///
    /// - No binary: not applicable, or not decidable for a source folder, whose code is not read.
    /// - An encrypted slice: a pass becomes "not decidable: encrypted", and so does a finding that rests on an absence.
    func judgeCode(
        _ question: CodeQuestion = .presence, in context: AuditContext, withChildren: Bool = false,
        _ judge: (CodeView) -> RuleOutcome
    ) -> RuleOutcome {
        judgeCode(of: withChildren ? allBinaries : binaries, question, in: context, judge)
    }

    /// The same for binaries that the rule picks.
    func judgeCode(
        of binaries: [BinaryFacts], _ question: CodeQuestion = .presence, in context: AuditContext, _ judge: (CodeView) -> RuleOutcome
    ) -> RuleOutcome {
        let code = CodeView(binaries, in: context)
        guard !code.slices.isEmpty else {
            if kind == .source { return .notDecidable(because: "the code of a source folder is not read") }
            return .notApplicable(because: "it has no machine code")
        }
        let encrypted = code.slices.filter(\.facts.isEncrypted)
        guard !encrypted.isEmpty else { return judge(code) }
        let places = encrypted.map { "\($0.facts.architecture) of \($0.file)" }.joined(separator: ", ")
        let undecided = RuleOutcome.notDecidable(because: "encrypted: \(places)")
        guard question == .presence else { return undecided }
        let outcome = judge(code)
        switch outcome {
        case .findings, .manual, .notDecidable: return outcome
        case .pass, .notApplicable: return undecided
        }
    }

    /// The binaries that run under this artifact's own property list: its own, and those of the frameworks that it holds.
    var processBinaries: [BinaryFacts] { binaries + children.filter { $0.kind == .framework }.flatMap(\.processBinaries) }
}
