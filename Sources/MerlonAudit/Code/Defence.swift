/// What a rule looks for that asks whether an app defends itself in some way: names, texts, and words in the app's own names.
struct Defence {
    /// In the words of a message: `detection of a jailbreak`.
    let subject: String
    /// APIs that are called for this and hardly for anything else.
    var apis: [CodeAPI] = []
    /// String constants that speak of it by themselves.
    var signs: Set<String> = []
    /// String constants of which one may stand there for another reason.
    var hints: Set<String> = []
    /// Lower-case parts of the app's own functions, types and methods.
    var nameParts: [String] = []

    var interests: CodeInterests {
        CodeInterests(of: apis).union(CodeInterests(strings: signs.union(hints)))
    }

    /// The places that show the defence. Two hints are needed where nothing else speaks.
    func places(in code: CodeView) -> [Evidence] {
        var found = code.places(of: apis, "calls")
        for slice in code.slices {
            found += texts(signs, in: slice)
            let hinted = texts(hints, in: slice)
            if Set(hinted.map(\.detail)).count >= 2 || !found.isEmpty { found += hinted }
            found += names(in: slice).prefix(CodeView.placesPerUse).map { slice.evidence("the name \($0)", symbol: $0) }
        }
        return found
    }

    private func texts(_ wanted: Set<String>, in slice: CodeView.Slice) -> [Evidence] {
        slice.facts.strings.positions(of: wanted).flatMap { text, position -> [Evidence] in
            let references = slice.references(to: [.string(text)])
            guard references.isEmpty else { return references.map { slice.evidence($0, "loads the text \(text)") } }
            return [slice.evidence("has the text \(text)", address: slice.facts.strings.address(at: position))]
        }
    }

    private func names(in slice: CodeView.Slice) -> [String] {
        guard !nameParts.isEmpty else { return [] }
        let parts = NameParts(nameParts)
        let own = slice.facts.classes.flatMap { [$0.name] + $0.instanceMethods + $0.classMethods }
        var seen: Set<String> = []
        return (slice.facts.swiftTypes + own + slice.facts.definedFunctions).filter { parts.areIn($0) && seen.insert($0).inserted }
    }

    /// What an artifact that is all the app there is answers when no place is found; a part of an app cannot answer.
    func absence(in artifact: Artifact, _ code: CodeView, finding: (String, [Evidence]) -> Finding) -> RuleOutcome {
        guard artifact.kind == .app, let main = code.slices.first else {
            return .notDecidable(because: "no \(subject) here, and this is not the whole app")
        }
        return .findings([finding("The app has no \(subject).", [main.evidence("no \(subject) in \(code.examined)")])])
    }
}

extension StringPool {
    /// Where each of these texts stands, as far as it does, in order of the texts.
    func positions(of texts: Set<String>) -> [(text: String, position: Int)] {
        guard !texts.isEmpty else { return [] }
        let lengths = Set(texts.map(\.utf8.count))
        var wanted: [[UInt8]: String] = [:]
        for text in texts { wanted[Array(text.utf8)] = text }
        var found: [String: Int] = [:]
        for index in 0..<count where lengths.contains(length(at: index)) {
            if let text = wanted[Array(utf8(at: index))], found[text] == nil { found[text] = index }
        }
        return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
