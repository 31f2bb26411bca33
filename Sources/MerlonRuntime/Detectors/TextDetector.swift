/// Text that is no longer its file's: breakpoints, inline hooks, patches.
enum TextDetector {
    private static let source = "memory against the file, /proc/self/pagemap or smaps"

    static let linux = Detector(
        "linux-text", "text that is no longer its file's", platforms: [.linux], tier: .costly,
        indicators: ["linux-software-breakpoint", "linux-inline-hook", "linux-patched-text", "linux-text-written"],
        categories: [.hooking, .debugging]
    ) { snapshot in
        let fact = snapshot.linux?.changedText ?? .unsupported
        guard case .value(let texts) = fact else { return .undecided(reason: fact.whyNot) }
        var evidence: [CodePatch: [Indicator.Evidence]] = [:]
        var written: [Indicator.Evidence] = []
        for text in texts {
            for difference in text.differences {
                let patch = CodePatch(expected: difference.expected, actual: difference.actual)
                let place = difference.symbol.isEmpty ? "" : difference.symbol + " "
                evidence[patch, default: []].append(
                    .init(
                        "\(hex(difference.expected.prefix(8))) became \(hex(difference.actual.prefix(8)))",
                        place: "\(text.object) \(place)+0x\(String(difference.offset, radix: 16))", source: source))
            }
            if text.ownPages > 0, text.differingRuns == 0 {
                written.append(
                    .init(
                        "\(text.ownPages) pages were written to\(text.isCompared ? ", and the bytes put back" : "")", place: text.object,
                        source: source))
            }
        }
        var indicators = CodePatch.allCases.compactMap { patch in evidence[patch].map { patch.indicator($0) } }
        if !written.isEmpty {
            indicators.append(
                Indicator(
                    "linux-text-written", .hooking, .firm, evidence: written, test: "MASTG-TEST-0354",
                    advice: "Something wrote to code, such as a hook or a breakpoint that was taken out again.", family: "linux-text"))
        }
        // What could not be compared is said only when nothing else is.
        if indicators.isEmpty, let blind = texts.first(where: { !$0.isCompared && !$0.isReplaced && $0.object == ScrubbedPath.executable })
        {
            return .undecided(reason: "the text of \(blind.object) could not be compared with its file")
        }
        return .judged(indicators)
    }

    private static func hex(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension CodePatch {
    fileprivate func indicator(_ evidence: [Indicator.Evidence]) -> Indicator {
        switch self {
        case .breakpoint:
            Indicator(
                "linux-software-breakpoint", .debugging, .certain, evidence: evidence, test: "MASTG-TEST-0401",
                advice: "A debugger or a probe of the kernel put a breakpoint into code.", family: "linux-text")
        case .jump:
            Indicator(
                "linux-inline-hook", .hooking, .certain, evidence: evidence, test: "MASTG-TEST-0354",
                advice: "A function begins with a jump that its file does not have: a hook.", family: "linux-text")
        case .other:
            Indicator(
                "linux-patched-text", .hooking, .certain, evidence: evidence, test: "MASTG-TEST-0354",
                advice: "Code was changed in memory.", family: "linux-text")
        }
    }
}
