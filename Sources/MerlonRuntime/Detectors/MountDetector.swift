/// The system's volume, and what is mounted over it.
enum MountDetector {
    /// Where jailbreaks mount their own files.
    static let places = [
        "/cores", "/var/jb", "/private/var/jb", "/cores/binpack", "/usr/lib", "/System/Library/Frameworks", "/usr",
    ]

    static let apple = Detector.apple(
        "apple-mounts", "the system's volume, and what is mounted over it", tier: .costly,
        indicators: ["apple-writable-root", "apple-unsealed-root", "apple-jailbreak-mount"], categories: [.systemIntegrity],
        on: AppleHost.Kind.devices, \.mounts
    ) { mounts, _ in
        guard let root = mounts.first(where: { $0.place == "/" }) else { return .undecided(reason: "the root file system is not listed") }
        var indicators: [Indicator] = []
        func add(_ id: String, _ confidence: Indicator.Confidence, _ found: [Mount], _ advice: String, family: String) {
            let evidence = found.map { mount in
                Indicator.Evidence(
                    "\(mount.kind), \(mount.isWritable ? "writable" : "read-only")\(mount.isSnapshot ? ", a snapshot" : "")",
                    place: mount.place, source: "getfsstat")
            }
            indicators.append(
                Indicator(id, .systemIntegrity, confidence, evidence: evidence, test: "MASTG-TEST-0240", advice: advice, family: family))
        }
        if root.isWritable { add("apple-writable-root", .firm, [root], "The system's volume can be written.", family: "apple-root") }
        if !root.isSnapshot {
            add("apple-unsealed-root", .weak, [root], "The root is no sealed snapshot, as it is since iOS 15.", family: "apple-root")
        }
        let over = mounts.filter { places.contains($0.place) || ($0.kind == "bindfs" && $0.place.hasPrefix("/")) }
        if !over.isEmpty {
            add("apple-jailbreak-mount", .firm, over, "Files of its own are put over the system's.", family: "apple-jailbreak-mount")
        }
        return indicators.outcome
    }
}
