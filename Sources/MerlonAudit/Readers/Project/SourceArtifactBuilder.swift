import MerlonCore

/// Makes one artifact of a source tree, with a child for each further property list of a target: extensions have their own.
struct SourceArtifactBuilder {
    private(set) var notes: NoteList
    private let items: [FileCollection.Item]
    private let name: String

    init(_ items: [FileCollection.Item], name: String, limits: ReaderLimits) {
        self.items = items
        self.name = name
        notes = NoteList(limit: limits.notes)
    }

    /// Whether there is anything of a project among the files.
    static func hasProject(_ items: [FileCollection.Item]) -> Bool {
        items.contains { item in
            switch item.file.pathExtension {
            case "pbxproj", "entitlements", "xcconfig", "swift", "m", "mm", "xcprivacy": true
            default:
                ["Podfile", "Podfile.lock", "Package.resolved", "Cartfile.resolved"].contains(item.file.name) || isInfoPlist(item.file)
            }
        }
    }

    /// The artifact.
    mutating func build() -> Artifact {
        let projects = readProjects()
        var lists: [(item: FileCollection.Item, list: PropertyList)] = []
        for item in items where Self.isInfoPlist(item.file) && !Self.isForeign(item.file.path) {
            if let list = propertyList(item), list.dictionary != nil { lists.append((item, list)) }
        }
        let main = lists.firstIndex { $0.list["CFBundlePackageType"]?.string.map { $0 == "APPL" || $0.hasPrefix("$(PRODUCT") } ?? false }
        var artifact = Artifact(
            kind: .source, path: "", name: projects.first.map { BundlePath.stem(Self.folder($0.path)) } ?? name,
            buildSettings: projects.flatMap(\.project.configurations), files: items.map(\.file))
        let position = main ?? (lists.isEmpty ? nil : 0)
        if let position {
            artifact.infoPlist = lists[position].list
            artifact.infoPlistPath = lists[position].item.file.path
        }
        mergeGeneratedKeys(of: projects, into: &artifact)
        for item in items where item.file.pathExtension == "entitlements" && !Self.isForeign(item.file.path) {
            if let list = propertyList(item) {
                artifact.declaredEntitlements.append(DeclaredEntitlements(path: item.file.path, values: list))
            }
        }
        artifact.privacyManifest = items.first { $0.file.pathExtension == "xcprivacy" && !Self.isForeign($0.file.path) }
            .flatMap { propertyList($0) }
        for (index, entry) in lists.enumerated() where index != position {
            let folder = Self.folder(entry.item.file.path)
            artifact.children.append(
                Artifact(
                    kind: .source, path: folder, name: BundlePath.name(folder), infoPlist: entry.list, infoPlistPath: entry.item.file.path))
        }
        return artifact
    }

    // MARK: Projects

    private mutating func readProjects() -> [(path: String, project: XcodeProject)] {
        var projects: [(String, XcodeProject)] = []
        for item in items where item.file.pathExtension == "pbxproj" && !Self.isForeign(item.file.path) {
            guard let list = propertyList(item) else { continue }
            do throws(XcodeProjectProblem) {
                projects.append((item.file.path, try XcodeProject(list, path: item.file.path, settingsFile: settings)))
            } catch { notes.add(item.file.path, error.reason) }
        }
        return projects
    }

    private func settings(ofFile name: String) -> [String: String]? {
        items.first { $0.file.name == name && $0.file.pathExtension == "xcconfig" }?.file.content.map(XcodeProject.settings(ofFile:))
    }

    /// Xcode writes `INFOPLIST_KEY_…` settings of an application target into its property list when it builds.
    private func mergeGeneratedKeys(of projects: [(path: String, project: XcodeProject)], into artifact: inout Artifact) {
        for (path, project) in projects {
            for target in project.targets where target.productType == "com.apple.product-type.application" {
                let names = Set(project.configurations.lazy.filter { $0.target == target.name }.map(\.configuration)).sorted()
                guard let configuration = names.first(where: { $0 == "Release" }) ?? names.last else { continue }
                let settings = project.merged(target: target.name, configuration: configuration)
                let generated = settings.filter { $0.key.hasPrefix("INFOPLIST_KEY_") }
                guard !generated.isEmpty else { continue }
                var members = artifact.infoPlist?.dictionary ?? [:]
                for (key, value) in generated {
                    let name = String(key.dropFirst("INFOPLIST_KEY_".count))
                    members[name] = members[name] ?? Self.value(value)
                }
                artifact.infoPlist = .dictionary(members)
                artifact.infoPlistPath = artifact.infoPlistPath ?? path
                return
            }
        }
    }

    private static func value(_ text: String) -> PropertyList {
        switch text {
        case "YES": .boolean(true)
        case "NO": .boolean(false)
        default: .string(text)
        }
    }

    // MARK: Files

    private static func isInfoPlist(_ file: BundleFile) -> Bool {
        file.name == "Info.plist" || file.name.hasSuffix("-Info.plist") && !file.name.hasPrefix("GoogleService")
    }

    /// Whether a file belongs to a dependency or to tests, neither of which is the app.
    private static func isForeign(_ path: String) -> Bool {
        path.split(separator: "/").dropLast().contains { folder in
            folder == "Pods" || folder == "Carthage" || folder == "SourcePackages" || folder.hasSuffix("Tests")
        }
    }

    private static func folder(_ path: String) -> String { path.split(separator: "/").dropLast().joined(separator: "/") }

    private mutating func propertyList(_ item: FileCollection.Item) -> PropertyList? {
        PropertyListFile.read(item.file, notes: &notes)
    }
}
