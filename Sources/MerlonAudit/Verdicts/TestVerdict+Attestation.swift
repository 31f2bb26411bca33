import MerlonCore

extension TestVerdict {
    /// The verdict with a person's answer beside what the tool saw.
    ///
    /// The answer decides where the tool did not. It never turns a failure into anything else, and a failure that a person reports beats
    /// the tool's pass; a contradiction is said in words.
    func attested(by attestation: Attestation) -> TestVerdict {
        var verdict = self
        verdict.attestation = attestation
        let answered = "\(attestation.by) answered \"\(attestation.answer.rawValue)\" on \(attestation.at.iso8601): \(attestation.because)"
        switch (state, attestation.answer) {
        case (.fail, .fail), (.pass, .pass), (.notApplicable, .notApplicable):
            verdict.reason += " " + answered
        case (.fail, _):
            verdict.reason += " CONTRADICTED, and the failure stands: \(answered)"
        case (.pass, .fail):
            verdict.state = .fail
            verdict.reason = "\(answered) CONTRADICTS the tool, which found nothing. \(reason)"
        case (.pass, _):
            verdict.reason += " " + answered
        case (.manual, _), (.notDecidable, _), (.notApplicable, _):
            verdict.state = attestation.answer
            verdict.reason = "\(answered) The tool said \"\(state.rawValue)\": \(reason)"
        }
        return verdict
    }
}
