/// Folders outside of the app's container that take a file.
enum WritableSystemDetector {
    static let apple = Detector.apple(
        "apple-writable-system", "folders of the system that take a file", tier: .costly, indicators: ["apple-writable-system"],
        categories: [.systemIntegrity], on: AppleHost.Kind.devices, \.writableFolders
    ) { folders, _ in
        guard !folders.isEmpty else { return .judged([]) }
        return [
            Indicator(
                "apple-writable-system", .systemIntegrity, .certain,
                evidence: folders.map { .init("a file could be made", place: $0, source: "open(O_CREAT | O_EXCL)") },
                test: "MASTG-TEST-0240", advice: "The sandbox keeps apps out of these folders; here it does not.")
        ].outcome
    }
}
