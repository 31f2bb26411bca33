/// A folder and all below it, names in the order of their bytes.
///
/// Symbolic links are never followed: what they point to inside the folder is read where it lies, and what is outside is none of the
/// target's. Files are opened relative to their open folder, so nobody can exchange a folder for a link in between.
final class FolderSource: BundleSource {
    let isDividable = true
    var length: UInt64 { reading.length }
    var position: UInt64 { reading.position }
    private(set) var notes: NoteList

    let target: String
    private let limits: ReaderLimits
    private let skippedFolders: Set<String>
    private var open: [Level]
    private var reading: FileReading
    private var count = 0

    private struct Level {
        var folder: OpenFile
        var path: [UInt8]
        /// What is still to do, the next at the end.
        var names: [[UInt8]]
    }

    /// - Parameters:
    ///   - root: The open folder.
    ///   - target: Its path, for errors.
    ///   - skippedFolders: Names of folders that are passed over without a note.
    init(_ root: OpenFile, target: String, limits: ReaderLimits, skippedFolders: Set<String> = []) throws(AuditError) {
        self.target = target
        self.limits = limits
        self.skippedFolders = skippedFolders
        notes = NoteList(limit: limits.notes)
        reading = FileReading(target)
        open = []
        do throws(SystemFailure) {
            open = [Level(folder: root, path: [], names: try sortedNames(in: root))]
        } catch {
            throw AuditError(.unreadable, at: target, "the folder cannot be listed: \(error.text)", status: error.status)
        }
    }

    func next() throws(AuditError) -> SourceEntry? {
        reading.end()
        while let level = open.last {
            guard let name = level.names.last else {
                open.removeLast()
                continue
            }
            open[open.count - 1].names.removeLast()
            count += 1
            guard count <= limits.entries else {
                throw AuditError(.limitExceeded, at: target, "has more than \(limits.entries) files and folders")
            }
            if let entry = visit(name, in: level) { return entry }
        }
        return nil
    }

    /// The entry, when `name` is a file that can be opened. Folders are put on the stack; all else is noted.
    private func visit(_ name: [UInt8], in level: Level) -> SourceEntry? {
        let raw = level.path.isEmpty ? name : level.path + [UInt8(ascii: "/")] + name
        let path: SourcePath
        do throws(SourcePathProblem) { path = try SourcePath(raw, limits: limits) } catch {
            notes.add(SourcePath.printable(raw.prefix(200)), "\(error.reason); left out")
            return nil
        }
        if path.isRepaired { notes.add(path.text, "its name is not UTF-8") }
        do throws(SystemFailure) {
            switch try OpenFile.status(of: name, in: level.folder.descriptor).kind {
            case .folder:
                guard !skippedFolders.contains(String(decoding: name, as: UTF8.self)) else { return nil }
                let folder = try OpenFile(name, in: level.folder)
                open.append(Level(folder: folder, path: raw, names: try sortedNames(in: folder)))
            case .file:
                let file = try OpenFile(name, in: level.folder)
                // Between the two calls it may have become something else.
                guard file.status.kind == .file else { return nil }
                return reading.begin(file, path: path.text)
            case .link:
                let link = OpenFile.linkTarget(name, in: level.folder.descriptor)
                if Self.leadsOut(link, from: level.path) {
                    notes.add(path.text, "a symbolic link to \(SourcePath.printable(link.prefix(200))), out of the target; not followed")
                }
            case .special: notes.add(path.text, "neither a file nor a folder; left out")
            }
        } catch {
            notes.add(path.text, "cannot be read: \(error.text)")
        }
        return nil
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(AuditError) -> Int { try unsafe reading.read(into: buffer) }

    /// The last name first, since they are taken from the end.
    private func sortedNames(in folder: OpenFile) throws(SystemFailure) -> [[UInt8]] {
        try OpenFile.names(in: folder.descriptor, limit: limits.entries).sorted { $1.lexicographicallyPrecedes($0) }
    }

    /// Whether a link that lies in `folder` names something outside of the root, judged by its text alone.
    static func leadsOut(_ link: [UInt8], from folder: [UInt8]) -> Bool {
        let separator = UInt8(ascii: "/")
        guard link.first != separator else { return true }
        var depth = folder.split(separator: separator).count
        for component in link.split(separator: separator) {
            if component.elementsEqual([UInt8(ascii: "."), UInt8(ascii: ".")]) {
                depth -= 1
                if depth < 0 { return true }
            } else if !component.elementsEqual([UInt8(ascii: ".")]) {
                depth += 1
            }
        }
        return false
    }
}
