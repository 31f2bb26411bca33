/// Libraries that were put into the process when it started: by `LD_PRELOAD`, `LD_AUDIT` or `/etc/ld.so.preload`.
enum PreloadDetector {
    /// Allocators and sanitizers that people preload, by the beginning of the file's name.
    private static let benign = [
        "libasan.so", "libtsan.so", "liblsan.so", "libubsan.so", "libclang_rt.", "libjemalloc.so", "libtcmalloc", "libmimalloc.so",
        "libgtk3-nocsd.so", "libgamemodeauto.so", "libarmmem", "libeatmydata.so", "libheaptrack_preload.so", "libSegFault.so",
    ]

    static let linux = Detector(
        "linux-preload", "libraries put into the process when it started", platforms: [.linux], tier: .cheap,
        indicators: ["linux-preload", "linux-preload-known", "linux-audit-library", "linux-library-path"], categories: [.hooking, .posture]
    ) { snapshot in
        let (variables, objects) = (snapshot.linux?.loaderVariables ?? .unsupported, snapshot.linux?.loadedObjects ?? .unsupported)
        var indicators = variables.value.map(judge) ?? []
        if case .value(let objects) = objects { indicators += judge(objects) }
        // One of both is enough to judge by: the environment is closed to a process that is not dumpable.
        if variables.value == nil, objects.value == nil { return .undecided(reason: variables.whyNot) }
        return .judged(merged(indicators))
    }

    /// One indicator an id, with the evidence of all: the variable and the loader's list speak of the same library.
    private static func merged(_ indicators: [Indicator]) -> [Indicator] {
        indicators.reduce(into: []) { merged, next in
            if let index = merged.firstIndex(where: { $0.id == next.id }) {
                merged[index].evidence = Array((merged[index].evidence + next.evidence).prefix(Indicator.maximumEvidence))
            } else {
                merged.append(next)
            }
        }
    }

    private static func judge(_ variables: [LoaderVariable]) -> [Indicator] {
        let source = "/proc/self/environ"
        var indicators: [Indicator] = []
        for variable in variables {
            let evidence = [Indicator.Evidence("\(variable.name): \(variable.files.joined(separator: ", "))", source: source)]
            switch variable.name {
            case "LD_PRELOAD": indicators.append(preload(variable.files, evidence))
            case "LD_AUDIT":
                indicators.append(
                    Indicator(
                        "linux-audit-library", .hooking, .firm, evidence: evidence, test: "MASTG-TEST-0354",
                        advice: "A library that is told of each symbol and can answer with another function.", family: "linux-preload"))
            case "LD_LIBRARY_PATH":
                indicators.append(
                    Indicator(
                        "linux-library-path", .posture, .weak, evidence: evidence,
                        advice: "Libraries are looked up in other folders first. Launchers of bundled programs do this."))
            default: break
            }
        }
        return indicators
    }

    private static func judge(_ objects: [LoadedObject]) -> [Indicator] {
        // Preloaded objects stand before what the program needs; what is loaded later, as plug-ins, comes after it.
        guard let last = objects.lastIndex(where: \.isNeeded) else { return [] }
        let strangers = objects[..<last].filter { !$0.isNeeded && !$0.name.hasPrefix("linux-vdso") && !$0.name.hasPrefix("linux-gate") }
        guard !strangers.isEmpty else { return [] }
        let evidence = strangers.map {
            Indicator.Evidence("loaded at start, needed by nothing: \($0.name)", source: "dl_iterate_phdr and DT_NEEDED")
        }
        return [preload(strangers.map { ScrubbedPath.baseName($0.name) }, evidence)]
    }

    private static func preload(_ files: [String], _ evidence: [Indicator.Evidence]) -> Indicator {
        if !files.isEmpty, files.allSatisfy({ file in benign.contains { file.hasPrefix($0) } }) {
            return Indicator(
                "linux-preload-known", .posture, .weak, evidence: evidence,
                advice: "By its name an allocator, a sanitizer or the like. Anybody can choose a name.")
        }
        return Indicator(
            "linux-preload", .hooking, .firm, evidence: evidence, test: "MASTG-TEST-0354",
            advice: "A library that comes before all others takes the place of any of their functions.")
    }
}
