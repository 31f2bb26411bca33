/// Reads the fields of one protobuf message that others wrote. Knows what the migration payload needs, and skips what it does not know.
struct ProtobufReader {
    enum Value {
        case number(UInt64)
        case bytes(ArraySlice<UInt8>)
    }

    /// More fields than a payload of the longest URI can use.
    private static let maximumFieldCount = 4096

    private var rest: ArraySlice<UInt8>
    private var count = 0

    init(_ message: ArraySlice<UInt8>) { rest = message }

    /// The next field's number and value; `nil` at the end. Lengths are compared with what is there before anything is taken.
    mutating func next() throws(AuthError) -> (field: UInt64, value: Value)? {
        while !rest.isEmpty {
            count += 1
            guard count <= Self.maximumFieldCount else { throw AuthError(.limitExceeded, "The payload has too many fields.") }
            let tag = try varint()
            let field = tag >> 3
            guard field > 0 else { throw Self.malformed }
            switch tag & 7 {
            case 0: return (field, .number(try varint()))
            case 2:
                let length = try varint()
                guard length <= UInt64(rest.count) else { throw Self.malformed }
                let bytes = rest.prefix(Int(length))
                rest = rest.dropFirst(bytes.count)
                return (field, .bytes(bytes))
            case 1: try skip(8)
            case 5: try skip(4)
            // Groups nest, are no longer written, and are not needed.
            default: throw Self.malformed
            }
        }
        return nil
    }

    private mutating func varint() throws(AuthError) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: 0, to: 70, by: 7) {
            guard let byte = rest.popFirst() else { throw Self.malformed }
            // The tenth byte holds the last bit.
            guard shift < 63 || byte <= 1 else { throw Self.malformed }
            value |= UInt64(byte & 0x7F) << UInt64(shift)
            if byte < 0x80 { return value }
        }
        throw Self.malformed
    }

    private mutating func skip(_ count: Int) throws(AuthError) {
        guard rest.count >= count else { throw Self.malformed }
        rest = rest.dropFirst(count)
    }

    static let malformed = AuthError(.malformed, "The payload is no protobuf message.")
}

/// Writes the fields of a protobuf message.
struct ProtobufWriter {
    private(set) var bytes: [UInt8] = []

    /// Writes a number; zero is the default and is left out.
    mutating func write(_ field: UInt64, _ number: UInt64) {
        if number == 0 { return }
        varint(field << 3)
        varint(number)
    }

    mutating func write(_ field: UInt64, _ content: some Collection<UInt8>) {
        varint(field << 3 | 2)
        varint(UInt64(content.count))
        bytes += content
    }

    private mutating func varint(_ value: UInt64) {
        var value = value
        while value >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
            value >>= 7
        }
        bytes.append(UInt8(value))
    }
}
