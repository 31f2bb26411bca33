/// Reads one field after the other from a ``ByteView``.
struct ByteReader {
    let view: ByteView
    let order: ByteOrder
    /// The next byte to read, counted from the start of the view.
    private(set) var offset: Int

    init(_ view: ByteView, _ order: ByteOrder = .little, at offset: Int = 0) {
        self.view = view
        self.order = order
        self.offset = offset
    }

    /// Whether all was read.
    var isAtEnd: Bool { offset >= view.count }
    /// How many bytes are left.
    var remaining: Int { max(view.count - offset, 0) }

    mutating func read<T: FixedWidthInteger>(_ type: T.Type = T.self) throws(MachOError) -> T {
        let value = try view.load(T.self, at: UInt64(offset), order)
        offset += MemoryLayout<T>.size
        return value
    }

    /// A field of pointer size.
    mutating func word(is64Bit: Bool) throws(MachOError) -> UInt64 {
        is64Bit ? try read(UInt64.self) : UInt64(try read(UInt32.self))
    }

    mutating func skip(_ count: Int) throws(MachOError) {
        guard count >= 0, count <= remaining else { throw failure(.truncated, "data ends early") }
        offset += count
    }

    /// A name in a field of fixed width, which need not be terminated when it fills the field.
    mutating func fixedName(_ width: Int) throws(MachOError) -> String {
        let field = try view.slice(UInt64(offset), UInt64(width), "name")
        offset += width
        return (field.cString(at: 0) ?? field).string
    }

    /// An unsigned LEB128. More than 64 bits of value are an error, as are more than ten bytes.
    mutating func uleb128() throws(MachOError) -> UInt64 {
        var result: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            guard let byte = view[offset] else { throw failure(.truncated, "LEB128 number ends early") }
            offset += 1
            let bits = UInt64(byte & 0x7F)
            guard shift < 63 || (shift == 63 && bits <= 1) else { throw failure(.malformed, "LEB128 number is wider than 64 bits") }
            result |= bits << shift
            if byte & 0x80 == 0 { return result }
            shift += 7
        }
    }

    /// A signed LEB128, at most ten bytes.
    mutating func sleb128() throws(MachOError) -> Int64 {
        var result: Int64 = 0
        var shift: Int64 = 0
        while true {
            guard let byte = view[offset] else { throw failure(.truncated, "LEB128 number ends early") }
            offset += 1
            guard shift <= 63 else { throw failure(.malformed, "LEB128 number is wider than 64 bits") }
            result |= Int64(byte & 0x7F) << shift
            shift += 7
            if byte & 0x80 == 0 {
                if byte & 0x40 != 0, shift < 64 { result |= -1 << shift }
                return result
            }
        }
    }

    /// A zero-terminated string.
    mutating func cString(limit: Int) throws(MachOError) -> ByteView {
        guard let string = view.cString(at: UInt64(offset), limit: limit) else { throw failure(.malformed, "string is not terminated") }
        offset += string.count + 1
        return string
    }

    /// An error at the current place.
    func failure(_ code: MachOError.Code, _ reason: String) -> MachOError {
        MachOError(code, reason, offset: view.position(UInt64(max(offset, 0))))
    }
}
