import MerlonCore
import Testing

@testable import MerlonAudit

/// A person's answer that contradicts a failure is shown, not lost.
@Suite struct ContradictionTests {
    private func text(_ answer: TestVerdict.State, to state: TestVerdict.State) -> String {
        let attestation = Attestation(
            test: "MASTG-TEST-0322", answer: answer, by: "Jo Doe", at: WallTime(seconds: 1_767_225_600), because: "Seen it.")
        let verdict = TestVerdict(test: "MASTG-TEST-0322", state: state, reason: "Found.").attested(by: attestation)
        let report = AuditReport(
            toolVersion: "1", at: RuleExample.now, targets: [TargetReport(path: "A.ipa", verdicts: [verdict])])
        return TextReporter(colour: false, width: 80).render(report, rules: RuleRegistry.all.map(\.metadata))
    }

    @Test func aFailureThatAPersonDeniesIsShownWithTheAnswer() {
        let shown = text(.pass, to: .fail)
        #expect(
            shown.contains("Contradicted by a person") && shown.contains("Jo Doe answered pass on 2026-01-01") && shown.contains("Seen it.")
        )
        for (answer, state) in [(TestVerdict.State.fail, TestVerdict.State.fail), (.pass, .manual), (.pass, .pass)] {
            #expect(!text(answer, to: state).contains("Contradicted"), "\(answer) to \(state)")
        }
    }
}
