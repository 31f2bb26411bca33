import MerlonCore

/// Reads a sealed file at any place without opening all of it.
///
/// The length is authenticated when the reader is made, by opening the last chunk; each read authenticates the chunks that it touches. For one
/// thread at a time.
public final class SealedFileReader {
    private let input: InputFile
    private let chunks: ChunkedEncryption
    private let start: Int
    private let sealedByteCount: Int

    /// Bytes of contents.
    public let byteCount: Int

    /// Opens the sealed file at `path`, which must be a regular file; throws as ``SealedFile/open(_:to:with:context:existing:progress:)`` does.
    public init(_ path: String, with identity: FileIdentity, context: SealingContext) throws(CryptoError) {
        input = try InputFile(path)
        chunks = try SealedFile.chunks(of: input, identity, context)
        start = input.position
        guard let size = input.byteCount, let count = ChunkedEncryption.byteCount(ofSealed: size - start, isLast: true) else {
            throw .authenticationFailed
        }
        sealedByteCount = size - start
        byteCount = count
        // The last chunk is the only short one, so if it opens at its number the length is the one that was sealed.
        _ = try readChunk(count / ChunkedEncryption.chunkByteCount)
    }

    /// The contents from `range`, which must lie within 0 ..< ``byteCount``.
    public func read(_ range: Range<Int>) throws(CryptoError) -> [UInt8] {
        guard range.lowerBound >= 0, range.upperBound <= byteCount else {
            throw CryptoError(.invalidArgument, "The range \(range) does not lie within \(byteCount) bytes.")
        }
        var contents: [UInt8] = []
        contents.reserveCapacity(range.count)
        var position = range.lowerBound
        while position < range.upperBound {
            let (index, offset) = position.quotientAndRemainder(dividingBy: ChunkedEncryption.chunkByteCount)
            let chunk = try readChunk(index)
            let end = min(chunk.count, offset + range.upperBound - position)
            guard end > offset else { throw .authenticationFailed }
            contents += chunk[offset..<end]
            position += end - offset
        }
        return contents
    }

    private func readChunk(_ index: Int) throws(CryptoError) -> [UInt8] {
        let offset = index * ChunkedEncryption.sealedChunkByteCount
        let count = min(ChunkedEncryption.sealedChunkByteCount, sealedByteCount - offset)
        let isLast = count < ChunkedEncryption.sealedChunkByteCount
        guard let plainCount = ChunkedEncryption.byteCount(ofSealed: count, isLast: isLast) else { throw .authenticationFailed }
        var sealed = [UInt8](repeating: 0, count: count)
        let got = unsafe try sealed.withMutableBytes { (buffer) throws(CryptoError) in
            unsafe try input.bytes(at: start + offset, into: buffer)
        }
        guard got == count else { throw .authenticationFailed }
        var plain = [UInt8](repeating: 0, count: plainCount)
        unsafe try sealed.withBytes { (sealed) throws(CryptoError) in
            unsafe try plain.withMutableBytes { (plain) throws(CryptoError) in
                unsafe try chunks.open(sealed, from: UInt64(index), isLast: isLast, into: plain)
            }
        }
        return plain
    }
}

@available(*, unavailable, message: "a reader is for one thread at a time")
extension SealedFileReader: Sendable {}
