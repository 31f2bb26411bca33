import Foundation

/// What interrupted work leaves beside its destination `FILE`, so that it can go on: `FILE.part`, the result so far, and `FILE.part-journal`.
///
/// Both are readable by their owner alone. One process works on them at a time.
final class PartialFile {
    /// Whether there has to be one, or must be none.
    enum Expectation { case none, some, any }

    let place: FilePlace
    private let descriptor: Int32
    /// Bytes of it when it was opened.
    let byteCount: Int

    static func path(of place: FilePlace) -> String { place.neighbour("part") }
    static func journalPath(of place: FilePlace) -> String { place.neighbour("part-journal") }

    init(_ place: FilePlace, _ expectation: Expectation) throws(CryptoError) {
        self.place = place
        let path = Self.path(of: place)
        let creation =
            switch expectation {
            case .none: O_CREAT | O_EXCL
            case .some: Int32(0)
            case .any: O_CREAT
            }
        descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | creation, 0o600)
        guard descriptor >= 0 else {
            if errno == EEXIST { throw CryptoError(.inputOutput, "'\(path)' is left by interrupted work.", nativeStatus: Int64(EEXIST)) }
            throw .inputOutput("'\(path)' cannot be opened")
        }
        var status = stat()
        let isOwn =
            unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid()
            && status.st_mode & 0o077 == 0 && status.st_nlink == 1
        byteCount = Int(status.st_size)
        // From here on the object is whole: when it throws, `deinit` closes the file.
        guard isOwn else {
            throw CryptoError(.inputOutput, "'\(path)' is not a file that only its owner can read and write.", nativeStatus: Int64(EPERM))
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .inputOutput("'\(path)' is in use by another process") }
    }

    deinit {
        // A process that is just being started has the descriptor until it runs its program: closing alone would leave the lock with it.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Fills the buffer from `offset` on; fewer bytes come at the end only.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(CryptoError) -> Int {
        try Self.transfer(buffer.count, name: Self.path(of: place), can: "read") { done in
            guard let base = buffer.baseAddress else { return 0 }
            return unsafe pread(descriptor, base + done, buffer.count - done, off_t(offset + done))
        }
    }

    /// Writes all of the buffer from `offset` on.
    func write(_ buffer: UnsafeRawBufferPointer, at offset: Int) throws(CryptoError) {
        _ = try Self.transfer(buffer.count, name: place.name) { done in
            guard let base = buffer.baseAddress else { return 0 }
            return unsafe pwrite(descriptor, base + done, buffer.count - done, off_t(offset + done))
        }
    }

    /// Everything written so far is on the disk when this returns.
    func synchronize() throws(CryptoError) {
        guard fsync(descriptor) == 0 else { throw .inputOutput("'\(place.name)' cannot be written") }
    }

    /// Gives the file of so many bytes its final name, and removes the journal.
    func commit(byteCount: Int) throws(CryptoError) {
        guard ftruncate(descriptor, off_t(byteCount)) == 0 else { throw .inputOutput("'\(place.name)' cannot be written") }
        try place.copyPermissions(to: descriptor)
        try synchronize()
        try place.take(Self.path(of: place))
        unsafe unlink(Self.journalPath(of: place))
    }

    /// Removes the file and its journal.
    static func discard(_ place: FilePlace) {
        unsafe unlink(path(of: place))
        unsafe unlink(journalPath(of: place))
    }

    /// Calls `step` with the bytes done until all are, or the end is reached.
    static func transfer(_ count: Int, name: String, can verb: String = "written", _ step: (_ done: Int) -> Int) throws(CryptoError) -> Int
    {
        var done = 0
        while done < count {
            let now = step(done)
            if now == 0 { break }
            if now > 0 {
                done += now
            } else if errno != EINTR {
                throw .inputOutput("'\(name)' cannot be \(verb)")
            }
        }
        return done
    }
}
