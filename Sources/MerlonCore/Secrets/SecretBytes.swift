/// Bytes that must not be seen: a key, a password, a token.
///
/// - Memory: locked, left out of core dumps and of forked children, wiped when the last reference goes (``SecretMemory``).
/// - Reading: through a closure alone. What the closure copies out is no longer protected.
/// - Comparison: `==` takes a time that depends on the lengths alone.
/// - Printing: `print`, `dump`, interpolation, `Mirror` and the debugger's `po` show `‹redacted›`.
/// - Encoding: not `Codable`, so no coder can write it to a file by accident. It travels in a sealed record only (``Sealable``).
///
/// Immutable once made, hence `Sendable` and free to store. A child process made by `fork` has none of it and dies when it reads.
public final class SecretBytes: Sendable {
    @usableFromInline package let bytes: LockedBytes

    /// Freezes filled memory.
    package init(_ bytes: consuming LockedBytes) { self.bytes = bytes }

    /// Makes a secret of `count` bytes, 0 ... ``SecretMemory/maximumByteCount``, that `body` fills in place. They are zero at first.
    ///
    /// Throws ``CoreError/Code/lockedMemoryExhausted`` when no more memory can be locked, and what `body` throws.
    public convenience init(
        count: Int, filling body: (UnsafeMutableRawBufferPointer) throws(CoreError) -> Void
    ) throws(CoreError) {
        var bytes = try LockedBytes(count: count)
        unsafe try bytes.withUnsafeMutableBytes { (buffer) throws(CoreError) in unsafe try body(buffer) }
        self.init(bytes)
    }

    /// Copies `bytes`. The original stays where it is, unprotected: prefer ``init(moving:)`` for what you own.
    public convenience init(copying bytes: some Collection<UInt8>) throws(CoreError) {
        unsafe try self.init(count: bytes.count) { (buffer) throws(CoreError) in unsafe buffer.copyBytes(from: bytes) }
    }

    /// Copies `bytes`, then wipes and empties the array it was given. Other copies of that array are not reached.
    public convenience init(moving bytes: inout [UInt8]) throws(CoreError) {
        try self.init(copying: bytes)
        wipe(&bytes)
    }

    /// How many bytes there are.
    public var count: Int { bytes.count }

    /// What the system does for this secret's memory. An empty secret has no memory and counts as ``SecretMemory/Protection/hidden``.
    public var protection: SecretMemory.Protection { bytes.protection ?? .hidden }

    /// Lends the bytes. The pointer must not leave `body`; what `body` copies is no longer protected.
    @inlinable public func withUnsafeBytes<R: ~Copyable, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
        unsafe try bytes.withUnsafeBytes(body)
    }

    /// Lends the bytes as a span, which cannot leave `body`; what `body` copies is no longer protected.
    public func withBytes<R: ~Copyable, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
        unsafe try bytes.withUnsafeBytes { (buffer) throws(E) -> R in unsafe try body(buffer.bytes) }
    }

    /// A secret of the bytes in `range`, which must lie within 0 ..< ``count``.
    public func extracting(_ range: Range<Int>) throws(CoreError) -> SecretBytes {
        guard range.lowerBound >= 0, range.upperBound <= count else {
            throw CoreError(.invalidArgument, "The range \(range) does not lie within a secret of \(count) bytes.")
        }
        return unsafe try SecretBytes(count: range.count) { (buffer) throws(CoreError) in
            unsafe withUnsafeBytes { source in unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[range])) }
        }
    }
}

extension SecretBytes: Equatable {
    /// Whether both hold the same bytes, in a time that depends on the lengths alone.
    public static func == (left: SecretBytes, right: SecretBytes) -> Bool {
        unsafe left.withUnsafeBytes { a in unsafe right.withUnsafeBytes { b in unsafe ConstantTime.equal(a, b) } }
    }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { Redaction.text }
    public var debugDescription: String { Redaction.text }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
