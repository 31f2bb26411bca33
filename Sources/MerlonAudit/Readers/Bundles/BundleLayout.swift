/// Where the parts of a bundle are: flat as on iOS, or with `Contents` or `Versions` as on macOS.
struct BundleLayout {
    /// The folder; empty when the target is the bundle.
    let root: String
    let items: [FileCollection.Item]

    /// `Info.plist`.
    var infoPlist: FileCollection.Item? { resource("Info.plist") }
    /// `PrivacyInfo.xcprivacy`.
    var privacyManifest: FileCollection.Item? { resource("PrivacyInfo.xcprivacy") }
    /// `embedded.mobileprovision`, on macOS `embedded.provisionprofile`.
    var profile: FileCollection.Item? {
        first(at: ["embedded.mobileprovision", "Contents/embedded.provisionprofile", "embedded.provisionprofile"])
    }

    /// The programs, with the bundle's own first.
    func binaries(executable: String) -> [BinaryFacts] {
        let programs = items.filter { $0.facts != nil }
        let places = [executable, "Contents/MacOS/\(executable)"] + versions.map { "\($0)/\(executable)" }
        let main = first(at: places)?.file.path
        return (programs.filter { $0.file.path == main } + programs.filter { $0.file.path != main }).compactMap(\.facts)
    }

    private func resource(_ name: String) -> FileCollection.Item? {
        first(
            at: [name, "Contents/\(name)", "Contents/Resources/\(name)", "Resources/\(name)"] + versions.map { "\($0)/Resources/\(name)" })
    }

    /// `Versions/A` and the like, the last first. `Current` is a link, and links are not followed.
    private var versions: [String] {
        let names = items.compactMap { item -> String? in
            let parts = BundlePath.relative(item.file.path, to: root)?.split(separator: "/", maxSplits: 2) ?? []
            return parts.count == 3 && parts[0] == "Versions" ? "Versions/\(parts[1])" : nil
        }
        return Set(names).sorted().reversed()
    }

    private func first(at places: [String]) -> FileCollection.Item? {
        for place in places {
            let path = root.isEmpty ? place : "\(root)/\(place)"
            if let item = items.first(where: { $0.file.path == path }) { return item }
        }
        return nil
    }
}
