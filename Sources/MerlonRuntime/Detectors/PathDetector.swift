/// Files that a jailbreak leaves, links that it makes, and interfaces that do not agree about them.
enum PathDetector {
    /// So many paths of jailbreaks that are there, while a path that nobody has is not, have no other cause.
    static let certainCount = 3

    static let apple = Detector.apple(
        "apple-paths", "files of jailbreaks, and interfaces that disagree about them", tier: .costly,
        indicators: ["apple-jailbreak-path", "apple-ordinary-path", "apple-system-link", "apple-path-disagreement"],
        categories: [.systemIntegrity], on: AppleHost.Kind.devices, \.paths
    ) { paths, facts in
        var indicators = paths.answers.compactMap(disagreement).isEmpty ? [] : [disagreements(paths.answers)]
        let problem = untrustworthy(paths)
        if problem == nil { indicators += found(paths.answers, facts) }
        // Answers that cannot be right decide nothing, unless they give themselves away.
        if indicators.isEmpty, let problem { return .undecided(reason: problem) }
        return indicators.outcome
    }

    private static func untrustworthy(_ paths: PathAnswers) -> String? {
        guard let control = paths.answers.first(where: { $0.path == PathAnswer.control }),
            let anchor = paths.answers.first(where: { $0.path == PathAnswer.anchor })
        else { return "the paths that show whether answers can be trusted were not asked for" }
        if control.isThere { return "a path that nobody has is said to be there" }
        return anchor.isThere ? nil : "a file that every system has is said to be missing"
    }

    private static func disagreement(_ answer: PathAnswer) -> Indicator.Evidence? {
        guard case .value(let call) = answer.systemCall, call != answer.library else { return nil }
        return .init(
            "libc says \(word(answer.library)), the kernel \(word(call))", place: answer.path,
            source: "readlink and a system call of one's own")
    }

    private static func word(_ status: Int32) -> String { status == 0 ? "it is there" : "error \(status)" }

    private static func disagreements(_ answers: [PathAnswer]) -> Indicator {
        Indicator(
            "apple-path-disagreement", .systemIntegrity, .certain, evidence: answers.compactMap(disagreement), test: "MASTG-TEST-0240",
            advice: "Something stands between the app and the system and hides files, as tools do that hide a jailbreak.")
    }

    private static func found(_ answers: [PathAnswer], _ facts: AppleFacts) -> [Indicator] {
        let host = facts.host.value
        var evidence: [PathRule.Meaning: [Indicator.Evidence]] = [:]
        for answer in answers where answer.isThere {
            guard let rule = PathRule.byPath[answer.path], rule.applies(on: host) else { continue }
            guard rule.meaning != .folder || answer.isLink else { continue }
            let what = rule.meaning == .folder ? "is a symbolic link" : answer.opening.value == 0 ? "is there and opens" : "is there"
            evidence[rule.meaning, default: []].append(.init(what, place: answer.path, source: "readlink, open"))
        }
        return [
            evidence[.jailbreak].map {
                Indicator(
                    "apple-jailbreak-path", .systemIntegrity, $0.count >= certainCount ? .certain : .firm, evidence: $0,
                    test: "MASTG-TEST-0240", advice: "What only a jailbreak, or a tool for one, puts there.", family: "apple-paths")
            },
            evidence[.folder].map {
                Indicator(
                    "apple-system-link", .systemIntegrity, .firm, evidence: $0, test: "MASTG-TEST-0240",
                    advice: "A folder of the system was moved elsewhere, as older jailbreaks do for want of room.", family: "apple-paths")
            },
            evidence[.ordinary].map {
                Indicator(
                    "apple-ordinary-path", .systemIntegrity, .weak, evidence: $0, test: "MASTG-TEST-0240",
                    advice: "Jailbreaks put it there, and so do other things.", family: "apple-paths")
            },
        ].compactMap(\.self)
    }
}
