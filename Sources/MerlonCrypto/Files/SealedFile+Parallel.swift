import MerlonCore

extension SealedFile {
    private static let batchByteCount = chunksAtOnce * ChunkedEncryption.chunkByteCount
    private static let sealedBatchByteCount = chunksAtOnce * ChunkedEncryption.sealedChunkByteCount

    /// Seals a regular file of so many bytes, those that it had when the work began, on two threads. The header is written already.
    static func seal(
        _ input: InputFile, byteCount: Int, _ chunks: ChunkedEncryption, to output: NewFile, from start: Int,
        _ progress: ((FileProgress) -> Bool)?
    ) throws(CryptoError) {
        let last = byteCount / batchByteCount
        try BatchWork.run(count: last + 1) { () throws(CryptoError) in
            let chunks = try chunks.forAnotherThread()
            let plain = WorkBuffer(byteCount: batchByteCount)
            let sealed = WorkBuffer(byteCount: ChunkedEncryption.sealedByteCount(of: batchByteCount, isLast: true))
            return { (batch) throws(CryptoError) in
                let count = min(batchByteCount, byteCount - batch * batchByteCount)
                let isLast = batch == last
                unsafe try plain.withBytes(count) { (plain) throws(CryptoError) in
                    guard unsafe try input.bytes(at: batch * batchByteCount, into: plain) == count else {
                        throw CryptoError(.inputOutput, "The source became shorter while it was read.")
                    }
                    unsafe try sealed.withBytes(ChunkedEncryption.sealedByteCount(of: count, isLast: isLast)) {
                        (sealed) throws(CryptoError) in
                        unsafe try chunks.seal(
                            UnsafeRawBufferPointer(plain), from: UInt64(batch * chunksAtOnce), isLast: isLast, into: sealed)
                        unsafe try output.put(UnsafeRawBufferPointer(sealed), at: start + batch * sealedBatchByteCount)
                    }
                }
            }
        } goesOn: { done in
            progress?(FileProgress(doneByteCount: min(done * batchByteCount, byteCount), totalByteCount: byteCount)) ?? true
        }
    }

    /// Opens the chunks of a regular sealed file with so many bytes of contents, from `start` on, on two threads.
    static func open(
        _ input: InputFile, from start: Int, byteCount: Int, _ chunks: ChunkedEncryption, to output: NewFile,
        _ progress: ((FileProgress) -> Bool)?
    ) throws(CryptoError) {
        let last = byteCount / batchByteCount
        try BatchWork.run(count: last + 1) { () throws(CryptoError) in
            let chunks = try chunks.forAnotherThread()
            let sealed = WorkBuffer(byteCount: sealedBatchByteCount)
            let plain = WorkBuffer(byteCount: batchByteCount)
            return { (batch) throws(CryptoError) in
                let count = min(batchByteCount, byteCount - batch * batchByteCount)
                let isLast = batch == last
                unsafe try sealed.withBytes(sealedBatchByteCount) { (sealed) throws(CryptoError) in
                    let got = unsafe try input.bytes(at: start + batch * sealedBatchByteCount, into: sealed)
                    guard ChunkedEncryption.byteCount(ofSealed: got, isLast: isLast) == count else { throw .authenticationFailed }
                    unsafe try plain.withBytes(count) { (plain) throws(CryptoError) in
                        unsafe try chunks.open(
                            UnsafeRawBufferPointer(rebasing: sealed[..<got]), from: UInt64(batch * chunksAtOnce), isLast: isLast,
                            into: plain)
                        unsafe try output.put(UnsafeRawBufferPointer(plain), at: batch * batchByteCount)
                    }
                }
            }
        } goesOn: { done in
            progress?(FileProgress(doneByteCount: min(done * batchByteCount, byteCount), totalByteCount: byteCount)) ?? true
        }
    }
}
