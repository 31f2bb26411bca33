/// Reads targets from the file system, whatever they are: archives, bundles, programs, profiles and folders are told apart by content.
public struct FileTargetReader: TargetReader {
    private let limits: ReaderLimits
    private let placement: DeclaredPlacement?
    private let apps: [String]

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - limits: What reading may cost.
    ///   - placement: The policy that says where the data of all targets belongs; `nil` takes the one that each target carries.
    ///   - apps: Identifiers of the apps, extensions and app groups whose data is read from a device backup, which every target then is.
    public init(limits: ReaderLimits = ReaderLimits(), placement: DeclaredPlacement? = nil, apps: [String] = []) {
        self.limits = limits
        self.placement = placement
        self.apps = apps
    }

    public func read(
        _ path: String, locating interests: CodeInterests, progress: @escaping @Sendable (_ done: UInt64, _ total: UInt64) -> Void
    ) async throws(AuditError) -> TargetContent {
        let place = SourcePath.printable(path.utf8)
        let file = try open(path, place)
        if let backup = try DeviceBackup(file, path: path, place: place, limits: limits) {
            return try await read(backup, place, locating: interests, progress: progress)
        }
        guard apps.isEmpty else {
            throw AuditError(
                .unsupported, at: place, "is no device backup, which has a Manifest.plist and a Manifest.db; --app is for these")
        }
        let source = try source(file, place)
        let name = BundlePath.name(place)
        let (isData, isArchive) = (ContainerLayout.isContainer(file, name: name), source is ArchiveSource)
        let collection = try await FileCollector(
            limits: limits, interests: interests, isData: { isData || isArchive && ContainerLayout.mayHold($0) }, progress: progress
        ).collect(source)
        var assembler = ArtifactAssembler(
            targetName: name, placement: placement, mayHaveSource: source is FolderSource && !Self.isPackage(name), limits: limits)
        var artifacts = assembler.assemble(collection)
        var notes = collection.notes
        notes.add(assembler.notes)
        guard !artifacts.isEmpty else { throw nothing(in: source, place, notes) }
        // A file by itself is the artifact: there is no path within it.
        if source is SingleFileSource { for index in artifacts.indices { artifacts[index].path = "" } }
        return TargetContent(artifacts: artifacts, inventory: Inventory.components(of: artifacts), notes: notes.all)
    }

    private func read(
        _ opened: DeviceBackup, _ place: String, locating interests: CodeInterests,
        progress: @escaping @Sendable (_ done: UInt64, _ total: UInt64) -> Void
    ) async throws(AuditError) -> TargetContent {
        var backup = opened
        let containers = try backup.containers(of: apps)
        let source = BackupSource(containers, in: backup.folder, target: place, limits: limits)
        let collection = try await FileCollector(limits: limits, interests: interests, isData: { _ in true }, progress: progress)
            .collect(source)
        let assembler = ArtifactAssembler(targetName: BundlePath.name(place), placement: placement, mayHaveSource: false, limits: limits)
        var notes = backup.notes
        notes.add(collection.notes)
        return TargetContent(artifacts: assembler.backup(containers, collection), notes: notes.all)
    }

    /// Whether a folder of this name holds what was built, and no source.
    private static func isPackage(_ name: String) -> Bool {
        let name = name.lowercased()
        return BundlePath.kind(ofFolder: name[...]) != nil || [".xcarchive", ".xcframework", ".xcappdata"].contains(where: name.hasSuffix)
    }

    func open(_ path: String, _ place: String) throws(AuditError) -> OpenFile {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw AuditError(.notFound, at: "target", "the path is empty or has a zero byte")
        }
        do throws(SystemFailure) { return try OpenFile(path) } catch {
            throw AuditError(error.isMissing ? .notFound : .unreadable, at: place, error.text, status: error.status)
        }
    }

    func source(_ file: OpenFile, _ place: String) throws(AuditError) -> any BundleSource {
        switch file.status.kind {
        case .folder:
            return try FolderSource(
                file, target: place, limits: limits, skippedFolders: Self.isPackage(BundlePath.name(place)) ? [] : Self.skippedFolders)
        case .file: break
        case .link, .special: throw AuditError(.unsupported, at: place, "is neither a file nor a folder")
        }
        let head: [UInt8]
        do throws(SystemFailure) { head = try file.read(ContentPolicy.headLength, at: 0) } catch {
            throw AuditError(.unreadable, at: place, "cannot be read: \(error.text)", status: error.status)
        }
        switch TargetFormat(head, name: BundlePath.name(place)) {
        case .archive: return try ArchiveSource(file, target: place, limits: limits)
        case .program, .profile: return SingleFileSource(file, target: place, limits: limits)
        case .unknown(let reason): throw AuditError(.unsupported, at: place, offset: 0, reason)
        }
    }

    /// Folders of a source tree that hold no source of the app: histories, and what was built or downloaded.
    private static let skippedFolders: Set<String> = [".git", ".hg", ".svn", "node_modules", "DerivedData", ".build", ".swiftpm"]

    private func nothing(in source: any BundleSource, _ place: String, _ notes: NoteList) -> AuditError {
        // What stood in the way says more than that there is nothing.
        if source is SingleFileSource, let note = notes.all.first { return AuditError(.malformed, at: place, note) }
        let what = "there is no app, extension, framework, program, profile, project or data of an app in it"
        let further = notes.all.first.map { "; first of \(notes.all.count) notes: \($0)" } ?? ""
        return AuditError(.empty, at: place, what + further)
    }
}
