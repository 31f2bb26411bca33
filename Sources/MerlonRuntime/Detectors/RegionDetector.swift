/// Executable memory that lies in no image, or can be written.
enum RegionDetector {
    /// Entitlements with which a program may make code at run time.
    private static let makesCode: Set<String> = [
        "com.apple.security.cs.allow-jit", "com.apple.security.cs.allow-unsigned-executable-memory", "dynamic-codesigning",
        "com.apple.security.cs.disable-executable-page-protection",
    ]

    static let apple = Detector.apple(
        "apple-regions", "executable memory that lies in no image, or can be written", tier: .costly,
        indicators: ["apple-unowned-code", "apple-remapped-code", "apple-writable-code"], categories: [.hooking],
        on: AppleHost.Kind.notSimulated,
        \.executableRegions
    ) { regions, facts in
        if let granted = facts.identity.value?.granted, !makesCode.isDisjoint(with: granted) {
            return .notApplicable(reason: "the app's entitlements let it make code at run time")
        }
        func indicator(_ id: String, _ confidence: Indicator.Confidence, _ advice: String, _ found: [ExecutableMapping]) -> Indicator? {
            guard !found.isEmpty else { return nil }
            let evidence = found.map { region in
                Indicator.Evidence(
                    "\(region.name.isEmpty ? "memory without a file" : region.name), \(region.pages) pages\(region.isWritable ? ", writable" : "")",
                    source: "vm_region_recurse_64, proc_regionfilename")
            }
            return Indicator(id, .hooking, confidence, evidence: evidence, test: "MASTG-TEST-0354", advice: advice)
        }
        return [
            indicator(
                "apple-unowned-code", .firm, "Trampolines of hooks and injected code live in such memory.",
                regions.filter { $0.owner == nil && !$0.isWritable && $0.backing == .anonymous }),
            // Objective-C's blocks as methods, and libffi, map the system's own trampolines once more.
            indicator(
                "apple-remapped-code", .weak, "Code of a file that no image stands for; the system's own trampolines look like this.",
                regions.filter { $0.owner == nil && !$0.isWritable && $0.backing != .anonymous }),
            indicator(
                "apple-writable-code", .firm, "The system gives apps no memory that is writable and executable.",
                regions.filter(\.isWritable)),
        ].compactMap(\.self).outcome
    }
}
