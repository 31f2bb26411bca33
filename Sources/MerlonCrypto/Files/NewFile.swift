import Foundation

/// A file that appears whole or not at all: written under another name in the same folder, synchronized with the disk, renamed into place.
///
/// Readable by its owner alone until ``commit()``; then it has the permissions of the file that it replaces, if there is one. Nothing is left
/// when the owner goes without having committed.
final class NewFile {
    private let path: String
    private let temporary: String
    private var descriptor: Int32

    init(_ path: String) throws(CryptoError) {
        // A link leads where it did.
        let target = unsafe realpath(path, nil).map { resolved in
            defer { unsafe free(resolved) }
            return unsafe String(cString: resolved)
        }
        self.path = target ?? path
        var name = UInt64.random(in: .min ... .max)
        name ^= UInt64(getpid())
        temporary = "\(self.path).\(String(name, radix: 36)).part"
        descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .inputOutput("'\(path)' cannot be written") }
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        unsafe unlink(temporary)
    }

    func append(_ buffer: UnsafeRawBufferPointer) throws(CryptoError) {
        var written = 0
        while written < buffer.count, let base = buffer.baseAddress {
            let count = unsafe write(descriptor, base + written, buffer.count - written)
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                throw .inputOutput("'\(path)' cannot be written")
            }
        }
    }

    /// Makes the file appear under its name, and lasting.
    func commit() throws(CryptoError) {
        var status = stat()
        if unsafe stat(path, &status) == 0, fchmod(descriptor, status.st_mode & 0o7777) != 0 {
            throw .inputOutput("'\(path)' cannot be written")
        }
        guard fsync(descriptor) == 0 else { throw .inputOutput("'\(path)' cannot be written") }
        guard unsafe rename(temporary, path) == 0 else { throw .inputOutput("'\(path)' cannot be replaced") }
        close(descriptor)
        descriptor = -1
        // Best effort: not every file system can, and the content is safe already.
        let folder = unsafe open(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".", O_RDONLY | O_CLOEXEC)
        if folder >= 0 {
            fsync(folder)
            close(folder)
        }
    }
}
