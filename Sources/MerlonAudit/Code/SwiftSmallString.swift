/// Swift's form of a string of at most 15 bytes of UTF-8: it stands in two registers and nowhere in the data.
enum SwiftSmallString {
    /// The text in a pair of registers, the first holding bytes 0 to 7, the second bytes 8 to 14 and, on top, the count and a mark.
    ///
    /// Source: the standard library's `StringObject`: the top nibble is 0xE for ASCII and 0xA otherwise, the next one is the count.
    static func text(_ low: UInt64, _ high: UInt64) -> String? {
        let mark = high >> 60
        let count = Int(high >> 56 & 0xF)
        guard mark == 0xE || mark == 0xA, count > 0 else { return nil }
        let bytes = (0..<count).map { (index: Int) -> UInt8 in
            let word = index < 8 ? low : high
            return UInt8(truncatingIfNeeded: word >> UInt64(8 * (index % 8)))
        }
        guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.unicodeScalars.contains("\u{FFFD}") ? nil : text
    }

    /// The texts in the argument registers of one call.
    static func all(in arguments: [Int: UInt64]) -> [String] {
        arguments.keys.sorted().compactMap { register in
            guard let low = arguments[register], let high = arguments[register + 1] else { return nil }
            return text(low, high)
        }
    }
}
