import MerlonAudit
import MerlonCore
import Testing

/// Every rule's examples are run, and every rule has the examples that show what it does.
@Suite struct RuleExampleTests {
    @Test(arguments: RuleRegistry.all.map(\.metadata.id)) func ruleAnswersItsExamplesAsItSays(_ id: String) throws {
        let rule = try #require(RuleRegistry.all.first { $0.metadata.id == id })
        for example in rule.metadata.examples {
            let context = AuditContext(now: RuleExample.now, root: example.artifact)
            let outcome = rule.evaluate(example.artifact, in: context)
            #expect(outcome.expectation == example.expectation, "\(example.title): \(outcome)")
            let explanation = outcome.explanationProblem(of: rule.metadata)
            #expect(explanation == nil, "\(example.title): \(explanation ?? "")")
        }
    }

    @Test(arguments: RuleRegistry.all.map(\.metadata.id)) func ruleHasGoodBadAndEncryptedExamples(_ id: String) throws {
        let rule = try #require(RuleRegistry.all.first { $0.metadata.id == id })
        let examples = rule.metadata.examples
        // Where a person has the last word, a rule that never reports has a "manual" example in place of a bad one.
        #expect(examples.contains { $0.expectation == .findings || $0.expectation == .manual })
        #expect(examples.contains { $0.expectation == .pass })
        #expect(Set(examples.map(\.title)).count == examples.count)
        // A rule that looks at code answers differently when it is taken away; such a rule must know what to say of encrypted code.
        let looksAtCode = examples.contains { example in
            var bare = example.artifact
            bare.binaries = []
            bare.children = bare.children.map { child in
                var child = child
                child.binaries = []
                return child
            }
            return rule.evaluate(bare, in: AuditContext(now: RuleExample.now, root: bare)).expectation != example.expectation
        }
        let hasEncrypted = examples.contains { example in
            example.expectation == .notDecidable && example.artifact.allBinaries.contains { $0.slices.contains(where: \.isEncrypted) }
        }
        #expect(!looksAtCode || hasEncrypted || rule.metadata.readsHeadersOnly, "no encrypted example")
    }

    @Test func metadataIsWellFormed() {
        let areas = Set(MASVSArea.allCases.map { $0.rawValue.lowercased() })
        var ids: Set<String> = []
        for rule in RuleRegistry.all.map(\.metadata) {
            #expect(ids.insert(rule.id).inserted, "\(rule.id) twice")
            #expect(areas.contains(String(rule.id.prefix { $0 != "-" })), "\(rule.id): area first")
            #expect(rule.id.allSatisfy { $0 == "-" || $0.isASCII && ($0.isLowercase || $0.isNumber) }, "\(rule.id)")
            #expect(!rule.title.isEmpty && !rule.rationale.isEmpty && !rule.fix.text.isEmpty, "\(rule.id)")
            #expect(rule.controls.allSatisfy { $0.hasPrefix("MASVS-") } && !rule.controls.isEmpty, "\(rule.id)")
            #expect(rule.tests.allSatisfy { $0.hasPrefix("MASTG-TEST-") }, "\(rule.id)")
            #expect(rule.weaknesses.allSatisfy { $0.hasPrefix("MASWE-") }, "\(rule.id)")
            #expect(rule.rationale.count > 60 && !rule.rationale.contains("  "), "\(rule.id): rationale")
        }
    }
}

extension RuleOutcome {
    var expectation: RuleExample.Expectation {
        switch self {
        case .findings: .findings
        case .pass: .pass
        case .manual: .manual
        case .notDecidable: .notDecidable
        case .notApplicable: .notApplicable
        }
    }

    /// What is wrong with what the outcome says, if anything: empty reasons, findings without evidence, foreign tests.
    func explanationProblem(of rule: RuleMetadata) -> String? {
        switch self {
        case .findings(let findings):
            if findings.isEmpty { return "findings without a finding" }
            for finding in findings {
                if finding.evidence.isEmpty { return "no evidence" }
                if finding.rule != rule.id { return "finding of \(finding.rule)" }
                if !Set(finding.tests).isSubset(of: rule.tests) { return "fails a test that the rule does not speak for" }
                if finding.message.isEmpty || finding.evidence.contains(where: { $0.file.isEmpty || $0.detail.isEmpty }) {
                    return "empty text"
                }
            }
            return nil
        case .pass(let text), .manual(let text, _), .notDecidable(let text), .notApplicable(let text):
            return text.isEmpty ? "empty reason" : nil
        }
    }
}
