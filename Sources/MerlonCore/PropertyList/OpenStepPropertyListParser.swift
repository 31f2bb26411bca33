/// The form that OpenStep had, and that `.strings` files and Xcode projects still have. It knows strings, data, arrays and dictionaries only.
///
/// The braces of the outermost dictionary may be missing, and `key;` in a dictionary stands for `key = key;`, both as in `.strings` files.
/// A file with nothing but blanks and comments is an empty dictionary.
struct OpenStepPropertyListParser {
    private var text: PropertyListText
    private var budget: PropertyListBudget

    init(_ bytes: [UInt8], limits: PropertyListLimits) {
        text = PropertyListText(bytes)
        budget = PropertyListBudget(limits)
    }

    mutating func parse() throws(PropertyListError) -> PropertyList {
        try skipBlanks()
        if text.isAtEnd { return .dictionary([:]) }
        let start = text
        let root = try value(depth: 0)
        try skipBlanks()
        if text.isAtEnd { return root }
        guard case .string = root else { throw text.error(.malformed, "more text after the end of the list") }
        text = start
        return .dictionary(try members(depth: 1, openedAt: nil))
    }

    // MARK: Structure

    private mutating func value(depth: Int) throws(PropertyListError) -> PropertyList {
        let start = text.index
        guard let byte = text.peek() else { throw text.error(.truncated, "ends where a value is due") }
        switch byte {
        case UInt8(ascii: "{"):
            try spend(depth: depth, at: start)
            text.advance()
            return .dictionary(try members(depth: depth + 1, openedAt: start))
        case UInt8(ascii: "("):
            try spend(depth: depth, at: start)
            text.advance()
            return .array(try elements(depth: depth + 1, openedAt: start))
        case UInt8(ascii: "<"):
            let bytes = try data()
            try spend(depth: depth, bytes: bytes.count, at: start)
            return .data(bytes)
        default: return .string(try string(depth: depth))
        }
    }

    private mutating func members(depth: Int, openedAt start: Int?) throws(PropertyListError) -> [String: PropertyList] {
        var values: [String: PropertyList] = [:]
        while true {
            try skipBlanks()
            guard let byte = text.peek() else {
                guard let start else { return values }
                throw text.error(.truncated, "a dictionary is not closed", at: start)
            }
            if byte == UInt8(ascii: "}"), start != nil {
                text.advance()
                return values
            }
            let key = try string(depth: depth)
            try skipBlanks()
            var member = PropertyList.string(key)
            if text.skip("=") {
                try skipBlanks()
                member = try value(depth: depth)
                try skipBlanks()
            }
            values[key] = member
            // The last semicolon before a closing brace may be missing.
            if text.skip(";") || (text.starts(with: "}") && start != nil) { continue }
            throw text.error(text.isAtEnd ? .truncated : .malformed, "a semicolon is missing after the value of \(key.prefix(60))")
        }
    }

    private mutating func elements(depth: Int, openedAt start: Int) throws(PropertyListError) -> [PropertyList] {
        var values: [PropertyList] = []
        while true {
            try skipBlanks()
            if text.skip(")") { return values }
            guard !text.isAtEnd else { throw text.error(.truncated, "an array is not closed", at: start) }
            values.append(try value(depth: depth))
            try skipBlanks()
            if text.skip(",") || text.starts(with: ")") { continue }
            throw text.error(text.isAtEnd ? .truncated : .malformed, "a comma is missing in an array")
        }
    }

    // MARK: Tokens

    private mutating func skipBlanks() throws(PropertyListError) {
        while true {
            text.skipWhitespace()
            if text.skip("//") {
                while let byte = text.peek(), byte != 0x0A, byte != 0x0D { text.advance() }
            } else if text.skip("/*") {
                try text.skip(past: "*/", in: "a comment")
            } else {
                return
            }
        }
    }

    private mutating func string(depth: Int) throws(PropertyListError) -> String {
        let start = text.index
        guard let first = text.peek() else { throw text.error(.truncated, "ends where a string is due") }
        var content: [UInt8] = []
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
            text.advance()
            content = try quoted(until: first, openedAt: start)
        } else {
            while let byte = text.peek(), Self.isUnquoted(byte) {
                content.append(byte)
                text.advance()
            }
            guard !content.isEmpty else { throw text.error(.malformed, "something else where a value is due") }
        }
        try spend(depth: depth, bytes: content.count, at: start)
        // Old files are in the encoding of their author's machine, which nothing names: what is not UTF-8 is replaced.
        return String(decoding: content, as: UTF8.self)
    }

    private static func isUnquoted(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "-"): true
        default: false
        }
    }

    private mutating func quoted(until quote: UInt8, openedAt start: Int) throws(PropertyListError) -> [UInt8] {
        var content: [UInt8] = []
        while let byte = text.peek() {
            text.advance()
            if byte == quote { return content }
            if byte == UInt8(ascii: "\\") {
                content += try escape(openedAt: start)
            } else {
                content.append(byte)
            }
        }
        throw text.error(.truncated, "a string is not closed", at: start)
    }

    /// What follows a backslash.
    private mutating func escape(openedAt start: Int) throws(PropertyListError) -> [UInt8] {
        guard let byte = text.peek() else { throw text.error(.truncated, "a string is not closed", at: start) }
        if (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(byte) { return Self.utf8(digits(3, radix: 8)) }
        text.advance()
        switch byte {
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "a"): return [0x07]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "v"): return [0x0B]
        case UInt8(ascii: "U"), UInt8(ascii: "u"):
            let unit = digits(4, radix: 16)
            // A pair of surrogates is written as two escapes.
            guard (0xD800...0xDBFF).contains(unit), text.skip("\\U") || text.skip("\\u") else { return Self.utf8(unit) }
            return Array(String(decoding: [UInt16(unit), UInt16(digits(4, radix: 16))], as: UTF16.self).utf8)
        default: return [byte]
        }
    }

    /// Up to `count` digits.
    private mutating func digits(_ count: Int, radix: Int) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<count {
            guard let byte = text.peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue, digit < radix else { break }
            value = value * UInt32(radix) + UInt32(digit)
            text.advance()
        }
        return value
    }

    private static func utf8(_ code: UInt32) -> [UInt8] { Array(String(Character(Unicode.Scalar(code) ?? "\u{FFFD}")).utf8) }

    /// `<0FBD777 1C2735AE>`.
    private mutating func data() throws(PropertyListError) -> [UInt8] {
        let start = text.index
        text.advance()
        var bytes: [UInt8] = []
        var high: UInt8?
        while let byte = text.peek() {
            text.advance()
            if byte == UInt8(ascii: ">") {
                guard high == nil else { throw text.error(.malformed, "data with half a byte", at: start) }
                return bytes
            }
            if byte == 0x20 || (0x09...0x0D).contains(byte) { continue }
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw text.error(.malformed, "data with something that is no hexadecimal digit", at: text.index - 1)
            }
            if let first = high {
                bytes.append(first << 4 | UInt8(digit))
                high = nil
            } else {
                high = UInt8(digit)
            }
        }
        throw text.error(.truncated, "data is not closed", at: start)
    }

    private mutating func spend(depth: Int, bytes: Int = 0, at start: Int) throws(PropertyListError) {
        if let excess = budget.spend(depth: depth, bytes: bytes) { throw text.error(.limitExceeded, excess, at: start) }
    }
}
