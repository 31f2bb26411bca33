import CArchive

/// A zip archive, read entry by entry through libarchive. Nothing is written to disk; entries that nobody reads are stepped over unread.
@safe final class ArchiveSource: BundleSource {
    let isDividable = false
    let length: UInt64
    private(set) var position: UInt64 = 0
    private(set) var notes: NoteList

    private let file: OpenFile
    private let archive: OpaquePointer
    let target: String
    private let limits: ReaderLimits
    private var seen: Set<String> = []
    private var count = 0
    private var currentPath = ""
    /// Bytes that were unfolded, and how many may be.
    private var unfolded: UInt64 = 0
    private let allowance: UInt64

    // The casts in archive_entry.h keep its macros out of Swift.
    private static let regularFile: UInt32 = 0o100000
    private static let folder: UInt32 = 0o040000
    private static let symbolicLink: UInt32 = 0o120000
    /// Each step over an entry seeks, and each seek reads a block: a large one would cost more than it saves.
    private static let blockSize = 32 << 10

    init(_ file: OpenFile, target: String, limits: ReaderLimits) throws(AuditError) {
        let end = try ZipEnd(file, target: target, limits: limits)
        guard end.entries > 0 else { throw AuditError(.empty, at: target, "the archive has no entries") }
        guard let archive = unsafe archive_read_new() else {
            throw AuditError(.unreadable, at: target, "there is no memory for reading it")
        }
        self.file = file
        self.target = target
        self.limits = limits
        unsafe self.archive = archive
        length = file.status.size
        notes = NoteList(limit: limits.notes)
        let (product, overflow) = length.multipliedReportingOverflow(by: limits.expansion)
        allowance = max(limits.expansionFloor, overflow ? .max : product)
        unsafe archive_read_support_format_zip_seekable(archive)
        // __MACOSX entries are left out, not merged into what they describe.
        unsafe archive_read_set_format_option(archive, "zip", "mac-ext", nil)
        let status = unsafe archive_read_open_fd(archive, file.descriptor, Self.blockSize)
        guard status == ARCHIVE_OK else { throw failure(target) }
    }

    deinit { unsafe archive_read_free(archive) }

    func next() throws(AuditError) -> SourceEntry? {
        while true {
            var header: OpaquePointer?
            let status = withUTF8Names { unsafe archive_read_next_header(archive, &header) }
            if status == ARCHIVE_EOF { return nil }
            // A warning at a header is about a name that is not what it says; the entry is whole.
            guard status == ARCHIVE_OK || status == ARCHIVE_WARN, let entry = unsafe header else { throw failure(target) }
            count += 1
            guard count <= limits.entries else { throw AuditError(.limitExceeded, at: target, "has more than \(limits.entries) entries") }
            position = max(position, UInt64(clamping: unsafe archive_read_header_position(archive)))
            if let found = unsafe try examine(entry) { return found }
        }
    }

    private func examine(_ entry: OpaquePointer) throws(AuditError) -> SourceEntry? {
        let raw = unsafe Self.name(of: entry)
        let shown = SourcePath.printable(raw.prefix(200))
        let type = unsafe UInt32(archive_entry_filetype(entry))
        guard !raw.isEmpty else {
            notes.add("entry \(count)", "has no name, or one that is not UTF-8 although it says so; left out")
            return nil
        }
        let path: SourcePath
        do throws(SourcePathProblem) { path = try SourcePath(raw, limits: limits) } catch {
            notes.add("entry \(count), \(shown)", "\(error.reason); left out")
            return nil
        }
        if type == Self.folder || path.text.hasPrefix("__MACOSX/") { return nil }
        if unsafe archive_entry_is_encrypted(entry) != 0 {
            throw AuditError(.encrypted, at: "\(target): \(path.text)", "is encrypted; an app that installs is not")
        }
        if path.isRepaired { notes.add(path.text, "its name is not UTF-8") }
        guard type == Self.regularFile else {
            unsafe noteSpecial(entry, type, path.text, raw)
            return nil
        }
        guard seen.insert(path.text).inserted else {
            notes.add(path.text, "appears more than once (again as entry \(count)); only the first is audited")
            return nil
        }
        currentPath = path.text
        return SourceEntry(path: path.text, size: UInt64(clamping: unsafe archive_entry_size(entry)))
    }

    private func noteSpecial(_ entry: OpaquePointer, _ type: UInt32, _ path: String, _ raw: [UInt8]) {
        guard type == Self.symbolicLink else {
            notes.add(path, "neither a file nor a folder; left out")
            return
        }
        let link = unsafe withUTF8Names({ unsafe archive_entry_symlink(entry) }).map { unsafe Self.bytes($0) } ?? []
        let folder = raw.split(separator: UInt8(ascii: "/")).dropLast().joined(separator: [UInt8(ascii: "/")])
        if FolderSource.leadsOut(link, from: Array(folder)) {
            notes.add(path, "a symbolic link to \(SourcePath.printable(link.prefix(200))), out of the target; not followed")
        }
    }

    func claim(_ size: UInt64) throws(AuditError) {
        guard size <= allowance - unfolded else {
            throw AuditError(
                .limitExceeded, at: "\(target): \(currentPath)",
                "claims \(size) bytes, and the archive of \(length) bytes may unfold to \(allowance); this is how a zip bomb looks")
        }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(AuditError) -> Int {
        var filled = 0
        while filled < buffer.count {
            let count = unsafe archive_read_data(archive, buffer.baseAddress! + filled, min(buffer.count - filled, 1 << 20))
            guard count >= 0 else { throw failure("\(target): \(currentPath)") }
            if count == 0 { break }
            filled += count
            unfolded += UInt64(count)
            guard unfolded <= allowance else {
                throw AuditError(
                    .limitExceeded, at: "\(target): \(currentPath)",
                    "the archive of \(length) bytes unfolds to more than \(allowance); this is how a zip bomb looks")
            }
        }
        return filled
    }

    /// The bytes as they stand in the archive, but for names that it states to be UTF-8 and that are not.
    private static func name(of entry: OpaquePointer) -> [UInt8] {
        guard let name = unsafe withUTF8Names({ unsafe archive_entry_pathname(entry) }) else { return [] }
        return unsafe bytes(name)
    }

    private static func bytes(_ string: UnsafePointer<CChar>) -> [UInt8] {
        var bytes: [UInt8] = []
        while unsafe string[bytes.count] != 0 { bytes.append(UInt8(bitPattern: unsafe string[bytes.count])) }
        return bytes
    }

    private func failure(_ place: String) -> AuditError {
        let reason = unsafe archive_error_string(archive).map { unsafe String(cString: $0) } ?? "cannot be read"
        return AuditError(.malformed, at: place, offset: position == 0 ? nil : position, reason)
    }
}
