extension Baseline {
    /// The report with what the baseline holds back moved from the findings to the suppressed ones.
    ///
    /// A place is held back by an entry that has its fingerprint, or that of the whole finding, and the finding's rule, and has not expired
    /// at the report's time. A finding of which only some places are held back is split in two. A test that failed only for what is held
    /// back no longer fails: it passes with ``TestVerdict/heldBack`` set and the reason saying so, unless a person attested that it fails.
    ///
    /// - Parameter knownRules: the ids of all rules, also of those that were not run; entries of other rules are reported as unknown.
    public func applied(to report: AuditReport, knownRules: Set<String>) -> AuditReport {
        let byFingerprint = Dictionary(grouping: entries.indices) { entries[$0].fingerprint }
        var matched = Set<Int>()
        var result = report
        for index in report.targets.indices {
            let target = report.targets[index]
            var remaining: [Finding] = []
            var held: [SuppressedFinding] = []
            for finding in target.findings {
                let whole = match(Fingerprint(of: finding, in: target.path), finding, in: byFingerprint, &matched)
                let places = finding.evidence.map { evidence in
                    whole.filter { !entries[$0].hasExpired(at: report.at) }
                        + match(Fingerprint(of: evidence, of: finding, in: target.path), finding, in: byFingerprint, &matched)
                }.map { candidates in candidates.first { !entries[$0].hasExpired(at: report.at) } }
                let (kept, suppressed) = split(finding, by: places)
                remaining += kept
                held += suppressed
            }
            result.targets[index].findings = remaining
            result.targets[index].suppressed = target.suppressed + held
            result.targets[index].verdicts = target.verdicts.map { $0.holdingBack(held, remaining: remaining) }
        }
        result.baseline = use(matched, knownRules: knownRules, report)
        return result
    }

    /// The entries for a fingerprint and the finding's rule, each noted as matched.
    private func match(
        _ fingerprint: Fingerprint, _ finding: Finding, in index: [Fingerprint: [Int]], _ matched: inout Set<Int>
    ) -> [Int] {
        let found = (index[fingerprint] ?? []).filter { entries[$0].rule == finding.rule }
        matched.formUnion(found)
        return found
    }

    private func split(_ finding: Finding, by places: [Int?]) -> (kept: [Finding], suppressed: [SuppressedFinding]) {
        let evidence = Array(zip(finding.evidence, places))
        func part(_ isPart: (Int?) -> Bool) -> Finding {
            var part = finding
            part.evidence = evidence.filter { isPart($0.1) }.map(\.0)
            return part
        }
        var reasons: [String] = []
        for place in places.compactMap({ $0 }) where !reasons.contains(entries[place].reason) { reasons.append(entries[place].reason) }
        let kept = part { $0 == nil }
        return (
            kept.evidence.isEmpty ? [] : [kept],
            reasons.map { reason in
                SuppressedFinding(finding: part { $0.map { entries[$0].reason == reason } ?? false }, reason: reason)
            }
        )
    }

    /// A rule that was left out of this run says nothing about whether its entries still match.
    private func use(_ matched: Set<Int>, knownRules: Set<String>, _ report: AuditReport) -> BaselineUse {
        var use = BaselineUse(used: 0)
        for (index, entry) in entries.enumerated() {
            if matched.contains(index) {
                if entry.hasExpired(at: report.at) { use.expired.append(entry) } else { use.used += 1 }
            } else if !knownRules.contains(entry.rule) {
                use.unknown.append(entry)
            } else if report.decides(entry) {
                use.unused.append(entry)
            }
        }
        return use
    }
}

extension TestVerdict {
    fileprivate func holdingBack(_ held: [SuppressedFinding], remaining: [Finding]) -> TestVerdict {
        let mine = held.filter { $0.finding.tests.contains(test) && $0.finding.confidence != .tentative }
        guard !mine.isEmpty, state == .fail else { return self }
        var verdict = self
        verdict.heldBack += mine.count
        let isStillFailing =
            attestation?.answer == .fail
            || remaining.contains { $0.tests.contains(test) && $0.confidence != .tentative }
        if isStillFailing {
            verdict.reason += " (\(mine.count) more held back by the baseline)"
        } else {
            verdict.state = .pass
            var reasons: [String] = []
            for finding in mine where !reasons.contains(finding.reason) { reasons.append(finding.reason) }
            verdict.reason = "Held back by the baseline: \(reasons.joined(separator: "; "))"
        }
        return verdict
    }
}
