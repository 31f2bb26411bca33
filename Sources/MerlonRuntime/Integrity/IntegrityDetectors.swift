/// The running program against what was shipped.
enum IntegrityDetectors {
    static let apple = [manifest, pages]

    static let manifest = Detector(
        "apple-manifest", "code and libraries against a signed manifest", platforms: [.iOS, .macOS], tier: .costly,
        indicators: ["apple-changed-code", "apple-unlisted-binary", "apple-another-build"], categories: [.tampering]
    ) { snapshot in judge(snapshot.apple?.manifest ?? .unsupported, "apple", source: "the signed manifest against memory") }

    static let pages = Detector(
        "apple-signed-pages", "pages of code against the code signature", platforms: [.iOS, .macOS], tier: .costly,
        indicators: ["apple-changed-page", "apple-other-signature"], categories: [.tampering]
    ) { snapshot in
        let fact = snapshot.apple?.signedPages ?? .unsupported
        // Of what the store encrypted nothing can be said in this way; the manifest can.
        if case .value(let findings) = fact, findings.count == 0, findings.encrypted > 0 {
            return .undecided(reason: "\(findings.encrypted) pages are encrypted in the file")
        }
        return judge(fact, "apple", source: "LC_CODE_SIGNATURE against memory")
    }

    static let linux = Detector(
        "linux-manifest", "the program's files against a signed manifest", platforms: [.linux], tier: .costly,
        indicators: ["linux-changed-file", "linux-unlisted-binary"], categories: [.tampering]
    ) { snapshot in judge(snapshot.linux?.manifest ?? .unsupported, "linux", source: "the signed manifest against the files") }

    private struct Kind {
        var id: String
        var kinds: Set<IntegrityFindings.Difference.Kind>
        var confidence: Indicator.Confidence
        var advice: String
    }

    private static let kinds = [
        Kind(
            id: "changed-code", kinds: [.code], confidence: .certain, advice: "Code or constants in memory are not those that were shipped."
        ),
        Kind(id: "changed-file", kinds: [.file], confidence: .certain, advice: "A file of the program is not the one that was shipped."),
        Kind(
            id: "unlisted-binary", kinds: [.unlisted], confidence: .firm,
            advice: "Code is loaded that is neither the system's nor in the manifest."),
        Kind(
            id: "another-build", kinds: [.build, .libraries], confidence: .certain,
            advice: "A binary is another build than the manifest's, or links other libraries: changed, or a manifest of another release."),
        Kind(
            id: "changed-page", kinds: [.page], confidence: .certain,
            advice: "Code in memory is not what was signed: a hook, a breakpoint or a patch."),
        Kind(
            id: "other-signature", kinds: [.signature], confidence: .certain,
            advice: "The code signature in memory was exchanged after the kernel checked it."),
    ]

    private static func judge(_ fact: Fact<IntegrityFindings>, _ platform: String, source: String) -> Detector.Outcome {
        guard case .value(let findings) = fact else { return .undecided(reason: fact.whyNot) }
        let indicators = kinds.compactMap { kind -> Indicator? in
            let found = findings.differences.filter { kind.kinds.contains($0.kind) }
            guard !found.isEmpty else { return nil }
            return Indicator(
                "\(platform)-\(kind.id)", .tampering, kind.confidence,
                evidence: found.map { .init($0.detail.isEmpty ? $0.kind.rawValue : $0.detail, place: $0.binary, source: source) },
                advice: kind.advice)
        }
        if !indicators.isEmpty { return .judged(indicators) }
        if findings.count > 0 { return .undecided(reason: "\(findings.count) differences without a record of them") }
        if let unread = findings.unread.first { return .undecided(reason: unread) }
        return findings.examined > 0 ? .judged([]) : .undecided(reason: "nothing could be compared")
    }
}
