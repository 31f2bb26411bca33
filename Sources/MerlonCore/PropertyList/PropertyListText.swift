/// The text of a property list with a place in it, and errors that name that place.
struct PropertyListText {
    let bytes: [UInt8]
    private(set) var index: Int

    /// Starts after a byte order mark, if there is one.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        index = bytes.starts(with: UTF16Text.utf8Mark) ? 3 : 0
    }

    var isAtEnd: Bool { index >= bytes.count }

    /// The byte `ahead` of the current one, or `nil` past the end.
    func peek(_ ahead: Int = 0) -> UInt8? { index + ahead < bytes.count ? bytes[index + ahead] : nil }

    /// Steps over `count` bytes, at most to the end.
    mutating func advance(_ count: Int = 1) { index = min(index + count, bytes.count) }

    func starts(with text: StaticString) -> Bool {
        guard text.utf8CodeUnitCount <= bytes.count - index else { return false }
        return text.withUTF8Buffer { expected in
            for offset in 0..<expected.count where unsafe bytes[index + offset] != expected[offset] { return false }
            return true
        }
    }

    /// Steps over `text` if it stands here.
    mutating func skip(_ text: StaticString) -> Bool {
        guard starts(with: text) else { return false }
        index += text.utf8CodeUnitCount
        return true
    }

    mutating func skipWhitespace() {
        while let byte = peek(), byte == 0x20 || (0x09...0x0D).contains(byte) { index += 1 }
    }

    /// Steps behind the next `text`; an error when there is none.
    mutating func skip(past text: StaticString, in what: String) throws(PropertyListError) {
        let start = index
        while !isAtEnd {
            if skip(text) { return }
            index += 1
        }
        throw error(.truncated, "\(what) does not end", at: start)
    }

    /// An error at `offset`, or here.
    func error(_ code: PropertyListError.Code, _ reason: String, at offset: Int? = nil) -> PropertyListError {
        let offset = offset ?? index
        let line = bytes.prefix(offset).reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
        return PropertyListError(code, reason, offset: offset, line: line)
    }
}
