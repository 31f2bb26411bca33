extension ArtifactSummary {
    /// The platform with the oldest version it runs on, as people write it: `iOS 15.0 or later`.
    var system: String? {
        platform.map { platform in
            let name = Self.names.first { platform == $0.key || platform.hasPrefix($0.key + "-") }
            let written = name.map { $0.value + platform.dropFirst($0.key.count).map { $0 == "-" ? " " : String($0) }.joined() } ?? platform
            return minimumOS.map { "\(written) \($0) or later" } ?? written
        }
    }

    private static let names: KeyValuePairs = [
        "ios": "iOS", "macos": "macOS", "tvos": "tvOS", "watchos": "watchOS", "bridgeos": "bridgeOS", "maccatalyst": "Mac Catalyst",
        "driverkit": "DriverKit", "visionos": "visionOS",
    ]
}

extension Fix {
    /// What Merlon has for it, as a sentence; `nil` where it has nothing.
    var offer: (before: String, api: String, after: String)? {
        api.map { isPlanned ? ("Merlon plans ", $0, " for it.") : ("Merlon has ", $0, " for it.") }
    }
}
