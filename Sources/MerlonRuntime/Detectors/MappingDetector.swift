/// Executable memory that no loaded object stands for.
enum MappingDetector {
    static let source = "/proc/self/maps and the loader's list"

    static let linux = Detector(
        "linux-mappings", "executable memory that no loaded object stands for", platforms: [.linux], tier: .cheap,
        indicators: [
            "linux-replaced-text", "linux-anonymous-code", "linux-memory-file-code", "linux-unlisted-library", "linux-writable-code",
            "linux-uprobe", "linux-replaced-file",
        ], categories: [.hooking, .debugging, .posture], isFoundation: true
    ) { snapshot in
        let fact = snapshot.linux?.executableMappings ?? .unsupported
        guard case .value(let mappings) = fact else { return .undecided(reason: fact.whyNot) }
        // A program has code of its own: a list without any was not read from where it should have been.
        guard mappings.contains(where: { $0.owner != nil }) else { return .undecided(reason: "no mapping of the program itself is listed") }
        return .judged(kinds.compactMap { $0.indicator(among: mappings) })
    }

    private struct Kind: Sendable {
        let id: String
        let category: Indicator.Category
        let confidence: Indicator.Confidence
        let what: String
        let advice: String
        let matches: @Sendable (ExecutableMapping) -> Bool

        func indicator(among mappings: [ExecutableMapping]) -> Indicator? {
            let found = mappings.filter(matches)
            guard !found.isEmpty else { return nil }
            let evidence = found.map { mapping in
                let name = mapping.name.isEmpty ? "anonymous memory" : mapping.name
                let owner = mapping.owner.map { " in the text of \($0)" } ?? ""
                return Indicator.Evidence("\(what): \(name), \(mapping.pages) pages\(owner)", source: MappingDetector.source)
            }
            return Indicator(id, category, confidence, evidence: evidence, test: "MASTG-TEST-0354", advice: advice, family: id)
        }
    }

    private static let kinds: [Kind] = [
        Kind(
            id: "linux-replaced-text", category: .hooking, confidence: .certain, what: "another mapping in the place of text",
            advice:
                "The text of a loaded object was mapped over. Programs that copy their text to large pages do this themselves: switch it off for them."
        ) { $0.owner != nil && ($0.backing == .anonymous || $0.backing == .memoryFile) },
        Kind(
            id: "linux-anonymous-code", category: .hooking, confidence: .firm, what: "executable memory without a file",
            advice: "Injected code and trampolines live there; so does what a just-in-time compiler makes. Swift programs have none."
        ) { $0.owner == nil && $0.backing == .anonymous },
        Kind(
            id: "linux-memory-file-code", category: .hooking, confidence: .firm, what: "executable memory file",
            advice: "Code was loaded without a file on disk. Some just-in-time compilers do this, too."
        ) { $0.owner == nil && $0.backing == .memoryFile },
        Kind(
            id: "linux-unlisted-library", category: .hooking, confidence: .firm, what: "code that the loader does not list",
            advice: "A file was mapped as code past the loader, or by it into another name space, as for libraries of LD_AUDIT."
        ) { $0.owner == nil && ($0.backing == .file || $0.backing == .deletedFile) },
        Kind(
            id: "linux-writable-code", category: .hooking, confidence: .firm, what: "memory that is writable and executable",
            advice: "Hooking tools leave it. Some just-in-time compilers work with it."
        ) { $0.isWritable },
        Kind(
            id: "linux-uprobe", category: .debugging, confidence: .firm, what: "the kernel's page for probed instructions",
            advice: "A probe of the kernel (perf, bpftrace, SystemTap) stands in the process's code. Only root can set one."
        ) { $0.backing == .kernel && $0.name.hasPrefix("[uprobes") },
        Kind(
            id: "linux-replaced-file", category: .posture, confidence: .weak, what: "code of a file that was replaced or deleted",
            advice: "As an update does to programs that run: restart it."
        ) { $0.owner != nil && $0.backing == .deletedFile },
    ]
}
