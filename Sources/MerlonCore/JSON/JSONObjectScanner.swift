/// Walks one JSON object in place and lends its members one by one, without making a value of each: for readers that need a few members of
/// a small text, often.
///
/// It takes exactly the objects that ``JSONValue/init(parsing:limits:)`` takes, with at most ``memberLimit`` members in each object: names are
/// compared with each other, which costs the square of their number. A test holds both readers to the same answers.
@safe package struct JSONObjectScanner {
    /// What kind of value a member has.
    package enum Kind: Sendable { case object, array, string, number, word }

    /// A member of the outermost object, as places in the text.
    package struct Member: Sendable {
        /// The name without its quotes, and whether it has escapes or is not ASCII.
        package let name: Range<Int>
        package let nameNeedsDecoding: Bool
        /// What kind of value it is.
        package let kind: Kind
        /// The value; a string without its quotes.
        package let value: Range<Int>
        /// Whether a string has escapes or is not ASCII.
        package let valueNeedsDecoding: Bool
    }

    /// The most members of one object.
    package static let memberLimit = 256

    private typealias Name = JSONMemberNames.Name

    let text: UnsafeRawBufferPointer
    private let count: Int
    private let depthLimit: Int
    private var position = 0
    private var names = JSONMemberNames()
    private var hasBegun = false
    private var hasEnded = false

    /// Makes a scanner of `text`, which must outlive it.
    package init(_ text: UnsafeRawBufferPointer, depthLimit: Int = 64) {
        unsafe self.text = text
        count = text.count
        self.depthLimit = depthLimit
    }

    /// The next member, or `nil` after the last one, when nothing but blanks follows the object.
    package mutating func next() throws(JSONError) -> Member? {
        if hasEnded { return nil }
        skipBlanks()
        if !hasBegun {
            hasBegun = true
            guard count <= JSONMemberNames.textLimit else { throw JSONError(.sizeExceeded, at: 0) }
            try expect(UInt8(ascii: "{"))
            skipBlanks()
            if try take(UInt8(ascii: "}")) { return try finish() }
        } else if try take(UInt8(ascii: "}")) {
            return try finish()
        } else {
            try expect(UInt8(ascii: ","))
            skipBlanks()
        }
        return try member(depth: 1, namesFrom: 0)
    }

    private mutating func finish() throws(JSONError) -> Member? {
        skipBlanks()
        guard position == count else { throw JSONError(.trailingBytes, at: position) }
        hasEnded = true
        return nil
    }

    /// Reads a name, a colon and a value; `namesFrom` is where the names of this object begin.
    private mutating func member(depth: Int, namesFrom first: Int) throws(JSONError) -> Member {
        guard try peek() == UInt8(ascii: "\"") else { throw JSONError(.unexpectedByte, at: position) }
        let start = position
        let name = try string()
        guard names.count - first < Self.memberLimit else { throw JSONError(.sizeExceeded, at: start) }
        skipBlanks()
        try expect(UInt8(ascii: ":"))
        skipBlanks()
        let value = try value(depth: depth)
        for index in first..<names.count where isSame(names[index], name) { throw JSONError(.duplicateName, at: start) }
        names.append(name)
        return Member(
            name: name.range, nameNeedsDecoding: name.needsDecoding, kind: value.kind, value: value.range,
            valueNeedsDecoding: value.needsDecoding)
    }

    private mutating func value(depth: Int) throws(JSONError) -> (kind: Kind, range: Range<Int>, needsDecoding: Bool) {
        let start = position
        switch try peek() {
        case UInt8(ascii: "\""):
            let string = try string()
            return (.string, string.range, string.needsDecoding)
        case UInt8(ascii: "{"):
            try skipObject(depth: depth + 1)
            return (.object, start..<position, false)
        case UInt8(ascii: "["):
            try skipArray(depth: depth + 1)
            return (.array, start..<position, false)
        case UInt8(ascii: "t"): try skipWord("true")
        case UInt8(ascii: "f"): try skipWord("false")
        case UInt8(ascii: "n"): try skipWord("null")
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            try skipNumber()
            return (.number, start..<position, false)
        default: throw JSONError(.unexpectedByte, at: position)
        }
        return (.word, start..<position, false)
    }

    private mutating func skipObject(depth: Int) throws(JSONError) {
        guard depth <= depthLimit else { throw JSONError(.depthExceeded, at: position) }
        position += 1
        skipBlanks()
        if try take(UInt8(ascii: "}")) { return }
        let first = names.count
        repeat {
            skipBlanks()
            _ = try member(depth: depth, namesFrom: first)
            skipBlanks()
        } while try take(UInt8(ascii: ","))
        names.removeAll(from: first)
        try expect(UInt8(ascii: "}"))
    }

    private mutating func skipArray(depth: Int) throws(JSONError) {
        guard depth <= depthLimit else { throw JSONError(.depthExceeded, at: position) }
        position += 1
        skipBlanks()
        if try take(UInt8(ascii: "]")) { return }
        repeat {
            skipBlanks()
            _ = try value(depth: depth)
            skipBlanks()
        } while try take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "]"))
    }

    private mutating func skipWord(_ word: StaticString) throws(JSONError) {
        for offset in 0..<word.utf8CodeUnitCount { try expect(unsafe word.utf8Start[offset]) }
    }

    /// The grammar of RFC 8259, 6, and what both readers refuse: a number that no 64-bit float holds.
    private mutating func skipNumber() throws(JSONError) {
        let start = position
        var needsCheck = false
        if byte == UInt8(ascii: "-") { position += 1 }
        if try !take(UInt8(ascii: "0")) { try skipDigits() }
        if byte == UInt8(ascii: ".") {
            position += 1
            try skipDigits()
        }
        if let sign = byte, sign | 0x20 == UInt8(ascii: "e") {
            needsCheck = true
            position += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { position += 1 }
            try skipDigits()
        }
        // Without an exponent, a number needs more than 300 digits to be out of range.
        guard needsCheck || position - start > 300 else { return }
        let written = unsafe String(decoding: text[start..<position], as: UTF8.self)
        guard let value = Double(written), value.isFinite else { throw JSONError(.invalidNumber, at: start) }
    }

    private mutating func skipDigits() throws(JSONError) {
        let start = position
        while let byte, byte &- UInt8(ascii: "0") < 10 { position += 1 }
        guard position > start else { throw JSONError(position == count ? .truncated : .invalidNumber, at: position) }
    }

    /// Reads a string whose opening quote stands at the position. Whatever is no plain ASCII is checked by the reader of values.
    private mutating func string() throws(JSONError) -> Name {
        position += 1
        let start = position
        // The top bit: an escape, or a byte that is not ASCII.
        var seen: UInt8 = 0
        while true {
            let byte = try peek()
            if byte == UInt8(ascii: "\"") { break }
            guard byte >= 0x20 else { throw JSONError(.invalidString, at: position) }
            if byte == UInt8(ascii: "\\") {
                seen = 0x80
                position += 1
                _ = try peek()
            }
            seen |= byte
            position += 1
        }
        let range = start..<position
        position += 1
        let needsDecoding = seen >= 0x80
        if needsDecoding { _ = unsafe try Self.string(in: text, range, needsDecoding: true) }
        return Name(range: range, needsDecoding: needsDecoding)
    }

    private func isSame(_ left: Name, _ right: Name) -> Bool {
        if left.needsDecoding || right.needsDecoding {
            // As the reader of values compares names: by canonical equivalence.
            let texts = [left, right].map { unsafe try? Self.string(in: text, $0.range, needsDecoding: $0.needsDecoding) }
            return texts[0] == texts[1]
        }
        guard left.range.count == right.range.count else { return false }
        let distance = right.range.lowerBound - left.range.lowerBound
        for index in left.range where unsafe text[index] != text[index + distance] { return false }
        return true
    }

    private var byte: UInt8? { position < count ? unsafe text[position] : nil }

    private func peek() throws(JSONError) -> UInt8 {
        guard position < count else { throw JSONError(.truncated, at: position) }
        return unsafe text[position]
    }

    private mutating func take(_ byte: UInt8) throws(JSONError) -> Bool {
        guard try peek() == byte else { return false }
        position += 1
        return true
    }

    private mutating func expect(_ byte: UInt8) throws(JSONError) {
        guard try take(byte) else { throw JSONError(.unexpectedByte, at: position) }
    }

    private mutating func skipBlanks() {
        while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }
}
