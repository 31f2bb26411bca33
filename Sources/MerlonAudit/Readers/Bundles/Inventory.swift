import MerlonCore

/// Lists the libraries that a target carries, with their versions as far as something states them.
enum Inventory {
    /// In the order of names; each library once a place.
    static func components(of artifacts: [Artifact]) -> [Component] {
        var found: Set<Component> = []
        for artifact in artifacts.flatMap(\.flattened) {
            if artifact.kind == .framework {
                found.insert(
                    Component(
                        name: BundlePath.stem(artifact.path.isEmpty ? artifact.name : artifact.path), version: version(artifact.infoPlist),
                        path: artifact.path))
            }
            for binary in artifact.binaries {
                let isLibrary = binary.slices.contains { $0.fileType == .dynamicLibrary }
                if isLibrary, artifact.kind != .framework {
                    found.insert(Component(name: BundlePath.stem(binary.path), version: nil, path: binary.path))
                }
                found.formUnion(LinkedSDK.components(in: binary))
            }
            for file in artifact.files { found.formUnion(components(statedBy: file)) }
        }
        return found.sorted { ($0.name.lowercased(), $0.path, $0.version ?? "") < ($1.name.lowercased(), $1.path, $1.version ?? "") }
    }

    private static func version(_ plist: PropertyList?) -> String? {
        plist?["CFBundleShortVersionString"]?.string ?? plist?["CFBundleVersion"]?.string
    }

    private static func components(statedBy file: BundleFile) -> [Component] {
        guard let content = file.content else { return [] }
        switch file.name {
        case "Podfile.lock": return DependencyLock.podfile(content, path: file.path)
        case "Package.resolved": return DependencyLock.swiftPackages(content, path: file.path)
        case "Cartfile.resolved": return DependencyLock.cartfile(content, path: file.path)
        case "Info.plist": return resourceBundle(content, path: file.path)
        default: return []
        }
    }

    /// CocoaPods gives each pod's resources a bundle whose property list has the pod's name and version.
    private static func resourceBundle(_ content: [UInt8], path: String) -> [Component] {
        guard path.hasSuffix(".bundle/Info.plist"), let plist = try? PropertyListReader.read(content),
            let identifier = plist["CFBundleIdentifier"]?.string, identifier.hasPrefix("org.cocoapods."), let version = version(plist)
        else { return [] }
        let name = identifier.dropFirst("org.cocoapods.".count).split(separator: "-")
        // `org.cocoapods.FirebaseCore-FirebaseCore-Privacy`: the pod, then the bundle.
        return name.first.map { [Component(name: String($0), version: version, path: path)] } ?? []
    }
}
