import MerlonCore
import MerlonVault

/// Makes artifacts of the files of a target: bundles within bundles, loose programs, profiles, and what is source.
struct ArtifactAssembler {
    /// The last component of the target's path, whose extension may make it a bundle.
    let targetName: String
    /// The policy that was given for whatever is found; it is taken in place of one that lies there.
    let placement: DeclaredPlacement?
    private(set) var notes: NoteList

    private let limits: ReaderLimits
    /// Whether files that belong to no bundle may be source: not those of an `.ipa` or `.xcarchive`.
    private let mayHaveSource: Bool

    init(targetName: String, placement: DeclaredPlacement? = nil, mayHaveSource: Bool, limits: ReaderLimits) {
        self.targetName = targetName
        self.placement = placement
        self.mayHaveSource = mayHaveSource
        self.limits = limits
        notes = NoteList(limit: limits.notes)
    }

    /// The outermost artifacts, in the order of their paths.
    mutating func assemble(_ collection: FileCollection) -> [Artifact] {
        let roots = bundleRoots(in: collection.items)
        if roots.isEmpty, let layout = ContainerLayout(of: collection.items.map(\.file.path), targetName: targetName) {
            return [container(layout, collection.items)]
        }
        var byRoot: [String: [FileCollection.Item]] = [:]
        var loose: [FileCollection.Item] = []
        for item in collection.items {
            if let owner = BundlePath.bundles(holding: item.file.path).last(where: roots.contains) ?? (roots.contains("") ? "" : nil) {
                byRoot[owner, default: []].append(item)
            } else {
                loose.append(item)
            }
        }
        var nested: [String: [Artifact]] = [:]
        var outermost: [Artifact] = []
        // The innermost first, so that children are there when their parent is made.
        for root in roots.sorted(by: { ($1.utf8.count, $1) < ($0.utf8.count, $0) }) {
            let children = (nested[root] ?? []).sorted { $0.path < $1.path }
            let artifact = bundle(root, byRoot[root] ?? [], children)
            let parent = BundlePath.bundles(holding: root).last(where: roots.contains) ?? (root != "" && roots.contains("") ? "" : nil)
            if let parent { nested[parent, default: []].append(artifact) } else { outermost.append(artifact) }
        }
        return (outermost + looseArtifacts(loose)).sorted { $0.path < $1.path }
    }

    /// Folders that are bundles by name and have a property list or a program of their own.
    private func bundleRoots(in items: [FileCollection.Item]) -> Set<String> {
        let isBundle = BundlePath.kind(ofFolder: targetName[...]) != nil
        var roots: Set<String> = []
        for item in items where item.facts != nil || item.file.name == "Info.plist" {
            if let root = BundlePath.bundles(holding: item.file.path).last {
                roots.insert(root)
            } else if isBundle {
                roots.insert("")
            }
        }
        return roots
    }

    private mutating func bundle(_ root: String, _ items: [FileCollection.Item], _ children: [Artifact]) -> Artifact {
        let name = root.isEmpty ? targetName : BundlePath.name(root)
        let layout = BundleLayout(root: root, items: items)
        let plist = propertyList(layout.infoPlist)
        let executable = plist?["CFBundleExecutable"]?.string ?? BundlePath.stem(name)
        var artifact = Artifact(
            kind: BundlePath.kind(ofFolder: name[...]) ?? .app, path: root, name: BundlePath.stem(name), infoPlist: plist,
            infoPlistPath: plist == nil ? nil : layout.infoPlist?.file.path, binaries: layout.binaries(executable: executable),
            profile: profile(layout.profile), privacyManifest: propertyList(layout.privacyManifest), files: items.map(\.file),
            children: children)
        if let shown = [plist?["CFBundleDisplayName"], plist?["CFBundleName"]].lazy.compactMap({ $0?.string }).first(where: { !$0.isEmpty })
        {
            artifact.name = shown
        }
        artifact.runtimes = RuntimeRecognition.runtimes(in: artifact)
        if artifact.kind != .framework { artifact.placement = placement ?? declaredPlacement(items) }
        return artifact
    }

    /// The data that an app has written. Modes and protection classes are those of the copy, so they are not known.
    private func container(_ layout: ContainerLayout, _ items: [FileCollection.Item]) -> Artifact {
        container(at: layout.root, name: BundlePath.stem(targetName), items) { layout.relative($0) }
    }

    /// What a backup has of an app, an extension or a group of apps. What it lists and was not read is nothing that is known.
    func backup(_ containers: [DeviceBackup.Container], _ collection: FileCollection) -> [Artifact] {
        // Gone through once: an enemy's backup has thousands of domains and files.
        let itemsByDomain = Dictionary(grouping: collection.items) { $0.file.path.prefix { $0 != "/" } }
        return containers.map { backup in
            let root = backup.domain.name
            let items = itemsByDomain[root[...]] ?? []
            var artifact = container(at: root, name: backup.domain.owner, items) { String($0.dropFirst(root.count + 1)) }
            let records = Dictionary(backup.files.map { ($0.path, $0.record) }, uniquingKeysWith: { first, _ in first })
            for index in artifact.containerFiles.indices {
                artifact.containerFiles[index].isInBackup = true
                artifact.containerFiles[index].protection = records[artifact.containerFiles[index].path]??.protection
            }
            let read = Set(items.map(\.file.path))
            let missing = backup.files.map(\.path).filter { !read.contains("\(root)/\($0)") }
            artifact.unreadFiles = (artifact.unreadFiles + backup.unread + missing).sorted()
            return artifact
        }
    }

    private func container(
        at root: String, name: String, _ items: [FileCollection.Item], relative: (String) -> String?
    ) -> Artifact {
        var files: [ContainerFile] = []
        var unread: [String] = []
        var secrets: [ContainerSecret] = []
        for item in items where item.file.name != DeclaredPlacement.fileName {
            guard let path = relative(item.file.path) else { continue }
            let isPreferences = ContainerFile.isPreferences(path)
            files.append(ContainerFile(path: path, start: item.file.head, propertyList: isPreferences ? item.file.content : nil))
            if isPreferences && item.file.content == nil || item.secrets == nil { unread.append(path) }
            secrets += (item.secrets ?? []).map { ContainerSecret($0, in: path) }
        }
        return Artifact(
            kind: .container, path: root, name: name, containerFiles: files, containerSecrets: secrets, unreadFiles: unread,
            placement: placement ?? declaredPlacement(items))
    }

    /// The policy among the files: the one that lies highest.
    private func declaredPlacement(_ items: [FileCollection.Item]) -> DeclaredPlacement? {
        let found = items.map(\.file).filter { $0.name == DeclaredPlacement.fileName }
        guard let file = found.min(by: { ($0.path.utf8.count, $0.path) < ($1.path.utf8.count, $1.path) }) else { return nil }
        return DeclaredPlacement(path: file.path, parsing: file.content ?? file.head)
    }

    /// What lies in no bundle.
    private mutating func looseArtifacts(_ items: [FileCollection.Item]) -> [Artifact] {
        var artifacts: [Artifact] = []
        var rest: [FileCollection.Item] = []
        for item in items {
            if let facts = item.facts {
                artifacts.append(Artifact(kind: .binary, path: item.file.path, name: item.file.name, binaries: [facts], files: [item.file]))
            } else if ["mobileprovision", "provisionprofile"].contains(item.file.pathExtension), let profile = profile(item) {
                artifacts.append(
                    Artifact(
                        kind: .profile, path: item.file.path, name: profile.name ?? item.file.name, profile: profile, files: [item.file]))
            } else {
                rest.append(item)
            }
        }
        if mayHaveSource, SourceArtifactBuilder.hasProject(rest) {
            var builder = SourceArtifactBuilder(rest, name: BundlePath.stem(targetName), limits: limits)
            var artifact = builder.build()
            artifact.placement = placement ?? declaredPlacement(rest)
            artifacts.append(artifact)
            notes.add(builder.notes)
        }
        return artifacts
    }

    // MARK: Parts

    private mutating func propertyList(_ item: FileCollection.Item?) -> PropertyList? {
        item.flatMap { PropertyListFile.read($0.file, notes: &notes) }
    }

    private mutating func profile(_ item: FileCollection.Item?) -> ProvisioningProfile? {
        guard let item, let content = item.file.content else { return nil }
        do throws(AuditError) {
            return try ProvisioningProfileReader.read(content, path: item.file.path, place: item.file.path)
        } catch {
            notes.add(item.file.path, error.reason)
            return nil
        }
    }
}
