/// Memory that stays where it is for as long as this object lives: a mapped file, a buffer, or an image in this process.
///
/// This is the only type that knows where bytes come from. ``ByteView`` and everything above it know only what they mean.
@safe public final class ByteStorage: @unchecked Sendable {  // Immutable after init, so it may be shared.
    /// The memory. Valid while this object is alive.
    let bytes: UnsafeRawBufferPointer
    private let release: @Sendable (UnsafeRawBufferPointer) -> Void

    /// Memory that another party owns. `release` is called once, when the last view of it is gone.
    ///
    /// The caller promises that the memory is readable and does not change until then.
    @unsafe public init(unsafeBytes bytes: UnsafeRawBufferPointer, release: @escaping @Sendable (UnsafeRawBufferPointer) -> Void = { _ in })
    {
        unsafe self.bytes = bytes
        unsafe self.release = release
    }

    /// A buffer of `count` bytes that `fill` writes once, for instance by reading a stream into it. Bytes that it leaves alone are zero.
    public convenience init<E: Error>(count: Int, fill: (UnsafeMutableRawBufferPointer) throws(E) -> Void) throws(E) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, 0), alignment: 16)
        unsafe buffer.initializeMemory(as: UInt8.self, repeating: 0)
        do { try unsafe fill(buffer) } catch {
            unsafe buffer.deallocate()
            throw error
        }
        unsafe self.init(unsafeBytes: UnsafeRawBufferPointer(buffer), release: { unsafe $0.deallocate() })
    }

    /// A copy of `bytes`.
    public convenience init(copying bytes: some Collection<UInt8>) {
        unsafe self.init(count: bytes.count) { buffer in unsafe buffer.copyBytes(from: bytes) }
    }

    deinit { unsafe release(bytes) }
}
