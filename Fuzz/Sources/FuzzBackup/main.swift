import Foundation
import FuzzRunner

@testable import MerlonAudit

// The database of a device backup, which whoever made the backup wrote: SQLite's own format, the rows, the archived records in them. And the same bytes as
// a record and as a keychain, which a database leads to too rarely.
let path = FileManager.default.temporaryDirectory.appendingPathComponent("merlon-fuzz-\(getpid()).db").path
let maximumRowCount = 2000

func read(_ bytes: [UInt8]) {
    if let record = BackupFileRecord(bytes) { precondition(record.size.map { $0 <= Int64.max } ?? true, "a size that no file has") }
    if let keychain = try? BackupKeychain(bytes) { precondition(keychain.alwaysOpen <= keychain.migrating + keychain.bound) }

    // Any database of an app.
    var database = bytes
    _ = DatabaseContent.secrets(in: &database, limit: 10)

    let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    precondition(file >= 0, "no place for the database")
    let count = unsafe bytes.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
    precondition(close(file) == 0 && count == bytes.count, "the database cannot be written")
    var rows = 0
    var size = 0
    do throws(AuditError) {
        try ManifestDatabase.read(path, place: "db", maximumRowCount: maximumRowCount, maximumByteCount: 32 << 20) {
            (row) throws(AuditError) in
            rows += 1
            size += row.file.count
            precondition(row.fileID.count <= 8192 && row.domain.count <= 8192 && row.path.count <= 8192, "a name of any length")
            precondition(row.file.count <= BackupFileRecord.maximumByteCount, "a record of any length")
            if let domain = try? BackupDomain(row.domain) { precondition(domain.name.utf8.elementsEqual(row.domain), "another domain") }
            _ = BackupFileRecord(row.file)
        }
    } catch {}
    precondition(rows <= maximumRowCount && size <= 32 << 20, "more than the limits")
    // Nothing was made beside it.
    precondition(["-wal", "-shm", "-journal"].allSatisfy { unsafe access(path + $0, F_OK) != 0 }, "a file beside the database")
}

fuzz(read)
