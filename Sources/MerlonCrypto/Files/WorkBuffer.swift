import MerlonCore

/// Memory for contents in passing, uninitialized; wiped when its owner lets go, and not for each piece of contents: the next one covers the last.
/// For one thread at a time.
@safe final class WorkBuffer: @unchecked Sendable {
    private let bytes: UnsafeMutableRawBufferPointer

    init(byteCount: Int) { unsafe bytes = .allocate(byteCount: byteCount, alignment: 64) }

    deinit {
        unsafe wipe(bytes)
        unsafe bytes.deallocate()
    }

    /// Lends the first `count` bytes, at most all.
    func withBytes<R>(_ count: Int, _ body: (UnsafeMutableRawBufferPointer) throws(CryptoError) -> R) throws(CryptoError) -> R {
        unsafe try body(UnsafeMutableRawBufferPointer(rebasing: bytes[..<count]))
    }
}
