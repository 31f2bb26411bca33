import Foundation
import MerlonCore

/// Which contents went into a ``PartialFile``: a keyed hash of each batch of 1 MiB, without a secret.
///
/// | bytes | what |
/// |---|---|
/// | 8 | `4D 52 4C 4A` (`MRLJ`), the version 1, the kind of work, two zeros |
/// | 32 | a code of the key that all this is under |
/// | 40 for each batch | HMAC-SHA256 of the contents, then 8 bytes by which a record that did not reach the disk whole is known |
///
/// The key comes from the file's key and the salt of its chunks; that of a record also from its number.
final class FileJournal {
    /// What the journal is of.
    enum Work: UInt8 { case sealing = 1, opening = 2 }

    /// Bytes of contents that a record stands for, but for the last.
    static let batchByteCount = 64 * ChunkedEncryption.chunkByteCount
    static let recordByteCount = 40
    private static let codeByteCount = 32
    private static let headerByteCount = 8 + codeByteCount

    private let descriptor: Int32
    private let path: String
    private let key: SecretBytes
    /// How many whole records there are.
    private(set) var count: Int

    /// Opens the journal beside the place. With `isNew` it is begun; otherwise it has to be that of this key, else there is none (`nil`).
    init?(_ place: FilePlace, _ work: Work, fileKey: SecretBytes, salt: [UInt8], isNew: Bool) throws(CryptoError) {
        path = PartialFile.journalPath(of: place)
        key = try HKDF.expand(.sha256, from: fileKey, info: Array("merlon.file-journal".utf8) + [work.rawValue] + salt, count: 32)
        count = 0
        if isNew { unsafe unlink(path) }
        descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | (isNew ? O_CREAT | O_EXCL : 0), 0o600)
        guard descriptor >= 0 else {
            if !isNew, errno == ENOENT { return nil }
            throw .inputOutput("'\(path)' cannot be opened")
        }
        let header = [0x4D, 0x52, 0x4C, 0x4A, 1, work.rawValue, 0, 0] + (try Self.code(of: Array("header".utf8), key))
        if isNew {
            try append(header)
            return
        }
        guard ConstantTime.equal(try bytes(at: 0, count: header.count), header) else { return nil }
        count = max(0, Int(lseek(descriptor, 0, SEEK_END)) - header.count) / Self.recordByteCount
        // The last ones may not have reached the disk whole; what they stand for was then never written.
        while count > 0, try !isWhole(count - 1) { count -= 1 }
        guard ftruncate(descriptor, off_t(header.count + count * Self.recordByteCount)) == 0, lseek(descriptor, 0, SEEK_END) >= 0 else {
            throw .inputOutput("'\(path)' cannot be written")
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The record of a batch with these contents.
    func record(of contents: UnsafeRawBufferPointer, _ index: Int) throws(CryptoError) -> [UInt8] {
        let code = unsafe try Self.code(of: contents, try key(of: index))
        return try code + check(code, index)
    }

    /// Whether the record at `index`, below ``count``, is that of these contents.
    func matches(_ contents: UnsafeRawBufferPointer, _ index: Int) throws(CryptoError) -> Bool {
        ConstantTime.equal(try bytes(at: index), unsafe try record(of: contents, index))
    }

    /// Adds whole records.
    func add(_ records: [UInt8]) throws(CryptoError) {
        try append(records)
        count += records.count / Self.recordByteCount
    }

    /// Everything that was added is on the disk when this returns.
    func synchronize() throws(CryptoError) {
        guard fsync(descriptor) == 0 else { throw .inputOutput("'\(path)' cannot be written") }
    }

    private func append(_ bytes: [UInt8]) throws(CryptoError) {
        _ = try PartialFile.transfer(bytes.count, name: path) { done in
            unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress! + done, $0.count - done) }
        }
    }

    private func bytes(at index: Int) throws(CryptoError) -> [UInt8] {
        try bytes(at: Self.headerByteCount + index * Self.recordByteCount, count: Self.recordByteCount)
    }

    private func bytes(at offset: Int, count: Int) throws(CryptoError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        _ = try PartialFile.transfer(count, name: path, can: "read") { done in
            unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress! + done, count - done, off_t(offset + done)) }
        }
        return bytes
    }

    private func isWhole(_ index: Int) throws(CryptoError) -> Bool {
        let record = try bytes(at: index)
        return ConstantTime.equal(record[Self.codeByteCount...], try check(Array(record[..<Self.codeByteCount]), index))
    }

    private func check(_ code: [UInt8], _ index: Int) throws(CryptoError) -> [UInt8] {
        Array(try Self.code(of: Array("check".utf8) + code, try key(of: index)).prefix(Self.recordByteCount - Self.codeByteCount))
    }

    private func key(of index: Int) throws(CryptoError) -> SecretBytes {
        let number = (0..<8).map { UInt8(truncatingIfNeeded: index >> (8 * (7 - $0))) }
        return try HKDF.expand(.sha256, from: key, info: Array("batch".utf8) + number, count: 32)
    }

    private static func code(of contents: [UInt8], _ key: SecretBytes) throws(CryptoError) -> [UInt8] {
        unsafe try contents.withBytes { (contents) throws(CryptoError) in unsafe try code(of: contents, key) }
    }

    private static func code(of contents: UnsafeRawBufferPointer, _ key: SecretBytes) throws(CryptoError) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: codeByteCount)
        unsafe try code.withMutableBytes { (output) throws(CryptoError) in
            unsafe try key.withUnsafeBytes { (key) throws(CryptoError) in
                unsafe try Backend.hmac(.sha256, key: key, message: contents, into: output)
            }
        }
        return code
    }
}
