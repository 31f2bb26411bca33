extension JSONObjectScanner {
    /// Whether the member has this name.
    package func isNamed(_ name: StaticString, _ member: Member) -> Bool {
        if member.nameNeedsDecoding {
            guard let written = unsafe try? Self.string(in: text, member.name, needsDecoding: true) else { return false }
            return written.utf8.elementsEqual(name.description.utf8)
        }
        guard member.name.count == name.utf8CodeUnitCount else { return false }
        for offset in 0..<member.name.count where unsafe text[member.name.lowerBound + offset] != name.utf8Start[offset] { return false }
        return true
    }

    /// The text of a string, or `nil` when the value is none.
    package func string(of member: Member) -> String? {
        guard member.kind == .string else { return nil }
        return unsafe try? Self.string(in: text, member.value, needsDecoding: member.valueNeedsDecoding)
    }

    /// Whether the value is a string of exactly these bytes.
    package func isString(_ value: String, _ member: Member) -> Bool {
        guard member.kind == .string else { return false }
        if member.valueNeedsDecoding { return string(of: member).map { $0.utf8.elementsEqual(value.utf8) } ?? false }
        guard value.utf8.count == member.value.count else { return false }
        var index = member.value.lowerBound
        for byte in value.utf8 {
            guard unsafe text[index] == byte else { return false }
            index += 1
        }
        return true
    }

    /// The whole part of a number that 64 bits hold, however it is written: `1e3`, `1000.7` and `1000` are 1000. `nil` for other values,
    /// and above 2^53 for numbers with fraction or exponent, which were rounded.
    package func wholePart(of member: Member) -> Int64? {
        guard member.kind == .number else { return nil }
        var value: Int64 = 0
        var isPlain = member.value.count <= 18
        for index in member.value where isPlain {
            let digit = unsafe text[index] &- UInt8(ascii: "0")
            isPlain = digit < 10
            value = value &* 10 &+ Int64(digit)
        }
        if isPlain { return value }
        let written = unsafe String(decoding: text[member.value], as: UTF8.self)
        if let exact = Int64(written) { return exact }
        guard let real = Double(written), real.magnitude <= 0x1p53 else { return nil }
        return Int64(real.rounded(.down))
    }

    /// The value, made.
    package func value(of member: Member) throws(JSONError) -> JSONValue {
        let quotes = member.kind == .string ? 1 : 0
        let range = member.value.lowerBound - quotes..<member.value.upperBound + quotes
        return try JSONValue(parsing: unsafe Array(text[range]))
    }

    /// The text of a string whose quotes stand around `range`.
    static func string(in text: UnsafeRawBufferPointer, _ range: Range<Int>, needsDecoding: Bool) throws(JSONError) -> String {
        // What needs no decoding is ASCII.
        if needsDecoding {
            var parser = JSONParser(text: unsafe Array(text[range.lowerBound - 1..<range.upperBound + 1]), depthLimit: 0)
            do { return try parser.string() } catch { throw JSONError(error.code, at: range.lowerBound + error.offset - 1) }
        }
        return unsafe String(decoding: UnsafeRawBufferPointer(rebasing: text[range]), as: UTF8.self)
    }
}
