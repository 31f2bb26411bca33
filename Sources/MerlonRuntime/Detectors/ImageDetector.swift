/// Images in the process that are neither the system's nor the app's.
enum ImageDetector {
    static let apple = Detector.apple(
        "apple-images", "images that are neither the system's nor the app's", tier: .costly,
        indicators: [
            "apple-jailbreak-image", "apple-tool-image", "apple-foreign-image", "apple-hidden-image", "apple-developer-image",
        ], categories: [.systemIntegrity, .tooling, .hooking, .environment], \.images
    ) { images, facts in
        guard images.contains(where: { $0.name == LoadedImage.executable && $0.listers.contains(.loader) }) else {
            return .undecided(reason: "the program itself is not among the images")
        }
        let isDevice = facts.kind ?? .device == .device
        return kinds.compactMap { $0.indicator(among: images, isDevice: isDevice) }.outcome
    }

    private struct Kind: Sendable {
        let id: String
        let category: Indicator.Category
        let confidence: Indicator.Confidence
        let source: String
        let advice: String
        var test: String?
        /// Whether it means something on devices alone: Macs have libraries everywhere, and so has the simulator on them.
        var onDevicesAlone = false
        let matches: @Sendable (LoadedImage) -> Bool

        func indicator(among images: [LoadedImage], isDevice: Bool) -> Indicator? {
            let found = onDevicesAlone && !isDevice ? [] : images.filter(matches)
            guard !found.isEmpty else { return nil }
            let evidence = found.map { image in
                Indicator.Evidence(
                    "image \(image.name)", place: image.place.rawValue,
                    source: id == "apple-hidden-image" ? image.listers.sorted().map(\.rawValue).joined(separator: ", ") : source)
            }
            return Indicator(id, category, confidence, evidence: evidence, test: test, advice: advice)
        }
    }

    private static let kinds: [Kind] = [
        Kind(
            id: "apple-jailbreak-image", category: .systemIntegrity, confidence: .firm, source: "dyld's list",
            advice: "A part of a jailbreak, or a tweak for one, is loaded, by its name.", test: "MASTG-TEST-0240",
            onDevicesAlone: true, matches: ToolName.isJailbreak),
        Kind(
            id: "apple-tool-image", category: .tooling, confidence: .certain, source: "dyld's list",
            advice: "A tool that changes programs while they run is loaded, by its name.", test: "MASTG-TEST-0354",
            matches: ToolName.isTool),
        Kind(
            id: "apple-foreign-image", category: .hooking, confidence: .firm, source: "dyld's list",
            advice: "Apps on devices load code from the system and from their own bundle alone.", test: "MASTG-TEST-0354",
            onDevicesAlone: true
        ) { $0.place == .outside && $0.name != LoadedImage.executable },
        Kind(
            id: "apple-hidden-image", category: .hooking, confidence: .certain, source: "",
            advice: "An image is in memory that dyld's functions leave out: they are hooked, or it was loaded past dyld.",
            test: "MASTG-TEST-0354"
        ) { !$0.listers.contains(.loader) && !$0.listers.isEmpty },
        Kind(
            id: "apple-developer-image", category: .environment, confidence: .firm, source: "dyld's list",
            advice: "Xcode put it there: a run by a developer."
        ) { $0.place == .developer },
    ]
}
