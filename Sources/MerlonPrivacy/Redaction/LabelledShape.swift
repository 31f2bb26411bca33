/// A value whose name says what it is: `password=…`, `"clientSecret": "…"`, `Authorization: Bearer …`.
enum LabelledShape {
    /// The range of the value behind the `=` or `:` at `sign`.
    static func range(in bytes: LogBytes, at sign: Int) -> Range<Int>? {
        var end = sign
        while end > 0, sign - end < 2, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
        var isQuoted = false
        if bytes[end - 1] == UInt8(ascii: "\"") || bytes[end - 1] == UInt8(ascii: "'") {
            isQuoted = true
            end -= bytes[end - 2] == UInt8(ascii: "\\") ? 2 : 1
        }
        let start = bytes.start(ofClass: LogClass.name, before: end, limit: 64)
        guard start < end, let meaning = SensitiveName.meaning(of: (start..<end).lazy.map { bytes[$0] }) else { return nil }

        var value = sign + 1
        if bytes[value] == UInt8(ascii: ">") || bytes[value] == UInt8(ascii: "=") { value += 1 }
        while value - sign < 4, bytes[value] == UInt8(ascii: " ") || bytes[value] == UInt8(ascii: "\t") { value += 1 }
        guard bytes[value] > 0x20, bytes[value] != UInt8(ascii: ":"), !bytes.has("//", at: value) else { return nil }

        var body = quoted(bytes, value)
        let isBare = body == nil
        if meaning == .cookie, isBare {
            // A header in quotes (`'Cookie: …'`) ends with them, another with its line.
            let quote = bytes[start - 1]
            let isInQuotes = !isQuoted && (quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"))
            body = value..<(isInQuotes ? closing(bytes, quote, from: value) : bytes.endOfLine(from: value))
        }
        guard var range = body ?? bare(bytes, value), !range.isEmpty else { return nil }
        switch meaning {
        case .authorization: range = credentials(bytes, range, isBare: isBare)
        case .token: if isBare, bytes[sign] == UInt8(ascii: ":"), isProse(bytes, range) { return nil }
        case .phone: if range.count > 40 || range.filter({ bytes.isClass(LogClass.digit, at: $0) }).count < 6 { return nil }
        case .secret, .cookie: break
        }
        return range.isEmpty || isPlaceholder(bytes, range) ? nil : range
    }

    /// Whether a name can end before the mark: one look, since most colons stand in times.
    @inline(__always)
    static func canStand(in bytes: LogBytes, before sign: Int) -> Bool {
        var end = sign - 1
        while sign - end < 5, bytes.isClass(LogClass.digit, at: end) || isBetween(bytes[end]) { end -= 1 }
        return bytes.isClass(LogClass.nameEnd, at: end) && bytes.canEndName(at: end + 1)
    }

    /// What may stand between a name and its mark.
    @inline(__always)
    private static func isBetween(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\\")
    }

    /// The inside of a quoted text, also of one whose quotes are escaped because it stands in another. Without a closing quote it is the
    /// rest of the line: what was cut is still secret.
    private static func quoted(_ bytes: LogBytes, _ start: Int) -> Range<Int>? {
        let isEscaped = bytes[start] == UInt8(ascii: "\\")
        let open = isEscaped ? start + 1 : start
        let quote = bytes[open]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") || quote == UInt8(ascii: "`") else { return nil }
        var index = open + 1
        while index < bytes.count, bytes[index] != 0x0A {
            if bytes[index] == UInt8(ascii: "\\") {
                if isEscaped, bytes[index + 1] == quote { return open + 1..<index }
                index += 2
            } else if bytes[index] == quote {
                return open + 1..<index
            } else {
                index += 1
            }
        }
        return open + 1..<min(index, bytes.count)
    }

    /// A value without quotes: up to white space, or to a separator that another `name=` follows. A password may hold any separator, so
    /// none of them ends it alone.
    private static func bare(_ bytes: LogBytes, _ start: Int) -> Range<Int>? {
        var end = start
        while end < bytes.count, bytes[end] > 0x20, bytes[end] != UInt8(ascii: "\""), !isSeparatorBeforeName(bytes, end) { end += 1 }
        while end > start, [UInt8](",;)]}>.'".utf8).contains(bytes[end - 1]) { end -= 1 }
        return start..<end
    }

    private static func isSeparatorBeforeName(_ bytes: LogBytes, _ index: Int) -> Bool {
        guard [UInt8]("&,;".utf8).contains(bytes[index]) else { return false }
        let name = bytes[index + 1] == UInt8(ascii: " ") ? index + 2 : index + 1
        let end = bytes.end(ofClass: LogClass.name, from: name, limit: 64)
        return end > name && (bytes[end] == UInt8(ascii: "=") || bytes[end] == UInt8(ascii: ":"))
    }

    /// What stands behind the scheme's name; a scheme with parameters (`Digest`, `AWS4-HMAC-SHA256`) is masked to its end.
    private static func credentials(_ bytes: LogBytes, _ value: Range<Int>, isBare: Bool) -> Range<Int> {
        let scheme = bytes.end(ofClass: LogClass.name, from: value.lowerBound)
        guard bytes[scheme] == UInt8(ascii: " "), isBare || scheme < value.upperBound else { return value }
        let start = scheme + 1
        if !isBare { return start..<max(start, value.upperBound) }
        let end = bare(bytes, start)?.upperBound ?? start
        let hasParameters = (start..<end).contains {
            bytes[$0] == UInt8(ascii: "=") && (bytes[$0 + 1] == UInt8(ascii: "\"") || bytes.isClass(LogClass.alphanumeric, at: $0 + 1))
        }
        return start..<(hasParameters ? bytes.endOfLine(from: start) : end)
    }

    private static func closing(_ bytes: LogBytes, _ quote: UInt8, from start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] != quote, bytes[end] != 0x0A { end += 1 }
        return end
    }

    /// A word in lower case, as in `token: unexpected end`.
    private static func isProse(_ bytes: LogBytes, _ range: Range<Int>) -> Bool {
        range.count < 20 && range.allSatisfy { (0x61...0x7A).contains(bytes[$0]) || bytes[$0] == UInt8(ascii: "'") }
    }

    /// What stands where a value is absent or was masked before.
    private static func isPlaceholder(_ bytes: LogBytes, _ range: Range<Int>) -> Bool {
        if range.allSatisfy({ bytes[$0] == UInt8(ascii: "*") || bytes[$0] == UInt8(ascii: ".") }) { return true }
        if bytes.has("‹", at: range.lowerBound) { return true }
        guard range.count <= 12 else { return false }
        let text = String(range.map { Character(Unicode.Scalar(bytes[$0])) }).lowercased()
        return placeholders.contains(text)
    }

    private static let placeholders: Set<String> = [
        "(null)", "<nil>", "<none>", "<null>", "<redacted>", "[redacted]", "false", "nil", "no", "none", "null", "redacted", "true",
        "undefined", "yes", "-", "%s", "%@",
    ]
}
