/// Hooking tools by the names of what they map.
enum ToolMappingDetector {
    /// Words of a file's name, as between `-`, `_`, `.` and digits: `frida-agent-64.so`, not `friday.so`.
    static let words: Set<String> = ["frida", "gum", "gadget", "linjector", "substrate", "dobby", "xhook", "bhook"]
    /// Of these, one alone means little: other programs call things so.
    static let ordinary: Set<String> = ["gum", "gadget", "substrate"]

    /// The first four letters of each word, or all three: three of `linjector` are in every `linux`.
    private static let beginnings: [(letters: Int, mask: Int)] = words.map { word in
        let letters = word.utf8.prefix(4)
        return (letters.reduce(0) { $0 << 8 | Int($1) }, 1 << (8 * letters.count) - 1)
    }

    /// From the shortest word's to the longest's.
    private static let lengths = (words.map(\.utf8.count).min() ?? 0)...(words.map(\.utf8.count).max() ?? 0)

    static let linux = Detector(
        "linux-tools", "hooking tools by the names of what they map", platforms: [.linux], tier: .cheap, indicators: ["linux-tool-mapping"],
        categories: [.tooling]
    ) { snapshot in
        let fact = snapshot.linux?.executableMappings ?? .unsupported
        guard case .value(let mappings) = fact else { return .undecided(reason: fact.whyNot) }
        var evidence: [Indicator.Evidence] = []
        var isNamed = false
        for mapping in mappings {
            let found = Self.found(in: mapping.name)
            guard !found.isEmpty else { continue }
            isNamed = isNamed || !found.isSubset(of: ordinary)
            evidence.append(.init("\(found.sorted().joined(separator: ", ")): \(mapping.name)", source: "/proc/self/maps"))
        }
        guard !evidence.isEmpty else { return .judged([]) }
        return .judged([
            Indicator(
                "linux-tool-mapping", .tooling, isNamed ? .certain : .weak, evidence: evidence, test: "MASTG-TEST-0354",
                advice: "A library with the name of a hooking tool is loaded. The name can be changed; the other checks do not look at it.")
        ])
    }

    static func found(in name: String) -> Set<String> {
        guard mayHoldWord(name) else { return [] }
        let base = ScrubbedPath.baseName(name.hasPrefix("/memfd:") ? Substring(name.dropFirst(7)) : Substring(name))
        guard base.utf8.allSatisfy({ $0 < 0x80 }) else {
            return words.intersection(base.lowercased().split { !$0.isLetter }.map(String.init))
        }
        // The same by bytes: what is asked for each mapping of each sweep.
        let parts = base.utf8.split { !(0x61...0x7A).contains($0 | 0x20) }.filter { lengths.contains($0.count) }
        return parts.isEmpty ? [] : words.intersection(parts.map { String(decoding: $0, as: UTF8.self).lowercased() })
    }

    /// Whether the name holds the beginning of a word, or letters that are not looked at here. Asked for each mapping of each sweep, and mostly no.
    private static func mayHoldWord(_ name: String) -> Bool {
        var last = 0
        for byte in name.utf8 {
            last = (last << 8 | Int(byte | 0x20)) & 0xFFFF_FFFF
            if byte >= 0x80 || beginnings.contains(where: { last & $0.mask == $0.letters }) { return true }
        }
        return false
    }
}
