import MerlonCore

/// What the text report says of the verdicts that are no failures: what a person has to do, and what could not be decided and why.
struct TextVerdicts {
    private let target: TargetReport
    private let index: ReportIndex

    init(_ target: TargetReport, _ index: ReportIndex) {
        self.target = target
        self.index = index
    }

    func add(to canvas: inout TextCanvas) {
        attested(&canvas)
        contradicted(&canvas)
        manual(&canvas)
        notDecidable(&canvas)
    }

    private func verdicts(_ state: TestVerdict.State) -> [TestVerdict] { target.verdicts.filter { $0.state == state } }

    /// A failure that a person attested and no finding shows.
    private func attested(_ canvas: inout TextCanvas) {
        let failed = verdicts(.fail).filter { $0.attestation?.answer == .fail }
        guard !failed.isEmpty else { return }
        canvas.blank()
        canvas.add("Failed in a person's judgement (\(failed.count))", .heading)
        for verdict in failed {
            canvas.add("\(index.title(ofTest: verdict.test)): \(verdict.attestation?.because ?? "")", indent: 2, label: "\(verdict.test)  ")
        }
    }

    /// Failures that stand although a person answered otherwise: the reader has to know of both.
    private func contradicted(_ canvas: inout TextCanvas) {
        let answers = verdicts(.fail).compactMap { verdict in
            verdict.attestation.flatMap { $0.answer == .fail ? nil : (verdict.test, $0) }
        }
        guard !answers.isEmpty else { return }
        canvas.blank()
        canvas.add("Contradicted by a person, and failed all the same (\(answers.count))", .heading)
        for (test, answer) in answers {
            let text = "\(answer.by) answered \(answer.answer.rawValue) on \(answer.at.iso8601.prefix(10)): \(answer.because)"
            canvas.add(text, indent: 2, label: "\(test)  ")
        }
    }

    private func manual(_ canvas: inout TextCanvas) {
        let all = verdicts(.manual)
        guard !all.isEmpty else { return }
        canvas.blank()
        canvas.add("Needs a person (\(all.count))", .heading)
        let onDevice = all.filter { $0.evidence.isEmpty && MASTGTest.test($0.test)?.method == .running }
        let pointed = all.filter { !$0.evidence.isEmpty }
        let others = all.filter { verdict in verdict.evidence.isEmpty && !onDevice.contains { $0.test == verdict.test } }
        if !pointed.isEmpty {
            canvas.add("The audit points at places to judge:", .faint, indent: 2)
            for verdict in pointed {
                add(verdict, to: &canvas)
                canvas.add(verdict.reason, indent: 21)
                TextPlaces(verdict.evidence, limit: 3).add(to: &canvas, indent: 21, withDetail: false)
            }
        }
        for (title, group) in [("To be judged by reading:", others), ("To be tried on a device:", onDevice)] where !group.isEmpty {
            canvas.add(title, .faint, indent: 2)
            for verdict in group { add(verdict, to: &canvas) }
        }
        canvas.add("merlon explain ID says what to look at; merlon audit --attest FILE records the answers.", .faint, indent: 2)
    }

    private func add(_ verdict: TestVerdict, to canvas: inout TextCanvas) {
        canvas.add(index.title(ofTest: verdict.test), indent: 4, label: "\(verdict.test)  ", labelStyle: .state(.manual))
    }

    private func notDecidable(_ canvas: inout TextCanvas) {
        let all = verdicts(.notDecidable)
        guard !all.isEmpty else { return }
        canvas.blank()
        canvas.add("Not decidable (\(all.count))", .heading)
        var reasons: [String] = []
        for verdict in all where !reasons.contains(verdict.reason) { reasons.append(verdict.reason) }
        for reason in reasons {
            canvas.add(reason, indent: 2, label: "- ")
            canvas.add(all.filter { $0.reason == reason }.map(\.test).joined(separator: ", "), .faint, indent: 4)
        }
    }
}
