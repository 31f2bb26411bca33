/// Where the parts of a bundle are: flat as on iOS, or with `Contents` or `Versions` as on macOS.
struct BundleLayout {
    private let root: String
    private let items: [FileCollection.Item]
    private let positions: [String: Int]
    /// `Versions/A` and the like, the last first. `Current` is a link, and links are not followed.
    private let versions: [String]

    /// - Parameters:
    ///   - root: The folder; empty when the target is the bundle.
    ///   - items: Its files, without those of bundles within it.
    init(root: String, items: [FileCollection.Item]) {
        self.root = root
        self.items = items
        positions = Dictionary(items.enumerated().map { ($1.file.path, $0) }, uniquingKeysWith: { first, _ in first })
        let prefix = root.isEmpty ? "Versions/" : "\(root)/Versions/"
        let names = items.lazy.filter { $0.file.path.hasPrefix(prefix) }.compactMap { item -> String? in
            let rest = item.file.path.dropFirst(prefix.count)
            return rest.firstIndex(of: "/").map { "Versions/\(rest[..<$0])" }
        }
        versions = Set(names).sorted().reversed()
    }

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

    private func first(at places: [String]) -> FileCollection.Item? {
        for place in places {
            let path = root.isEmpty ? place : "\(root)/\(place)"
            if let position = positions[path] { return items[position] }
        }
        return nil
    }
}
