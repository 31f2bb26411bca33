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
            var plain = [UInt8](repeating: 0, count: batchByteCount)
            var sealed = [UInt8](repeating: 0, count: ChunkedEncryption.sealedByteCount(of: batchByteCount, isLast: true))
            return { (batch) throws(CryptoError) in
                let count = min(batchByteCount, byteCount - batch * batchByteCount)
                let isLast = batch == last
                let size = ChunkedEncryption.sealedByteCount(of: count, isLast: isLast)
                defer { unsafe plain.withMutableBytes { unsafe wipe($0) } }
                unsafe try plain.withMutableBytes { (plain) throws(CryptoError) in
                    let plain = unsafe UnsafeMutableRawBufferPointer(rebasing: plain[..<count])
                    guard unsafe try input.bytes(at: batch * batchByteCount, into: plain) == count else {
                        throw CryptoError(.inputOutput, "The source became shorter while it was read.")
                    }
                    unsafe try sealed.withMutableBytes { (sealed) throws(CryptoError) in
                        let target = unsafe UnsafeMutableRawBufferPointer(rebasing: sealed[..<size])
                        unsafe try chunks.seal(
                            UnsafeRawBufferPointer(plain), from: UInt64(batch * chunksAtOnce), isLast: isLast, into: target)
                        unsafe try output.put(UnsafeRawBufferPointer(target), at: start + batch * sealedBatchByteCount)
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
            var sealed = [UInt8](repeating: 0, count: sealedBatchByteCount)
            var plain = [UInt8](repeating: 0, count: batchByteCount)
            return { (batch) throws(CryptoError) in
                let count = min(batchByteCount, byteCount - batch * batchByteCount)
                defer { unsafe plain.withMutableBytes { unsafe wipe($0) } }
                let isLast = batch == last
                let got = unsafe try sealed.withMutableBytes { (buffer) throws(CryptoError) in
                    unsafe try input.bytes(at: start + batch * sealedBatchByteCount, into: buffer)
                }
                guard ChunkedEncryption.byteCount(ofSealed: got, isLast: isLast) == count else { throw .authenticationFailed }
                unsafe try sealed.withBytes { (sealed) throws(CryptoError) in
                    unsafe try plain.withMutableBytes { (plain) throws(CryptoError) in
                        let target = unsafe UnsafeMutableRawBufferPointer(rebasing: plain[..<count])
                        unsafe try chunks.open(
                            UnsafeRawBufferPointer(rebasing: sealed[..<got]), from: UInt64(batch * chunksAtOnce), isLast: isLast,
                            into: target)
                        unsafe try output.put(UnsafeRawBufferPointer(target), at: batch * batchByteCount)
                    }
                }
            }
        } goesOn: { done in
            progress?(FileProgress(doneByteCount: min(done * batchByteCount, byteCount), totalByteCount: byteCount)) ?? true
        }
    }
}
