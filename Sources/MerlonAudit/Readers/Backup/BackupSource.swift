/// The files of some containers of a device backup, under `DOMAIN/PATH`.
///
/// Files are opened by their hashes, relative to the open folder; neither they nor their folders may be links.
final class BackupSource: BundleSource {
    let isDividable = true
    private(set) var length: UInt64 = 0
    private(set) var position: UInt64 = 0
    private(set) var notes: NoteList

    let target: String
    private let folder: OpenFile
    private var files: [DeviceBackup.File]
    private var current: OpenFile?
    private var currentPath = ""

    init(_ containers: [DeviceBackup.Container], in folder: OpenFile, target: String, limits: ReaderLimits) {
        self.target = target
        self.folder = folder
        // The next at the end.
        files = containers.flatMap { container in
            container.files.map { DeviceBackup.File(path: "\(container.domain.name)/\($0.path)", fileID: $0.fileID, record: $0.record) }
        }.sorted { $0.path > $1.path }
        notes = NoteList(limit: limits.notes)
    }

    func next() throws(AuditError) -> SourceEntry? {
        current = nil
        while let file = files.popLast() {
            do throws(SystemFailure) {
                let opened = try DeviceBackup.open(file.fileID, in: folder)
                guard opened.status.kind == .file else {
                    notes.add(file.path, "the backup has no file in its place; unread")
                    continue
                }
                current = opened
                currentPath = file.path
                length += opened.status.size
                if let listed = file.record?.size, listed != opened.status.size {
                    notes.add(file.path, "has \(opened.status.size) bytes, and the backup lists \(listed): it is not what the device had")
                }
                return SourceEntry(path: file.path, size: opened.status.size)
            } catch {
                notes.add(
                    file.path,
                    error.isMissing ? "the backup lists it and has no file of it; unread" : "cannot be read: \(error.text); unread")
            }
        }
        return nil
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(AuditError) -> Int {
        guard let current else { return 0 }
        do throws(SystemFailure) {
            let count = try unsafe current.read(into: buffer)
            position += UInt64(count)
            return count
        } catch {
            throw AuditError(.unreadable, at: "\(target): \(currentPath)", "cannot be read: \(error.text)", status: error.status)
        }
    }
}
