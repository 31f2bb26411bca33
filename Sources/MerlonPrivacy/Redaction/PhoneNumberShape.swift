/// The shape of a telephone number: international with a plus sign (ITU-T E.164), or North American with its separators.
enum PhoneNumberShape {
    /// A number whose `+` stands at `plus`: 8 to 15 digits, single separators or brackets between them.
    static func international(in bytes: LogBytes, at plus: Int) -> Range<Int>? {
        guard !bytes.isClass(LogClass.word, at: plus - 1), (0x31...0x39).contains(bytes[plus + 1]) else { return nil }
        var index = plus + 1
        var end = index
        var digits = 0
        var separators = 0
        while digits <= 15 {
            if bytes.isClass(LogClass.digit, at: index) {
                digits += 1
                separators = 0
                end = index + 1
            } else if separators < 2, isSeparator(bytes[index]) {
                separators += 1
            } else {
                break
            }
            index += 1
        }
        guard (8...15).contains(digits), !bytes.isClass(LogClass.word, at: end) else { return nil }
        return plus..<end
    }

    /// `(212) 555-0100`, `212-555-0100`, `212.555.0100` and `212 555 0100`; area and exchange codes begin with 2 to 9.
    static func northAmerican(in bytes: LogBytes, at start: Int) -> Range<Int>? {
        let isBracketed = bytes[start] == UInt8(ascii: "(")
        let area = isBracketed ? start + 1 : start
        guard !isJoined(bytes, before: start), bytes.end(ofClass: LogClass.digit, from: area, limit: 4) == area + 3 else { return nil }
        var index = area + 3
        var separator: UInt8?
        if isBracketed {
            guard bytes[index] == UInt8(ascii: ")") else { return nil }
            index += bytes[index + 1] == UInt8(ascii: " ") ? 2 : 1
        } else {
            separator = bytes[index]
            guard let separator, [UInt8]("-. ".utf8).contains(separator) else { return nil }
            index += 1
        }
        guard bytes.end(ofClass: LogClass.digit, from: index, limit: 4) == index + 3 else { return nil }
        let second = bytes[index + 3]
        guard separator.map({ $0 == second }) ?? [UInt8]("-. ".utf8).contains(second) else { return nil }
        let end = bytes.end(ofClass: LogClass.digit, from: index + 4, limit: 5)
        guard end == index + 8, !bytes.isClass(LogClass.word | LogClass.name, at: end) || endsSentence(bytes, end),
            bytes[area] >= 0x32, bytes[index] >= 0x32
        else { return nil }
        // Three columns of numbers are no telephone number: with blanks only what is written with a bracket counts.
        return separator == UInt8(ascii: " ") ? nil : start..<end
    }

    private static func endsSentence(_ bytes: LogBytes, _ end: Int) -> Bool {
        bytes[end] == UInt8(ascii: ".") && !bytes.isClass(LogClass.name, at: end + 1)
    }

    private static func isJoined(_ bytes: LogBytes, before start: Int) -> Bool {
        bytes.isClass(LogClass.word | LogClass.name, at: start - 1) || bytes[start - 1] == UInt8(ascii: "/")
    }

    private static func isSeparator(_ byte: UInt8) -> Bool { [UInt8](" -.()".utf8).contains(byte) }
}
