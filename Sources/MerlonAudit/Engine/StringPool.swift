/// Many strings in one buffer, each with the address where it stands: a large app has half a million, too many for a `String` each.
public struct StringPool: Codable, Sendable, ExpressibleByArrayLiteral {
    private var bytes: [UInt8] = []
    private var ends: [UInt32] = []
    private var addresses: [UInt64] = []

    /// An empty pool.
    public init() {}

    /// A pool of the given strings, at addresses 0, 1, 2 …: for tests and examples.
    public init(arrayLiteral elements: String...) {
        for (index, element) in elements.enumerated() { append(element.utf8, at: UInt64(index)) }
    }

    /// How many strings it has.
    public var count: Int { ends.count }

    /// Adds a string's bytes, which need not be valid UTF-8. Returns false, and adds nothing, when the pool would pass 4 GiB.
    @discardableResult
    public mutating func append(_ string: some Sequence<UInt8>, at address: UInt64) -> Bool {
        let start = bytes.count
        bytes.append(contentsOf: string)
        guard let end = UInt32(exactly: bytes.count) else {
            bytes.removeSubrange(start...)
            return false
        }
        ends.append(end)
        addresses.append(address)
        return true
    }

    /// The string at `index` as text; invalid UTF-8 is replaced.
    public subscript(index: Int) -> String { String(decoding: bytes[range(index)], as: UTF8.self) }

    /// The bytes of the string at `index`.
    public func utf8(at index: Int) -> ArraySlice<UInt8> { bytes[range(index)] }

    /// The address of the string at `index`.
    public func address(at index: Int) -> UInt64 { addresses[index] }

    /// The length in bytes of the string at `index`.
    public func length(at index: Int) -> Int { range(index).count }

    /// Calls `body` with each string's position and its bytes, which are borrowed.
    func forEachBytes(_ body: (Int, UnsafeRawBufferPointer) -> Void) {
        unsafe bytes.withUnsafeBytes { bytes in
            for index in 0..<count { unsafe body(index, UnsafeRawBufferPointer(rebasing: bytes[range(index)])) }
        }
    }

    /// Whether the string at `index` has `text` in it. Far faster than making a `String` and asking that.
    public func contains(_ text: String.UTF8View, at index: Int) -> Bool {
        let range = range(index)
        let count = text.count
        guard let first = text.first else { return true }
        guard count <= range.count else { return false }
        return unsafe bytes.withUnsafeBufferPointer { buffer in
            for start in range.lowerBound...(range.upperBound - count) where unsafe buffer[start] == first {
                if unsafe text.elementsEqual(UnsafeBufferPointer(rebasing: buffer[start..<start + count])) { return true }
            }
            return false
        }
    }

    private func range(_ index: Int) -> Range<Int> { (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index]) }
}
