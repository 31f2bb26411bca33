import Foundation

/// Where a file is to appear, and whether it may take another's place there.
struct FilePlace {
    /// The path as it was given, for messages.
    let name: String
    /// The path with a link resolved: it leads where it did.
    private let path: String
    private let existing: ExistingFile

    /// Throws for what must not be replaced: a folder, a device, and any file that is to be kept. Before the work, so that it is not in vain.
    init(_ path: String, _ existing: ExistingFile) throws(CryptoError) {
        let target = unsafe realpath(path, nil).map { resolved in
            defer { unsafe free(resolved) }
            return unsafe String(cString: resolved)
        }
        name = path
        self.path = target ?? path
        self.existing = existing
        var status = stat()
        // A link that leads nowhere is something too.
        if existing == .kept, unsafe lstat(path, &status) == 0 { throw Self.exists(path) }
        guard unsafe stat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw CryptoError(.inputOutput, "'\(path)' is not a file that can be replaced.", nativeStatus: Int64(EISDIR))
        }
    }

    /// The folder that it lies in.
    var folder: String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "." }

    /// The path of the file whose name has this ending more.
    func neighbour(_ ending: String) -> String { "\(path).\(ending)" }

    /// A name in the same folder that nobody else will choose.
    func freeName() -> String { "\(path).\(String(UInt64.random(in: .min ... .max) ^ UInt64(getpid()), radix: 36)).part" }

    /// Gives the open file the permissions of the one that it will replace.
    func copyPermissions(to descriptor: Int32) throws(CryptoError) {
        var status = stat()
        if unsafe stat(path, &status) == 0, fchmod(descriptor, status.st_mode & 0o7777) != 0 {
            throw .inputOutput("'\(name)' cannot be written")
        }
    }

    /// Gives the file `temporary` this name, in one step that no reader sees the middle of, and lasting.
    func take(_ temporary: String) throws(CryptoError) {
        if existing == .kept {
            try takeFree(temporary)
        } else if unsafe rename(temporary, path) != 0 {
            throw .inputOutput("'\(name)' cannot be replaced")
        }
        // Best effort: not every file system can, and the content is safe already.
        let descriptor = unsafe open(folder, O_RDONLY | O_CLOEXEC)
        if descriptor >= 0 {
            fsync(descriptor)
            close(descriptor)
        }
    }

    private func takeFree(_ temporary: String) throws(CryptoError) {
        // A second name fails where there is one already, which `rename` does not.
        if unsafe link(temporary, path) == 0 {
            unsafe unlink(temporary)
            return
        }
        guard errno != EEXIST else { throw Self.exists(name) }
        // Not every file system has second names. There an empty file of our own holds the place.
        let placeholder = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard placeholder >= 0 else { throw errno == EEXIST ? Self.exists(name) : .inputOutput("'\(name)' cannot be written") }
        close(placeholder)
        guard unsafe rename(temporary, path) == 0 else {
            let error = CryptoError.inputOutput("'\(name)' cannot be written")
            unsafe unlink(path)
            throw error
        }
    }

    private static func exists(_ path: String) -> CryptoError {
        CryptoError(.inputOutput, "'\(path)' exists already.", nativeStatus: Int64(EEXIST))
    }
}
