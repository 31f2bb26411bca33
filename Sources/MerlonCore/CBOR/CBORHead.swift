/// The first bytes of a CBOR item: its major type and its argument (RFC 8949, section 3).
struct CBORHead: Equatable {
    enum MajorType: UInt8 {
        case unsigned, negative, bytes, text, array, map, tag, simple
    }

    var type: MajorType
    var argument: UInt64

    /// The head in its shortest form, as deterministic encoding wants it (RFC 8949, section 4.2.1).
    func write(to bytes: inout [UInt8]) {
        let initial = type.rawValue << 5
        let length = argumentLength
        bytes.append(initial | (length == 0 ? UInt8(argument) : 24 + UInt8(length.trailingZeroBitCount)))
        for shift in stride(from: 8 * (length - 1), through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: argument >> UInt64(shift)))
        }
    }

    /// Reads a head at `offset` and moves `offset` past it. Only shortest forms and definite lengths are accepted.
    static func read(from bytes: UnsafeRawBufferPointer, at offset: inout Int) throws(CoreError) -> CBORHead {
        guard offset < bytes.count else { throw CoreError(.truncated, "CBOR ends where an item must begin.") }
        let initial = unsafe bytes[offset]
        guard let type = MajorType(rawValue: initial >> 5) else { throw CoreError(.malformed, "No such CBOR type.") }
        let information = initial & 0x1F
        guard information >= 24 else {
            offset += 1
            return CBORHead(type: type, argument: UInt64(information))
        }
        guard information < 28 else {
            throw information == 31
                ? CoreError(.notCanonical, "A CBOR item of indefinite length.") : CoreError(.malformed, "A reserved CBOR argument.")
        }
        let length = 1 << Int(information - 24)
        guard bytes.count - offset > length else { throw CoreError(.truncated, "CBOR ends inside the head of an item.") }
        var argument: UInt64 = 0
        for index in offset + 1...offset + length { argument = argument << 8 | UInt64(unsafe bytes[index]) }
        let head = CBORHead(type: type, argument: argument)
        // In major type 7 an argument of 2, 4 or 8 bytes is a float, whose length says its precision.
        guard head.argumentLength == length || (type == .simple && length > 1) else {
            throw CoreError(.notCanonical, "A CBOR argument that is longer than it needs to be.")
        }
        offset += 1 + length
        return type == .simple && length > 1 ? CBORHead(type: type, argument: .max) : head
    }

    /// How many bytes the argument takes after the initial byte: 0, 1, 2, 4 or 8.
    private var argumentLength: Int {
        switch argument {
        case ..<24: 0
        case ...0xFF: 1
        case ...0xFFFF: 2
        case ...0xFFFF_FFFF: 4
        default: 8
        }
    }
}
