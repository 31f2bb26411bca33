/// Executable memory that lies in no image, or can be written.
enum RegionDetector {
    /// Entitlements with which a program may make code at run time.
    private static let makesCode: Set<String> = [
        "com.apple.security.cs.allow-jit", "com.apple.security.cs.allow-unsigned-executable-memory", "dynamic-codesigning",
        "com.apple.security.cs.disable-executable-page-protection",
    ]

    static let apple = Detector.apple(
        "apple-regions", "executable memory that lies in no image, or can be written", tier: .costly,
        indicators: ["apple-unowned-code", "apple-writable-code"], categories: [.hooking], on: AppleHost.Kind.notSimulated,
        \.executableRegions
    ) { regions, facts in
        if let granted = facts.identity.value?.granted, !makesCode.isDisjoint(with: granted) {
            return .notApplicable(reason: "the app's entitlements let it make code at run time")
        }
        func indicator(_ id: String, _ advice: String, _ found: [ExecutableMapping]) -> Indicator? {
            guard !found.isEmpty else { return nil }
            let evidence = found.map { region in
                Indicator.Evidence(
                    "\(region.name.isEmpty ? "memory without a file" : region.name), \(region.pages) pages\(region.isWritable ? ", writable" : "")",
                    source: "vm_region_recurse_64, proc_regionfilename")
            }
            return Indicator(id, .hooking, .firm, evidence: evidence, advice: advice)
        }
        return [
            indicator(
                "apple-unowned-code", "Trampolines of hooks and injected code live in such memory.",
                regions.filter { $0.owner == nil && !$0.isWritable }),
            indicator(
                "apple-writable-code", "The system gives apps no memory that is writable and executable.", regions.filter(\.isWritable)),
        ].compactMap(\.self).outcome
    }
}
