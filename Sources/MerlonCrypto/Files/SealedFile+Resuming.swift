import MerlonCore

/// Sealing that can be interrupted at any instruction and go on later.
///
/// While it runs, and after an interruption, there are `DESTINATION.part`, the sealed file so far, and `DESTINATION.part-journal`, a keyed hash
/// of each megabyte of contents. No key is in either: going on takes a key or password that opens the sealed file. A chunk's nonce must never
/// meet two contents, so a megabyte's hash is on the disk before the first byte of it is sealed, and when work goes on, everything that may have
/// been sealed before has to be in the source as it was.
extension SealedFile {
    /// How many batches have their hashes written at once, and so the memory: 4 MiB.
    private static let batchesAtOnce = 4

    /// Begins as ``seal(_:to:for:context:existing:progress:)`` does, and leaves what is done when it is interrupted.
    ///
    /// One of the recipients must be a key, a set of keys or a password: a file for public keys alone cannot go on. Throws
    /// ``CryptoError/Code/inputOutput`` with `EEXIST` when earlier work was interrupted: go on with it or ``discardPartial(of:)`` it.
    public static func beginSealing(
        _ source: String, to destination: String, for recipients: [FileRecipient], context: SealingContext,
        existing: ExistingFile = .replaced, progress: ((FileProgress) -> Bool)? = nil
    ) throws(CryptoError) {
        let input = try InputFile(source)
        let (header, fileKey) = try newHeader(for: recipients)
        guard header.stanzas.contains(where: { $0.kind != .publicKey }) else {
            throw CryptoError(.invalidArgument, "Sealing for public keys alone cannot be resumed: add a key or password.")
        }
        let chunks = try ChunkedEncryption(sealingWith: fileKey, context: header.chunkContext(context))
        let partial = try PartialFile(FilePlace(destination, existing), .none)
        let start = header.encoded + chunks.header
        unsafe try start.withBytes { (bytes) throws(CryptoError) in unsafe try partial.write(bytes, at: 0) }
        try partial.synchronize()
        guard let journal = try FileJournal(partial.place, .sealing, fileKey: fileKey, salt: chunks.header, isNew: true) else {
            throw CryptoError(.backendFailure, "No journal.")
        }
        try seal(input, chunks, start: start.count, partial, journal, progress)
    }

    /// Goes on with what ``beginSealing(_:to:for:context:existing:progress:)`` began, for the recipients that were given there.
    ///
    /// What is there already is compared with the source, and not written again. Throws ``CryptoError/Code/sourceChanged`` when the source is not
    /// what it was as far as it was sealed: begin anew, which takes a new key. Throws ``CryptoError/Code/authenticationFailed`` when the identity,
    /// a key or a password, or the context is not one of that file. In both cases what is there stays.
    public static func resumeSealing(
        _ source: String, to destination: String, with identity: FileIdentity, context: SealingContext,
        existing: ExistingFile = .replaced, progress: ((FileProgress) -> Bool)? = nil
    ) throws(CryptoError) {
        let input = try InputFile(source)
        let partial = try PartialFile(FilePlace(destination, existing), .some)
        let sealed = try InputFile(PartialFile.path(of: partial.place))
        let header = try header(of: sealed)
        // Anyone can make a file for a public key, and would know the key that work went on with.
        let fileKey = try header.fileKey(with: identity) { $0.kind != .publicKey }
        let salt = try read(ChunkedEncryption.headerByteCount, of: sealed)
        let chunks = try ChunkedEncryption(resumingSealingWith: fileKey, header: salt, context: header.chunkContext(context))
        var journal = try FileJournal(partial.place, .sealing, fileKey: fileKey, salt: salt, isNew: false)
        if journal == nil, partial.byteCount <= sealed.position {
            // Stopped before anything was sealed.
            journal = try FileJournal(partial.place, .sealing, fileKey: fileKey, salt: salt, isNew: true)
        }
        guard let journal else { throw CryptoError(.malformed, "The journal of the interrupted work is lost.") }
        let covered = sealed.position + journal.count * ChunkedEncryption.sealedByteCount(of: FileJournal.batchByteCount, isLast: true)
        guard partial.byteCount <= covered else { throw CryptoError(.malformed, "The journal of the interrupted work is cut.") }
        try seal(input, chunks, start: sealed.position, partial, journal, progress)
    }

    /// Removes what interrupted work left beside `destination`, if anything.
    public static func discardPartial(of destination: String) throws(CryptoError) {
        PartialFile.discard(try FilePlace(destination, .replaced))
    }

    private static func seal(
        _ input: InputFile, _ chunks: ChunkedEncryption, start: Int, _ partial: PartialFile, _ journal: FileJournal,
        _ progress: ((FileProgress) -> Bool)?
    ) throws(CryptoError) {
        let batch = FileJournal.batchByteCount
        let chunksOfBatch = batch / ChunkedEncryption.chunkByteCount
        var plain = [UInt8](repeating: 0, count: batchesAtOnce * batch)
        var sealed = [UInt8](repeating: 0, count: ChunkedEncryption.sealedByteCount(of: batch, isLast: true))
        var present = [UInt8](repeating: 0, count: sealed.count)
        defer { wipe(&plain) }
        var index = 0
        var done = 0
        var written = start
        var isLast = false
        func goesOn() -> Bool { progress?(FileProgress(doneByteCount: done, totalByteCount: input.byteCount)) ?? true }
        repeat {
            let count = unsafe try plain.withMutableBytes { (buffer) throws(CryptoError) in
                unsafe try input.next(into: buffer, goesOn: goesOn)
            }
            isLast = count < plain.count
            var ranges = (0..<count / batch).map { $0 * batch..<($0 + 1) * batch }
            if isLast { ranges.append(count / batch * batch..<count) }
            unsafe try plain.withBytes { (plain) throws(CryptoError) in
                unsafe try commit(ranges.map { unsafe UnsafeRawBufferPointer(rebasing: plain[$0]) }, from: index, to: journal)
                for (number, range) in ranges.enumerated() {
                    let isEnd = isLast && number == ranges.count - 1
                    let size = ChunkedEncryption.sealedByteCount(of: range.count, isLast: isEnd)
                    unsafe try sealed.withMutableBytes { (sealed) throws(CryptoError) in
                        let target = unsafe UnsafeMutableRawBufferPointer(rebasing: sealed[..<size])
                        unsafe try chunks.seal(
                            UnsafeRawBufferPointer(rebasing: plain[range]), from: UInt64(index * chunksOfBatch), isLast: isEnd, into: target
                        )
                    }
                    try write(sealed, size, at: written, to: partial, &present)
                    index += 1
                    done += range.count
                    written += size
                    guard goesOn() else { throw .cancelled }
                }
            }
        } while !isLast
        try partial.commit(byteCount: written)
    }

    /// Sees to it that the contents' hashes are in the journal, on the disk, before any of them is sealed.
    private static func commit(_ batches: [UnsafeRawBufferPointer], from first: Int, to journal: FileJournal) throws(CryptoError) {
        var records: [UInt8] = []
        for unsafe(number, contents) in unsafe batches.enumerated() {
            if first + number < journal.count {
                guard unsafe try journal.matches(contents, first + number) else { throw .sourceChanged }
            } else {
                records += unsafe try journal.record(of: contents, first + number)
            }
        }
        guard !records.isEmpty else { return }
        try journal.add(records)
        try journal.synchronize()
    }

    /// Writes what is not there already.
    private static func write(
        _ sealed: [UInt8], _ count: Int, at offset: Int, to partial: PartialFile, _ present: inout [UInt8]
    ) throws(CryptoError) {
        if offset + count <= partial.byteCount {
            let isThere = unsafe try present.withMutableBytes { (buffer) throws(CryptoError) in
                let target = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
                guard unsafe try partial.read(at: offset, into: target) == count else { return false }
                return unsafe sealed.withBytes { sealed in
                    unsafe ConstantTime.equal(UnsafeRawBufferPointer(target), UnsafeRawBufferPointer(rebasing: sealed[..<count]))
                }
            }
            if isThere { return }
        }
        unsafe try sealed.withBytes { (sealed) throws(CryptoError) in
            unsafe try partial.write(UnsafeRawBufferPointer(rebasing: sealed[..<count]), at: offset)
        }
    }
}
