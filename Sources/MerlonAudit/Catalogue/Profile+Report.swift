extension Profile {
    /// Whether the rule has something to say in this profile: one of its tests is in it, or it speaks for no test at all.
    public func includes(_ rule: RuleMetadata) -> Bool { rule.tests.isEmpty || concerns(rule.tests) }

    /// The report marked with the profile, without findings that concern only tests of other profiles; as it is when this is ``all``.
    public func applied(to report: AuditReport) -> AuditReport {
        guard self != .all else { return report }
        var result = report
        result.profile = self
        for index in result.targets.indices {
            result.targets[index].findings.removeAll { !$0.tests.isEmpty && !concerns($0.tests) }
        }
        return result
    }

    private func concerns(_ tests: [String]) -> Bool { tests.contains { MASTGTest.test($0).map(includes) ?? false } }
}
