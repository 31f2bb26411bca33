/// The shape of a payment card number (ISO/IEC 7812-1): issuer range, length and check digit; digits in one run or in the printed groups.
enum CardNumberShape {
    static func range(in bytes: LogBytes, at start: Int) -> Range<Int>? {
        let before = bytes[start - 1]
        if before == UInt8(ascii: ".") || before == UInt8(ascii: "-") || before == UInt8(ascii: "+") { return nil }
        let run = bytes.end(ofClass: LogClass.digit, from: start, limit: 20)
        if (12...19).contains(run - start) { return isNumber(bytes, [start..<run]) && ends(bytes, run) ? start..<run : nil }
        // A date goes on with two digits; the groups of a card number have at least four.
        guard run - start == 4, bytes[run] == UInt8(ascii: " ") || bytes[run] == UInt8(ascii: "-"),
            bytes.end(ofClass: LogClass.digit, from: run + 1, limit: 4) == run + 5
        else { return nil }
        return grouped(bytes, start, separator: bytes[run])
    }

    /// `4-4-4-4`, `4-4-4-4-3`, `4-6-5` and `4-6-4`.
    private static func grouped(_ bytes: LogBytes, _ start: Int, separator: UInt8) -> Range<Int>? {
        var groups = [start..<start + 4]
        while groups.count < 5, let last = groups.last, bytes[last.upperBound] == separator {
            let end = bytes.end(ofClass: LogClass.digit, from: last.upperBound + 1, limit: 7)
            if end == last.upperBound + 1 { break }
            groups.append(last.upperBound + 1..<end)
        }
        let sizes = groups.map(\.count)
        for (count, wanted) in [(5, [4, 4, 4, 4, 3]), (4, [4, 4, 4, 4]), (3, [4, 6, 5]), (3, [4, 6, 4])] {
            guard sizes.count >= count, Array(sizes.prefix(count)) == wanted else { continue }
            let end = groups[count - 1].upperBound
            if isNumber(bytes, Array(groups.prefix(count))), ends(bytes, end) { return start..<end }
        }
        return nil
    }

    /// No digit or letter goes on, and no decimals follow.
    private static func ends(_ bytes: LogBytes, _ end: Int) -> Bool {
        !bytes.isClass(LogClass.word, at: end) && !(bytes[end] == UInt8(ascii: ".") && bytes.isClass(LogClass.digit, at: end + 1))
    }

    private static func isNumber(_ bytes: LogBytes, _ groups: [Range<Int>]) -> Bool {
        let digits = groups.flatMap { $0.map { Int(bytes[$0] &- 0x30) } }
        guard isIssued(digits) else { return false }
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
            guard digit.offset % 2 == 1 else { return sum + digit.element }
            return sum + (digit.element * 2) % 10 + digit.element / 5
        }
        return sum % 10 == 0
    }

    /// Whether a network issues numbers that begin so, in this length.
    private static func isIssued(_ digits: [Int]) -> Bool {
        let four = digits.prefix(4).reduce(0) { $0 * 10 + $1 }
        switch (four, digits.count) {
        case (4000...4999, 13), (4000...4999, 16), (4000...4999, 19): return true
        case (5100...5599, 16), (2221...2720, 16): return true
        case (3400...3499, 15), (3700...3799, 15): return true
        case (6011, 16...19), (6440...6599, 16...19): return true
        case (3528...3589, 16...19): return true
        case (3000...3059, 14...19), (3095, 14...19), (3600...3699, 14...19), (3800...3999, 14...19): return true
        case (6200...6299, 16...19), (8100...8171, 16...19): return true
        case (5000...5099, 12...19), (5600...5899, 12...19), (6300...6399, 12...19), (6700...6799, 12...19): return true
        case (2200...2204, 16...19), (6000...6099, 16), (6521...6522, 16): return true
        default: return false
        }
    }
}
