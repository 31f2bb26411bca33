import MerlonMachO

/// Reads all files of a source once, keeping what rules need: the content of small ones, facts of programs, the first bytes of the rest.
///
/// Programs are examined in tasks of their own while the next file is read, so that two processors have work; how much may wait in memory is
/// bounded by `ReaderLimits.readAhead`.
struct FileCollector {
    let limits: ReaderLimits
    let interests: CodeInterests
    /// Which files are data of an app, to be searched for secrets.
    var isData: @Sendable (_ path: String) -> Bool = { _ in false }
    let progress: @Sendable (UInt64, UInt64) -> Void

    private struct Examined: Sendable {
        var index: Int
        var size: UInt64
        var result: BinaryReader.Result
    }

    func collect(_ source: any BundleSource) async throws(AuditError) -> FileCollection {
        let result: Result<FileCollection, AuditError> = await withTaskGroup(of: Examined.self) { group in
            var state = State(limits: limits)
            do throws(AuditError) {
                while let entry = try source.next() {
                    progress(source.position, source.length)
                    guard let (index, program) = try state.take(entry, from: source, searching: isData(entry.path)) else { continue }
                    while !state.hasRoom(for: entry.size), let done = await group.next() { state.store(done) }
                    guard let bytes = try state.load(program, of: entry, from: source) else { continue }
                    let interests = interests
                    group.addTask {
                        Examined(
                            index: index, size: entry.size, result: BinaryReader.read(bytes, path: entry.path, locating: interests))
                    }
                }
                for await done in group { state.store(done) }
                progress(source.length, source.length)
                return .success(state.finished(adding: source.notes))
            } catch {
                group.cancelAll()
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// What has been collected, and what waits.
    private struct State {
        private let limits: ReaderLimits
        private var items: [FileCollection.Item] = []
        private var notes: NoteList
        private var contentLeft: UInt64
        private var contentLeftOut = 0
        private var searchLeft: UInt64
        /// Bytes of programs in memory, and of the largest until now.
        private var waiting: UInt64 = 0
        private var largest: UInt64 = 0

        init(limits: ReaderLimits) {
            self.limits = limits
            notes = NoteList(limit: limits.notes)
            contentLeft = limits.allContent
            searchLeft = limits.searched
        }

        /// Keeps the file. When it is a program: its position, and the bytes that have been read of it.
        mutating func take(
            _ entry: SourceEntry, from source: any BundleSource, searching: Bool
        ) throws(AuditError) -> (Int, head: [UInt8])? {
            let policy = ContentPolicy(path: entry.path, limits: limits)
            guard policy != .ignored else { return nil }
            guard
                let head = try reading(
                    entry, from: source,
                    { () throws(AuditError) in
                        try source.read(Int(min(entry.size, UInt64(ContentPolicy.headLength))))
                    })
            else { return nil }
            var item = FileCollection.Item(file: BundleFile(path: entry.path, size: entry.size, head: head))
            if MachOFile.recognise(ByteView(copying: head)) != nil {
                items.append(item)
                return (items.count - 1, head)
            }
            var isKept = false
            if case .content(let limit) = policy, entry.size <= limit {
                isKept = entry.size <= contentLeft
                if isKept { contentLeft -= entry.size } else { contentLeftOut += 1 }
            }
            if isKept {
                item.file.content = try reading(entry, from: source) { () throws(AuditError) in
                    try head + Self.rest(of: entry, from: source, after: head.count)
                }
            }
            if searching { item.secrets = try secrets(in: item.file, entry, isRead: isKept, from: source) }
            items.append(item)
            return nil
        }

        /// Whether a program of `size` bytes may be loaded beside those that are being examined.
        func hasRoom(for size: UInt64) -> Bool { waiting == 0 || waiting + size <= max(largest, size) + limits.readAhead }

        mutating func load(_ head: [UInt8], of entry: SourceEntry, from source: any BundleSource) throws(AuditError) -> ByteStorage? {
            guard entry.size <= limits.binary else {
                notes.add(entry.path, "a program of \(entry.size) bytes; no more than \(limits.binary) are looked at")
                return nil
            }
            try source.claim(entry.size)
            let bytes = try reading(entry, from: source) { () throws(AuditError) in
                let storage = try unsafe ByteStorage.filled(count: Int(entry.size)) { (buffer) throws(AuditError) in
                    unsafe buffer.copyBytes(from: head)
                    let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[head.count...])
                    let filled = try unsafe source.read(into: rest)
                    guard filled == rest.count else { throw Self.wrongSize(entry, in: source) }
                }
                guard try source.read(1).isEmpty else { throw Self.wrongSize(entry, in: source) }
                return storage
            }
            guard let bytes else { return nil }
            waiting += entry.size
            largest = max(largest, entry.size)
            return bytes
        }

        mutating func store(_ done: Examined) {
            waiting -= done.size
            items[done.index].facts = done.result.facts
            for note in done.result.notes { notes.add(items[done.index].file.path, note) }
        }

        mutating func finished(adding sourceNotes: NoteList) -> FileCollection {
            var all = sourceNotes
            all.add(notes)
            if contentLeftOut > 0 {
                all.add(
                    "\(contentLeftOut) files", "their content was not looked at: all texts together have over \(limits.allContent) bytes")
            }
            return FileCollection(items: items.sorted { $0.file.path < $1.file.path }, notes: all)
        }

        /// Searches a file, of which the head or all has been read; `nil`, with a note, when it cannot be read to its end.
        private mutating func secrets(
            in file: BundleFile, _ entry: SourceEntry, isRead: Bool, from source: any BundleSource
        ) throws(AuditError) -> [FileSecretSearch.Found]? {
            var search = FileSecretSearch(size: entry.size)
            if isRead {
                guard let content = file.content else { return nil }
                search.take(content)
                return search.finish()
            }
            guard entry.size <= searchLeft else {
                notes.add(entry.path, "was not searched: all files together have over \(limits.searched) bytes")
                return nil
            }
            searchLeft -= entry.size
            return try reading(entry, from: source) { () throws(AuditError) in
                try source.claim(entry.size)
                var (piece, count) = (file.head, 0)
                // One that grows meanwhile has no end that must be waited for.
                while !piece.isEmpty, count <= entry.size {
                    search.take(piece)
                    count += piece.count
                    piece = try source.read(FileSecretSearch.pieceByteCount)
                }
                guard count == entry.size else { throw Self.wrongSize(entry, in: source) }
                return search.finish()
            }
        }

        private static func rest(of entry: SourceEntry, from source: any BundleSource, after start: Int) throws(AuditError) -> [UInt8] {
            try source.claim(entry.size)
            let rest = try source.read(Int(entry.size) - start)
            guard rest.count == Int(entry.size) - start, try source.read(1).isEmpty else { throw Self.wrongSize(entry, in: source) }
            return rest
        }

        /// Runs `body`; a failure is a note when the source's other files are still good, and is passed on otherwise.
        private mutating func reading<R>(
            _ entry: SourceEntry, from source: any BundleSource, _ body: () throws(AuditError) -> R
        ) throws(AuditError) -> R? {
            do throws(AuditError) { return try body() } catch {
                guard source.isDividable else { throw error }
                notes.add(entry.path, error.reason)
                return nil
            }
        }

        private static func wrongSize(_ entry: SourceEntry, in source: any BundleSource) -> AuditError {
            AuditError(
                .malformed, at: "\(source.target): \(entry.path)", "is not of the \(entry.size) bytes that its header states")
        }
    }
}
