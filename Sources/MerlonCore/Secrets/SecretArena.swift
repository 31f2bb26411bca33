import CMerlonMemory

/// Hands out small pieces of secret pages. Its own bookkeeping stands outside of them.
///
/// A piece is a run of 32-byte granules in a chunk. A secret larger than a chunk gets a chunk of its own. One empty chunk is kept.
final class SecretArena: @unchecked Sendable {
    static let shared = SecretArena()

    private static let granule = 32
    private static let chunkByteCount = max(16 << 10, OperatingSystem.pageSize)

    private let lock = Lock()
    private var chunks: [Chunk] = []
    private var mayBePageable = false

    /// A piece of memory that one secret owns.
    @safe struct Piece {
        fileprivate let chunk: Chunk
        fileprivate let granules: Range<Int>
        let base: UnsafeMutableRawPointer

        fileprivate init(chunk: Chunk, granules: Range<Int>) {
            self.chunk = chunk
            self.granules = granules
            unsafe base = chunk.pages.base + granules.lowerBound * SecretArena.granule
        }

        var protection: SecretMemory.Protection { chunk.pages.protection }
    }

    fileprivate final class Chunk {
        let pages: SecretPages
        var granules: Granules

        init(_ pages: SecretPages) {
            self.pages = pages
            granules = Granules(count: pages.byteCount / SecretArena.granule)
        }
    }

    /// Which granules of a chunk belong to somebody.
    fileprivate struct Granules {
        private var occupied: [Bool]
        private var start = 0
        private(set) var used = 0

        init(count: Int) { occupied = Array(repeating: false, count: count) }

        /// Next fit: looks from where the last run ended to the end, then from the beginning.
        mutating func take(_ count: Int) -> Range<Int>? {
            guard occupied.count - used >= count, let run = run(of: count, from: start) ?? run(of: count, from: 0) else { return nil }
            for index in run { occupied[index] = true }
            used += count
            start = run.upperBound
            return run
        }

        mutating func giveBack(_ run: Range<Int>) {
            for index in run { occupied[index] = false }
            used -= run.count
        }

        private func run(of count: Int, from first: Int) -> Range<Int>? {
            var length = 0
            for index in first..<occupied.count {
                length = occupied[index] ? 0 : length + 1
                if length == count { return index + 1 - count..<index + 1 }
            }
            return nil
        }
    }

    func allowPageable() { lock.withLock { mayBePageable = true } }

    /// How many bytes of pages are mapped.
    var mappedByteCount: Int { lock.withLock { chunks.reduce(0) { $0 + $1.pages.byteCount } } }

    /// A zeroed piece of at least `byteCount` bytes, which must be positive.
    func allocate(byteCount: Int) throws(CoreError) -> Piece {
        let granules = (byteCount + Self.granule - 1) / Self.granule
        return try lock.withLock { () throws(CoreError) -> Piece in
            let generation = merlon_fork_generation()
            for chunk in chunks where chunk.pages.forkGeneration == generation {
                if let run = chunk.granules.take(granules) { return Piece(chunk: chunk, granules: run) }
            }
            let page = OperatingSystem.pageSize
            let bytes = max(Self.chunkByteCount, (granules * Self.granule + page - 1) / page * page)
            let chunk = Chunk(try OperatingSystem.mapSecretPages(byteCount: bytes, allowPageable: mayBePageable))
            chunks.append(chunk)
            guard let run = chunk.granules.take(granules) else { throw CoreError(.invalidArgument, "A fresh chunk is too small.") }
            return Piece(chunk: chunk, granules: run)
        }
    }

    /// Wipes a piece and gives it back.
    func release(_ piece: Piece) {
        // A forked child has no such pages: touching them would end it.
        guard piece.chunk.pages.forkGeneration == merlon_fork_generation() else { return }
        unsafe merlon_wipe(piece.base, piece.granules.count * Self.granule)
        lock.withLock {
            piece.chunk.granules.giveBack(piece.granules)
            guard piece.chunk.granules.used == 0, piece.chunk.pages.byteCount > Self.chunkByteCount || chunks.count > 1 else { return }
            chunks.removeAll { $0 === piece.chunk }
            OperatingSystem.unmapSecretPages(piece.chunk.pages)
        }
    }
}
