/// A window of a log while it is scanned. Reading outside of it gives 0, which is in no class.
@safe struct LogBytes {
    private let buffer: UnsafeRawBufferPointer
    private let classes: UnsafePointer<UInt16>

    init(_ buffer: UnsafeRawBufferPointer, classes: UnsafePointer<UInt16>) {
        unsafe self.buffer = buffer
        unsafe self.classes = classes
    }

    var count: Int { unsafe buffer.count }

    @inline(__always)
    subscript(index: Int) -> UInt8 {
        unsafe UInt(bitPattern: index) < UInt(bitPattern: buffer.count) ? buffer[index] : 0
    }

    @inline(__always)
    func isClass(_ wanted: UInt16, at index: Int) -> Bool { unsafe classes[Int(self[index])] & wanted != 0 }

    /// The class bits of the byte at a place that is known to lie in the window.
    @inline(__always)
    func classUnchecked(at index: Int) -> UInt16 { unsafe classes[Int(buffer[index])] }

    /// Whether a known token can begin with the two bytes at a place that is known to lie in the window.
    @inline(__always)
    func canBeginToken(at index: Int) -> Bool {
        unsafe classes[256 + (Int(buffer[index]) << 8 | Int(self[index + 1]))] != 0
    }

    /// Whether the name of a secret can end with the three letters before `end`.
    @inline(__always)
    func canEndName(at end: Int) -> Bool {
        let letters = (Int(self[end - 3]) & 31) << 10 | (Int(self[end - 2]) & 31) << 5 | Int(self[end - 1]) & 31
        return unsafe classes[256 + (1 << 16) + letters] != 0
    }

    /// The first place from `start` on whose byte is in none of the classes, at most `limit` on.
    @inline(__always)
    func end(ofClass wanted: UInt16, from start: Int, limit: Int = .max) -> Int {
        let bound = min(count, limit > count - min(start, count) ? count : start + limit)
        var index = start
        while index < bound, classUnchecked(at: index) & wanted != 0 { index += 1 }
        return index
    }

    /// The first place from `start` on that is in no word.
    @inline(__always)
    func endOfWord(from start: Int) -> Int {
        var index = start
        while unsafe index < buffer.count, unsafe classes[Int(buffer[index])] & LogClass.word != 0 { index += 1 }
        return index
    }

    /// The first place down to `floor` from which on, until `end`, all bytes are in one of the classes.
    func start(ofClass wanted: UInt16, before end: Int, limit: Int) -> Int {
        let floor = max(0, end - limit)
        var index = end
        while index > floor, isClass(wanted, at: index - 1) { index -= 1 }
        return index
    }

    /// Whether the ASCII text stands at `index`.
    func has(_ text: StaticString, at index: Int) -> Bool {
        let length = text.utf8CodeUnitCount
        guard index >= 0, length <= count - index else { return false }
        for offset in 0..<length where unsafe buffer[index + offset] != text.utf8Start[offset] { return false }
        return true
    }

    /// The first place of the ASCII text in the range.
    func first(_ text: StaticString, in range: Range<Int>) -> Int? {
        guard text.utf8CodeUnitCount <= range.count else { return nil }
        return (range.lowerBound...range.upperBound - text.utf8CodeUnitCount).first { has(text, at: $0) }
    }

    /// The end of the line that `index` is in: the place of its newline, or the end of the window.
    func endOfLine(from index: Int) -> Int {
        var end = index
        while end < count, self[end] != 0x0A { end += 1 }
        return end
    }
}

/// The classes of bytes that the detectors speak of, as bits of one table.
enum LogClass {
    /// Letters, digits, `_`, and all bytes over ASCII.
    static let word: UInt16 = 1
    static let digit: UInt16 = 2
    static let upper: UInt16 = 4
    /// Letters and digits.
    static let alphanumeric: UInt16 = 8
    /// Base64URL (RFC 4648, 5) without padding.
    static let base64URL: UInt16 = 16
    /// What local part, domain and names of fields are made of.
    static let name: UInt16 = 32
    /// Punctuation at which a detector looks.
    static let trigger: UInt16 = 64
    /// A letter with which a known token or an authorization scheme begins.
    static let head: UInt16 = 128
    /// A byte with which the name of a secret field ends.
    static let nameEnd: UInt16 = 256

    /// The bits of each byte, then for each pair of bytes whether a known token can begin with it, then for each three letters (five bits
    /// each) whether the name of a secret can end with them.
    static let table: [UInt16] = (0...255).map(bits) + pairs + nameEnds

    private static func bits(of byte: UInt8) -> UInt16 {
        var bits: UInt16 = 0
        let isDigit = (0x30...0x39).contains(byte)
        let isUpper = (0x41...0x5A).contains(byte)
        let isLetter = isUpper || (0x61...0x7A).contains(byte)
        if isDigit { bits |= digit }
        if isUpper { bits |= upper }
        if isDigit || isLetter { bits |= alphanumeric | base64URL | name | word }
        if byte == UInt8(ascii: "_") { bits |= base64URL | name | word }
        if byte == UInt8(ascii: "-") { bits |= base64URL | name }
        if byte == UInt8(ascii: ".") { bits |= name }
        if byte >= 0x80 { bits |= word }
        if [UInt8](":=@+-(".utf8).contains(byte) { bits |= trigger }
        if isLetter, KnownToken.beginnings.contains(where: { $0.0 == byte }) { bits |= head }
        if isLetter, SensitiveName.canEnd(with: byte) { bits |= nameEnd }
        return bits
    }

    private static let pairs: [UInt16] = {
        var table = [UInt16](repeating: 0, count: 1 << 16)
        for (first, second) in KnownToken.beginnings { table[Int(first) << 8 | Int(second)] = 1 }
        return table
    }()

    private static let nameEnds: [UInt16] = {
        var table = [UInt16](repeating: 0, count: 1 << 15)
        for ending in SensitiveName.words {
            let last = ending.utf8.suffix(3).reduce(0) { $0 << 5 | Int($1 & 31) }
            for before in ending.utf8.count < 3 ? 0..<32 : 0..<1 { table[before << 10 | last] = 1 }
        }
        return table
    }()
}
