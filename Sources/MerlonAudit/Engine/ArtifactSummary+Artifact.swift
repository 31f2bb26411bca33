import MerlonCore

extension ArtifactSummary {
    /// What a report says of `artifact`: of its main binary, and where that is silent, of its property list and profile.
    init(_ artifact: Artifact) {
        let main = artifact.binaries.first?.slices ?? []
        let signature = main.lazy.compactMap(\.signature).first
        self.init(
            kind: artifact.kind, path: artifact.path, name: artifact.name,
            identifier: artifact.infoPlist?["CFBundleIdentifier"]?.string ?? signature?.identifier,
            version: Self.version(artifact.infoPlist),
            architectures: main.map(\.architecture), platform: main.first?.platform,
            minimumOS: main.first?.minimumOS ?? artifact.infoPlist?["MinimumOSVersion"]?.string
                ?? artifact.infoPlist?["LSMinimumSystemVersion"]?.string,
            team: signature?.team ?? artifact.profile?.teams.first, isEncrypted: main.contains(where: \.isEncrypted),
            runtimes: artifact.runtimes)
    }

    private static func version(_ plist: PropertyList?) -> String? {
        let build = plist?["CFBundleVersion"]?.string
        guard let version = plist?["CFBundleShortVersionString"]?.string else { return build }
        guard let build, build != version else { return version }
        return "\(version) (\(build))"
    }
}
