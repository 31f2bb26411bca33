import MerlonCore

/// What to look for: `--only` and `--skip`, each a list of rule ids, areas and test ids. Skipping wins.
public struct Selection: Sendable {
    /// One name of a list, understood.
    enum Term: Hashable, Sendable {
        case rule(String)
        case area(MASVSArea)
        case test(String)
    }

    let only: Set<Term>
    let skip: Set<Term>
    let rules: [RuleMetadata]

    /// Understands the names.
    ///
    /// - Parameters:
    ///   - only: What to look for; everything when empty. `network-ats-arbitrary-loads`, `NETWORK` or `MASVS-NETWORK`, `MASTG-TEST-0322` or
    ///     `0322`; case does not matter, and one string may hold several names with commas between them.
    ///   - skip: What to leave out.
    ///   - rules: All rules there are.
    /// - Throws: `unknownName` with the nearest known name as a hint: a misspelt `--skip` would otherwise look for what it should not, a
    ///   misspelt `--only` for nothing.
    public init(only: [String] = [], skip: [String] = [], rules: [RuleMetadata]) throws(AuditError) {
        self.rules = rules
        self.only = try Self.terms(only, option: "--only", rules)
        self.skip = try Self.terms(skip, option: "--skip", rules)
    }

    /// Whether nothing is left out.
    public var isEverything: Bool { only.isEmpty && skip.isEmpty }

    /// Whether the rule is run: `only` names it, its area or one of its tests, and `skip` names neither it nor its area nor all its tests.
    public func includes(_ rule: RuleMetadata) -> Bool {
        let isWanted =
            only.isEmpty || only.contains(.rule(rule.id)) || only.contains(.area(rule.area))
            || rule.tests.contains { only.contains(.test($0)) }
        let isSkipped =
            skip.contains(.rule(rule.id)) || skip.contains(.area(rule.area))
            || !rule.tests.isEmpty && rule.tests.allSatisfy { skip.contains(.test($0)) }
        return isWanted && !isSkipped
    }

    /// Whether the MASTG test gets a verdict: `only` names it, its area, or a rule that speaks for it, and `skip` names neither it nor its area.
    public func includes(test: String) -> Bool {
        let area = MASTGTest.test(test)?.area
        func isIn(_ terms: Set<Term>) -> Bool { terms.contains(.test(test)) || area.map { terms.contains(.area($0)) } ?? false }
        let isWanted = only.isEmpty || isIn(only) || rules.contains { $0.tests.contains(test) && only.contains(.rule($0.id)) }
        return isWanted && !isIn(skip)
    }

    /// The report with the verdicts and findings that were asked for.
    ///
    /// A test that one of its rules was not run for cannot pass: its verdict becomes not decidable and says which rules are left out.
    public func applied(to report: AuditReport) -> AuditReport {
        guard !isEverything else { return report }
        let leftOut = rules.filter { !includes($0) }
        var result = report
        for index in result.targets.indices {
            result.targets[index].verdicts = report.targets[index].verdicts.filter { includes(test: $0.test) }.map { verdict in
                let missing = leftOut.filter { $0.tests.contains(verdict.test) }.map(\.id)
                guard !missing.isEmpty, verdict.state == .pass else { return verdict }
                var verdict = verdict
                verdict.state = .notDecidable
                verdict.reason =
                    "Not all that the test asks for was looked at: left out by --only or --skip: \(missing.joined(separator: ", "))"
                return verdict
            }
            result.targets[index].findings.removeAll { !$0.tests.isEmpty && !$0.tests.contains(where: includes(test:)) }
            result.targets[index].suppressed.removeAll {
                !$0.finding.tests.isEmpty && !$0.finding.tests.contains(where: includes(test:))
            }
        }
        return result
    }

    private static func terms(
        _ lists: [String], option: String, _ rules: [RuleMetadata]
    ) throws(AuditError) -> Set<Term> {
        var terms = Set<Term>()
        for list in lists {
            for part in list.split(separator: ",", omittingEmptySubsequences: false) {
                let name = String(part.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
                guard let term = term(name, rules) else {
                    let names = rules.map(\.id) + MASVSArea.allCases.map(\.rawValue) + MASTGTest.all.map(\.id)
                    throw AuditError(
                        .unknownName, at: option, "there is no rule, area or test '\(name)'",
                        hint: NearestName.of(name, among: names).map { "Did you mean '\($0)'?" } ?? "merlon rules lists them all.")
                }
                terms.insert(term)
            }
        }
        return terms
    }

    private static func term(_ name: String, _ rules: [RuleMetadata]) -> Term? {
        let upper = name.uppercased()
        let lower = name.lowercased()
        if rules.contains(where: { $0.id == lower }) { return .rule(lower) }
        if let area = MASVSArea(rawValue: upper.hasPrefix("MASVS-") ? String(upper.dropFirst(6)) : upper) { return .area(area) }
        return ["", "MASTG-", "MASTG-TEST-"].map { $0 + upper }.first { MASTGTest.test($0) != nil }.map(Term.test)
    }
}
