import Foundation

/// A file beside the database with the newest generation in it, so that an older database put back, or a log that was cut, is noticed.
///
/// It is written after each commit and not synchronised, so it can be behind the database and never before it. Whoever puts back both files is
/// not noticed: that takes a counter that cannot be set back, such as a TPM's. Its form: name of the vault (16 bytes), generation (8), code of
/// the state (16).
@safe final class RollbackAnchor: @unchecked Sendable {
    /// What the file says.
    struct Mark: Equatable {
        var generation: UInt64
        var code: Bytes16

        init(generation: UInt64, code: Bytes16) { (self.generation, self.code) = (generation, code) }

        /// That of a state which has its code.
        init(_ state: VaultState) { self.init(generation: state.generation, code: state.code) }
    }

    private static let byteCount = 40

    private let path: String
    private let vault: Bytes16
    private var descriptor: Int32 = -1

    init(path: String, vault: Bytes16) {
        self.path = path
        self.vault = vault
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Reads the file anew; `nil` when there is none, or it is another vault's. Throws `corrupted` when it is not as it was written.
    func read() throws(VaultError) -> Mark? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw VaultError(.storeUnavailable, "The vault's anchor cannot be read.", nativeStatus: errno)
        }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: Self.byteCount + 1)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe Foundation.read(file, $0.baseAddress, $0.count) }
        guard count == Self.byteCount, let name = Bytes16(bytes[..<16]), let code = Bytes16(bytes[24..<40]) else {
            throw .damaged("The vault's anchor is not what was written.")
        }
        guard name == vault else { return nil }
        return Mark(generation: bytes[16..<24].reduce(0) { $0 << 8 | UInt64($1) }, code: code)
    }

    /// Writes the file in place. Best effort: an anchor that stays behind warns of less, and is no error.
    func write(_ mark: Mark) {
        if descriptor < 0 { descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600) }
        guard descriptor >= 0 else { return }
        unsafe withUnsafeTemporaryAllocation(byteCount: Self.byteCount, alignment: 8) { room in
            var writer = unsafe ByteWriter(room)
            writer.append(vault)
            writer.append(mark.generation)
            writer.append(mark.code)
            unsafe pwrite(descriptor, room.baseAddress, room.count, 0)
        }
    }

    /// Makes what was written last.
    func synchronise() { if descriptor >= 0 { fsync(descriptor) } }

    /// Throws `corrupted` when the file knows of a newer state, or of another one of the same age.
    static func check(_ mark: Mark?, against state: Mark) throws(VaultError) {
        guard let mark else {
            // A vault that was never written has nothing older to go back to; its anchor may not have been made yet.
            if state.generation > 1 { throw .damaged("The vault's anchor is missing: the vault may be an old copy.") }
            return
        }
        guard mark.generation < state.generation || mark == state else {
            throw .damaged("The vault is older than its anchor: an old copy was put back, or its log was cut.")
        }
    }
}
