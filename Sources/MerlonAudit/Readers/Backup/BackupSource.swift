/// The files of some containers of a device backup, under `DOMAIN/PATH`.
///
/// Files are opened by their hashes, relative to the open folder; neither they nor their folders may be links.
final class BackupSource: BundleSource {
    let isDividable = true
    var length: UInt64 { reading.length }
    var position: UInt64 { reading.position }
    private(set) var notes: NoteList

    let target: String
    private let folder: OpenFile
    private var files: [DeviceBackup.File]
    private var reading: FileReading

    init(_ containers: [DeviceBackup.Container], in folder: OpenFile, target: String, limits: ReaderLimits) {
        self.target = target
        reading = FileReading(target)
        self.folder = folder
        // The next at the end.
        files = containers.flatMap { container in
            container.files.map { DeviceBackup.File(path: "\(container.domain.name)/\($0.path)", fileID: $0.fileID, record: $0.record) }
        }.sorted { $0.path > $1.path }
        notes = NoteList(limit: limits.notes)
    }

    func next() throws(AuditError) -> SourceEntry? {
        reading.end()
        while let file = files.popLast() {
            do throws(SystemFailure) {
                let opened = try DeviceBackup.open(file.fileID, in: folder)
                guard opened.status.kind == .file else {
                    notes.add(file.path, "the backup has no file in its place; unread")
                    continue
                }
                if let listed = file.record?.size, listed != opened.status.size {
                    notes.add(file.path, "has \(opened.status.size) bytes, and the backup lists \(listed): it is not what the device had")
                }
                return reading.begin(opened, path: file.path)
            } catch {
                notes.add(
                    file.path,
                    error.isMissing ? "the backup lists it and has no file of it; unread" : "cannot be read: \(error.text); unread")
            }
        }
        return nil
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(AuditError) -> Int { try unsafe reading.read(into: buffer) }
}
