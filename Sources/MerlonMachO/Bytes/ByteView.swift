/// A window on bytes that are neither copied nor moved. Every access is checked; a bad one throws and never traps.
public struct ByteView: Sendable {
    /// Keeps the bytes alive.
    public let storage: ByteStorage
    /// Where the window starts in `storage`: what error offsets are counted from.
    public let start: Int
    /// Its length in bytes.
    public let count: Int

    /// The whole of `storage`.
    public init(_ storage: ByteStorage) {
        self.storage = storage
        start = 0
        count = unsafe storage.bytes.count
    }

    /// A copy of `bytes`.
    public init(copying bytes: some Collection<UInt8>) { self.init(ByteStorage(copying: bytes)) }

    private init(storage: ByteStorage, start: Int, count: Int) {
        self.storage = storage
        self.start = start
        self.count = count
    }

    /// The `length` bytes from `offset` on. `what` names them in the error when they are not all there.
    public func slice(_ offset: UInt64, _ length: UInt64, _ what: StaticString = "data") throws(MachOError) -> ByteView {
        let (end, overflow) = offset.addingReportingOverflow(length)
        guard !overflow, end <= UInt64(count) else {
            throw MachOError(.truncated, "\(what) ends past the end of the data", offset: position(offset))
        }
        return ByteView(storage: storage, start: start + Int(offset), count: Int(length))
    }

    /// The bytes from `offset` to the end; none when it lies past the end.
    public func suffix(from offset: UInt64) -> ByteView {
        let from = Int(min(offset, UInt64(count)))
        return ByteView(storage: storage, start: start + from, count: count - from)
    }

    /// The first `length` bytes, or all when there are fewer.
    public func prefix(_ length: Int) -> ByteView { ByteView(storage: storage, start: start, count: min(max(length, 0), count)) }

    /// The integer at `offset`, which need not be aligned.
    @inline(__always)
    public func load<T: FixedWidthInteger>(
        _ type: T.Type = T.self, at offset: UInt64, _ order: ByteOrder = .little, _ what: StaticString = "field"
    ) throws(MachOError) -> T {
        let size = MemoryLayout<T>.size
        guard size <= count, offset <= UInt64(count - size) else {
            throw MachOError(.truncated, "\(what) ends past the end of the data", offset: position(offset))
        }
        let raw = unsafe storage.bytes.loadUnaligned(fromByteOffset: start + Int(offset), as: T.self)
        return order == .little ? T(littleEndian: raw) : T(bigEndian: raw)
    }

    /// The byte at `index`, or `nil` past the end.
    @inline(__always)
    public subscript(index: Int) -> UInt8? {
        index >= 0 && index < count ? unsafe storage.bytes[start + index] : nil
    }

    /// The bytes before the first zero byte from `offset` on, or `nil` when there is none within `limit` bytes.
    public func cString(at offset: UInt64, limit: Int = .max) -> ByteView? {
        guard offset < UInt64(count) else { return nil }
        let rest = suffix(from: offset).prefix(limit)
        let length = unsafe rest.withUnsafeBytes { unsafe $0.firstIndex(of: 0) }
        return length.map { rest.prefix($0) }
    }

    /// The bytes as text; invalid UTF-8 is replaced.
    public var string: String { unsafe withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) } }

    /// A copy of the bytes.
    public var array: [UInt8] { unsafe withUnsafeBytes { unsafe Array($0) } }

    /// Lends the bytes for the time of `body`.
    @unsafe public func withUnsafeBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
        defer { withExtendedLifetime(storage) {} }
        return try unsafe body(UnsafeRawBufferPointer(rebasing: storage.bytes[start..<start + count]))
    }

    /// Whether the bytes start with `prefix`.
    public func starts(with prefix: StaticString) -> Bool {
        guard prefix.utf8CodeUnitCount <= count else { return false }
        return unsafe withUnsafeBytes { bytes in
            for index in 0..<prefix.utf8CodeUnitCount where unsafe bytes[index] != prefix.utf8Start[index] { return false }
            return true
        }
    }

    /// `offset` as counted from the start of the storage, for errors.
    func position(_ offset: UInt64) -> UInt64 {
        let (sum, overflow) = UInt64(start).addingReportingOverflow(offset)
        return overflow ? offset : sum
    }
}
