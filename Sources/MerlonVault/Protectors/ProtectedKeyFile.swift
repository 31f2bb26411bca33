import Foundation
import MerlonCore

/// Reads and makes files of key material, through one descriptor that was checked: the file cannot be exchanged between check and reading.
enum ProtectedKeyFile {
    static func read(_ path: String) throws(VaultError) -> SecretBytes {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else {
            let status = errno
            if status == ELOOP { throw VaultError(.storeUnavailable, "The key file '\(path)' is a link.", nativeStatus: status) }
            throw VaultError(.storeUnavailable, "The key file '\(path)' cannot be opened.", nativeStatus: status)
        }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw VaultError(.storeUnavailable, "The key file '\(path)' is no regular file.")
        }
        guard status.st_uid == geteuid() || status.st_uid == 0, status.st_mode & 0o077 == 0 else {
            throw VaultError(
                .storeUnavailable, "The key file '\(path)' is another user's or open to others: its mode has to be 400 or 600.")
        }
        let count = Int(status.st_size)
        guard KeyFileProtector.allowedByteCounts.contains(count) else {
            throw VaultError(
                .invalidArgument,
                "A key file has \(KeyFileProtector.allowedByteCounts.lowerBound) to \(KeyFileProtector.allowedByteCounts.upperBound) bytes."
            )
        }
        return try reportingReading(path) { () throws(CoreError) in
            unsafe try SecretBytes(count: count) { (buffer) throws(CoreError) in
                var filled = 0
                while filled < count {
                    let got = unsafe Foundation.read(descriptor, buffer.baseAddress! + filled, count - filled)
                    if got > 0 {
                        filled += got
                    } else if got == 0 || errno != EINTR {
                        throw CoreError(.truncated, "The key file is shorter than it was.")
                    }
                }
            }
        }
    }

    /// Makes a file that its owner alone can read, lasting when this returns.
    static func write(_ key: SecretBytes, to path: String) throws(VaultError) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            let status = errno
            throw VaultError(
                status == EEXIST ? .duplicate : .storeUnavailable, "The key file '\(path)' cannot be made.", nativeStatus: status)
        }
        defer { close(descriptor) }
        let written = unsafe key.withUnsafeBytes { unsafe Foundation.write(descriptor, $0.baseAddress, $0.count) }
        guard written == key.count, fchmod(descriptor, 0o600) == 0, fsync(descriptor) == 0 else {
            let status = errno
            unsafe unlink(path)
            throw VaultError(.storeUnavailable, "The key file '\(path)' cannot be written.", nativeStatus: status)
        }
    }

    private static func reportingReading<R>(_ path: String, _ body: () throws(CoreError) -> R) throws(VaultError) -> R {
        do throws(CoreError) { return try body() } catch {
            throw VaultError(.storeUnavailable, "The key file '\(path)' cannot be read: \(error.reason)", nativeStatus: error.nativeStatus)
        }
    }
}
