import MerlonCore

/// Files of any size, sealed: authenticated encryption that notices every change, cut, and chunk moved to another place.
///
/// ```swift
/// try SealedFile.seal("backup.db", to: "backup.sealed", for: [.key(key)], context: "backup")
/// try SealedFile.open("backup.sealed", to: "backup.db", with: .key(key), context: "backup")
/// ```
/// Memory stays at a few megabytes. The destination appears when all went well, whole and synchronized with the disk, else not at all: an
/// opened file is never seen before its last chunk has authenticated. The contents' length can be told from the sealed file's. The format is
/// that of ``SealedFileHeader`` and ``ChunkedEncryption``.
public enum SealedFile: Sendable {
    /// 64 chunks: enough to keep the system calls' share small.
    static let chunksAtOnce = 64

    /// Seals the file at `source` for everyone in `recipients`.
    ///
    /// - Parameters:
    ///   - existing: What to do when there is a file at `destination`.
    ///   - progress: Called after each megabyte; returning false stops with ``CryptoError/Code/cancelled``.
    /// - Throws: ``CryptoError/Code/inputOutput`` with `errno` when a file cannot be read or written.
    public static func seal(
        _ source: String, to destination: String, for recipients: [FileRecipient], context: SealingContext,
        existing: ExistingFile = .replaced, progress: ((FileProgress) -> Bool)? = nil
    ) throws(CryptoError) {
        let input = try InputFile(source)
        let (header, fileKey) = try newHeader(for: recipients)
        let chunks = try ChunkedEncryption(sealingWith: fileKey, context: header.chunkContext(context))
        let output = try NewFile(destination, existing: existing)
        unsafe try (header.encoded + chunks.header).withBytes { (bytes) throws(CryptoError) in unsafe try output.append(bytes) }
        if let byteCount = input.byteCount, byteCount >= BatchWork.minimumByteCount {
            let start = header.encoded.count + chunks.header.count
            try seal(input, byteCount: byteCount, chunks, to: output, from: start, progress)
            return try output.commit()
        }
        let plainCount = chunksAtOnce * ChunkedEncryption.chunkByteCount
        var plain = [UInt8](repeating: 0, count: plainCount)
        var sealed = [UInt8](repeating: 0, count: ChunkedEncryption.sealedByteCount(of: plainCount, isLast: true))
        defer { wipe(&plain) }
        var index: UInt64 = 0
        var done = 0
        var isLast = false
        func goesOn() -> Bool { progress?(FileProgress(doneByteCount: done, totalByteCount: input.byteCount)) ?? true }
        repeat {
            let count = unsafe try plain.withMutableBytes { (buffer) throws(CryptoError) in
                unsafe try input.next(into: buffer, goesOn: goesOn)
            }
            isLast = count < plainCount
            let sealedCount = ChunkedEncryption.sealedByteCount(of: count, isLast: isLast)
            unsafe try plain.withBytes { (plain) throws(CryptoError) in
                unsafe try sealed.withMutableBytes { (sealed) throws(CryptoError) in
                    let target = unsafe UnsafeMutableRawBufferPointer(rebasing: sealed[..<sealedCount])
                    unsafe try chunks.seal(UnsafeRawBufferPointer(rebasing: plain[..<count]), from: index, isLast: isLast, into: target)
                    unsafe try output.append(UnsafeRawBufferPointer(target))
                }
            }
            index += UInt64(chunksAtOnce)
            done += count
            guard goesOn() else { throw .cancelled }
        } while !isLast
        try output.commit()
    }

    /// Opens the sealed file at `source`.
    ///
    /// - Parameters:
    ///   - existing: What to do when there is a file at `destination`.
    ///   - progress: Called after each megabyte; returning false stops with ``CryptoError/Code/cancelled``.
    /// - Throws: ``CryptoError/Code/malformed`` for what is no sealed file; ``CryptoError/Code/authenticationFailed`` for one that was changed,
    ///   cut, or not sealed for this identity and context; ``CryptoError/Code/inputOutput`` when a file cannot be read or written.
    public static func open(
        _ source: String, to destination: String, with identity: FileIdentity, context: SealingContext,
        existing: ExistingFile = .replaced, progress: ((FileProgress) -> Bool)? = nil
    ) throws(CryptoError) {
        let input = try InputFile(source)
        let chunks = try chunks(of: input, identity, context)
        let start = input.position
        let output = try NewFile(destination, existing: existing)
        let total = input.byteCount.flatMap { ChunkedEncryption.byteCount(ofSealed: $0 - start, isLast: true) }
        if let byteCount = input.byteCount, byteCount >= BatchWork.minimumByteCount {
            guard let total else { throw .authenticationFailed }
            try open(input, from: start, byteCount: total, chunks, to: output, progress)
            return try output.commit()
        }
        let sealedCount = chunksAtOnce * ChunkedEncryption.sealedChunkByteCount
        var sealed = [UInt8](repeating: 0, count: sealedCount)
        var plain = [UInt8](repeating: 0, count: chunksAtOnce * ChunkedEncryption.chunkByteCount)
        defer { wipe(&plain) }
        var index: UInt64 = 0
        var done = 0
        var isLast = false
        func goesOn() -> Bool { progress?(FileProgress(doneByteCount: done, totalByteCount: total)) ?? true }
        repeat {
            let count = unsafe try sealed.withMutableBytes { (buffer) throws(CryptoError) in
                unsafe try input.next(into: buffer, goesOn: goesOn)
            }
            isLast = count < sealedCount
            guard let plainCount = ChunkedEncryption.byteCount(ofSealed: count, isLast: isLast) else { throw .authenticationFailed }
            unsafe try sealed.withBytes { (sealed) throws(CryptoError) in
                unsafe try plain.withMutableBytes { (plain) throws(CryptoError) in
                    let target = unsafe UnsafeMutableRawBufferPointer(rebasing: plain[..<plainCount])
                    unsafe try chunks.open(UnsafeRawBufferPointer(rebasing: sealed[..<count]), from: index, isLast: isLast, into: target)
                    unsafe try output.append(UnsafeRawBufferPointer(target))
                }
            }
            index += UInt64(chunksAtOnce)
            done += plainCount
            guard goesOn() else { throw .cancelled }
        } while !isLast
        try output.commit()
    }

    /// A new key for a file, and the header that gives it to the recipients.
    static func newHeader(for recipients: [FileRecipient]) throws(CryptoError) -> (header: SealedFileHeader, fileKey: SecretBytes) {
        let fileKey = try translatingCoreErrors { () throws(CoreError) in try SystemEntropy().secret(count: 32) }
        var stanzas: [FileStanza] = []
        for recipient in recipients { stanzas.append(try recipient.wrap(fileKey)) }
        return (try SealedFileHeader(stanzas: stanzas), fileKey)
    }

    /// Reads the header, up to salt and commitment.
    static func header(of input: InputFile) throws(CryptoError) -> SealedFileHeader {
        var encoded = try read(SealedFileHeader.fixedByteCount, of: input)
        encoded += try read(try SealedFileHeader.byteCount(from: encoded) - encoded.count, of: input)
        return try SealedFileHeader(parsing: encoded)
    }

    /// Reads the header, up to the first chunk, and finds the key.
    static func chunks(
        of input: InputFile, _ identity: FileIdentity, _ context: SealingContext
    ) throws(CryptoError) -> ChunkedEncryption {
        let header = try header(of: input)
        let fileKey = try header.fileKey(with: identity)
        let start = try read(ChunkedEncryption.headerByteCount, of: input)
        return try ChunkedEncryption(openingWith: fileKey, header: start, context: header.chunkContext(context))
    }

    static func read(_ count: Int, of input: InputFile) throws(CryptoError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let got = unsafe try bytes.withMutableBytes { (buffer) throws(CryptoError) in unsafe try input.next(into: buffer) }
        return Array(bytes.prefix(got))
    }
}
