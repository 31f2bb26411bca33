/// The one owner of some secret memory while it is being filled: moved, never copied, wiped when it dies.
///
/// Filled, it becomes ``SecretBytes``, which can be shared because nobody can change it any more.
@usableFromInline @safe package struct LockedBytes: ~Copyable, @unchecked Sendable {
    private let piece: SecretArena.Piece?
    /// Where the piece begins.
    @usableFromInline let base: UnsafeMutableRawPointer?
    @usableFromInline package let count: Int

    /// Takes `count` zero bytes, 0 ... ``SecretMemory/maximumByteCount``.
    package init(count: Int) throws(CoreError) {
        guard count >= 0, count <= SecretMemory.maximumByteCount else {
            throw CoreError(.limitExceeded, "A secret has 0 to \(SecretMemory.maximumByteCount) bytes, not \(count).")
        }
        piece = count == 0 ? nil : try SecretArena.shared.allocate(byteCount: count)
        unsafe base = piece?.base
        self.count = count
    }

    package var protection: SecretMemory.Protection? { piece?.protection }

    /// Lends the bytes for reading. The pointer must not leave `body`.
    @inlinable package borrowing func withUnsafeBytes<R: ~Copyable, E: Error>(
        _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        unsafe try body(UnsafeRawBufferPointer(start: base, count: count))
    }

    /// Lends the bytes for writing. The pointer must not leave `body`.
    @inlinable package mutating func withUnsafeMutableBytes<R: ~Copyable, E: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        unsafe try body(UnsafeMutableRawBufferPointer(start: base, count: count))
    }

    deinit {
        if let piece { SecretArena.shared.release(piece) }
    }
}
