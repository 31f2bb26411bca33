import MerlonCore

extension Artifact {
    /// Lets a rule look at `Info.plist`, and answers for it where there is none.
    func judgeInfoPlist(_ judge: (PropertyList) -> RuleOutcome) -> RuleOutcome {
        guard let infoPlist else {
            return kind == .source ? .notDecidable(because: "no Info.plist was found") : .notApplicable(because: "it has no Info.plist")
        }
        return judge(infoPlist)
    }

    /// Lets a rule look at the settings of App Transport Security, which are read from the process's own bundle alone.
    ///
    /// Settings that are absent are the strict ones: a pass.
    func judgeTransportSecurity(_ judge: (PropertyList) -> [Finding]) -> RuleOutcome {
        guard kind != .framework else { return .notApplicable(because: "transport security is set by the app, not by a framework") }
        return judgeInfoPlist { plist in
            .findings(
                judge(plist["NSAppTransportSecurity"] ?? [:]),
                orPassExamining: "NSAppTransportSecurity of \(infoPlistPath ?? "Info.plist")")
        }
    }

    /// Evidence at a key path of `Info.plist`.
    func plistEvidence(_ keyPath: String, _ detail: String) -> Evidence {
        Evidence(file: infoPlistPath ?? path, plistKey: keyPath, detail: detail)
    }
}
