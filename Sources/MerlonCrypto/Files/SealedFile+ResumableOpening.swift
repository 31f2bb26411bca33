import MerlonCore

extension SealedFile {
    /// Opens as ``open(_:to:with:context:existing:progress:)`` does, and when it is interrupted goes on when it is called again.
    ///
    /// While it runs, and after an interruption, `DESTINATION.part` has the contents so far, in the clear and readable by their owner alone, and
    /// `DESTINATION.part-journal` a keyed hash of each megabyte of them. What is there is taken when it is what came out of this very sealed
    /// file; the rest is opened again. The source must be a regular file. When it does not authenticate, nothing stays.
    public static func openResumably(
        _ source: String, to destination: String, with identity: FileIdentity, context: SealingContext,
        existing: ExistingFile = .replaced, progress: ((FileProgress) -> Bool)? = nil
    ) throws(CryptoError) {
        let input = try InputFile(source)
        let header = try header(of: input)
        let fileKey = try header.fileKey(with: identity)
        let salt = try read(ChunkedEncryption.headerByteCount, of: input)
        let chunks = try ChunkedEncryption(openingWith: fileKey, header: salt, context: header.chunkContext(context))
        let start = input.position
        guard let size = input.byteCount else { throw CryptoError(.invalidArgument, "What can be resumed is a regular file.") }
        guard let total = ChunkedEncryption.byteCount(ofSealed: size - start, isLast: true) else { throw .authenticationFailed }
        let partial = try PartialFile(FilePlace(destination, existing), .any)
        do throws(CryptoError) {
            var journal = try FileJournal(partial.place, .opening, fileKey: fileKey, salt: salt, isNew: false)
            if journal == nil { journal = try FileJournal(partial.place, .opening, fileKey: fileKey, salt: salt, isNew: true) }
            guard let journal else { throw CryptoError(.backendFailure, "No journal.") }
            try open(input, chunks, start: start, total: total, partial, journal, progress)
        } catch {
            if error.code == .authenticationFailed { PartialFile.discard(partial.place) }
            throw error
        }
    }

    private static func open(
        _ input: InputFile, _ chunks: ChunkedEncryption, start: Int, total: Int, _ partial: PartialFile, _ journal: FileJournal,
        _ progress: ((FileProgress) -> Bool)?
    ) throws(CryptoError) {
        let batch = FileJournal.batchByteCount
        let sealedBatch = ChunkedEncryption.sealedByteCount(of: batch, isLast: false)
        var plain = [UInt8](repeating: 0, count: batch)
        var sealed = [UInt8](repeating: 0, count: sealedBatch)
        defer { wipe(&plain) }
        var index = 0
        var isTrusted = true
        var isLast = false
        repeat {
            let size = min(batch, total - index * batch)
            isLast = size < batch
            if isTrusted, !isLast, index < journal.count, try holds(index, partial, journal, &plain) {
                index += 1
            } else {
                isTrusted = false
                let got = unsafe try sealed.withMutableBytes { (buffer) throws(CryptoError) in
                    unsafe try input.bytes(at: start + index * sealedBatch, into: buffer)
                }
                guard ChunkedEncryption.byteCount(ofSealed: got, isLast: isLast) == size else { throw .authenticationFailed }
                unsafe try plain.withMutableBytes { (plain) throws(CryptoError) in
                    let target = unsafe UnsafeMutableRawBufferPointer(rebasing: plain[..<size])
                    unsafe try sealed.withBytes { (sealed) throws(CryptoError) in
                        unsafe try chunks.open(
                            UnsafeRawBufferPointer(rebasing: sealed[..<got]),
                            from: UInt64(index * batch / ChunkedEncryption.chunkByteCount),
                            isLast: isLast, into: target)
                    }
                    unsafe try partial.write(UnsafeRawBufferPointer(target), at: index * batch)
                    // A record that stands already is the same: the same contents, under the same key.
                    if index >= journal.count { try journal.add(unsafe try journal.record(of: UnsafeRawBufferPointer(target), index)) }
                }
                index += 1
            }
            guard progress?(FileProgress(doneByteCount: min(index * batch, total), totalByteCount: total)) ?? true else { throw .cancelled }
        } while !isLast
        try partial.commit(byteCount: total)
    }

    /// Whether the batch in the partial file is the one that the journal has.
    private static func holds(
        _ index: Int, _ partial: PartialFile, _ journal: FileJournal, _ plain: inout [UInt8]
    ) throws(CryptoError) -> Bool {
        unsafe try plain.withMutableBytes { (buffer) throws(CryptoError) in
            let got = unsafe try partial.read(at: index * buffer.count, into: buffer)
            guard got == buffer.count else { return false }
            return unsafe try journal.matches(UnsafeRawBufferPointer(buffer), index)
        }
    }
}
