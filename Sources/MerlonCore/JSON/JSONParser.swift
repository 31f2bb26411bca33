/// What a JSON text may cost its reader.
public struct JSONLimits: Hashable, Sendable {
    /// The longest text, in bytes.
    public var size: Int
    /// How deep arrays and objects may lie within each other; bounds the stack of the reader and of whoever walks the value.
    public var depth: Int

    /// 16 MiB and 64 levels where nothing else is said.
    public init(size: Int = 16 << 20, depth: Int = 64) {
        self.size = size
        self.depth = depth
    }
}

extension JSONValue {
    /// Reads one JSON text (RFC 8259, UTF-8), strictly: no comments, no trailing commas, no byte order mark, no duplicate names, no unpaired
    /// surrogates, nothing after the value.
    public init(parsing text: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) {
        guard text.count <= limits.size else { throw JSONError(.sizeExceeded, at: limits.size) }
        var parser = JSONParser(text: text, depthLimit: limits.depth)
        self = try parser.document()
    }

    /// Reads one JSON text from a string; see ``init(parsing:limits:)-([UInt8],_)``.
    public init(parsing text: String, limits: JSONLimits = JSONLimits()) throws(JSONError) {
        try self.init(parsing: Array(text.utf8), limits: limits)
    }
}

struct JSONParser {
    let text: [UInt8]
    let depthLimit: Int
    var position = 0

    init(text: [UInt8], depthLimit: Int) {
        self.text = text
        self.depthLimit = depthLimit
    }

    mutating func document() throws(JSONError) -> JSONValue {
        let value = try self.value(depth: 0)
        skipBlanks()
        guard position == text.count else { throw JSONError(.trailingBytes, at: position) }
        return value
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        skipBlanks()
        switch try peek() {
        case UInt8(ascii: "{"): return try object(depth: depth + 1)
        case UInt8(ascii: "["): return try array(depth: depth + 1)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw JSONError(.unexpectedByte, at: position)
        }
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
        guard depth <= depthLimit else { throw JSONError(.depthExceeded, at: position) }
        position += 1
        var members: [String: JSONValue] = [:]
        skipBlanks()
        if try take(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            skipBlanks()
            let start = position
            guard try peek() == UInt8(ascii: "\"") else { throw JSONError(.unexpectedByte, at: position) }
            let name = try string()
            skipBlanks()
            guard try take(UInt8(ascii: ":")) else { throw JSONError(.unexpectedByte, at: position) }
            let value = try self.value(depth: depth)
            guard members.updateValue(value, forKey: name) == nil else { throw JSONError(.duplicateName, at: start) }
            skipBlanks()
        } while try take(UInt8(ascii: ","))
        guard try take(UInt8(ascii: "}")) else { throw JSONError(.unexpectedByte, at: position) }
        return .object(members)
    }

    private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
        guard depth <= depthLimit else { throw JSONError(.depthExceeded, at: position) }
        position += 1
        var elements: [JSONValue] = []
        skipBlanks()
        if try take(UInt8(ascii: "]")) { return .array(elements) }
        repeat {
            elements.append(try value(depth: depth))
            skipBlanks()
        } while try take(UInt8(ascii: ","))
        guard try take(UInt8(ascii: "]")) else { throw JSONError(.unexpectedByte, at: position) }
        return .array(elements)
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
        for byte in word.description.utf8 {
            guard try peek() == byte else { throw JSONError(.unexpectedByte, at: position) }
            position += 1
        }
        return value
    }

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        var isInteger = true
        if text[position] == UInt8(ascii: "-") { position += 1 }
        if try !take(UInt8(ascii: "0")) { try digits() }
        if position < text.count, text[position] == UInt8(ascii: ".") {
            isInteger = false
            position += 1
            try digits()
        }
        if position < text.count, text[position] | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            position += 1
            if position < text.count, text[position] == UInt8(ascii: "+") || text[position] == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
        let written = String(decoding: text[start..<position], as: UTF8.self)
        if isInteger, let value = Int64(written) { return .integer(value) }
        guard let value = Double(written), value.isFinite else { throw JSONError(.invalidNumber, at: start) }
        return .real(value)
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while position < text.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[position]) { position += 1 }
        guard position > start else { throw JSONError(position == text.count ? .truncated : .invalidNumber, at: position) }
    }

    func peek() throws(JSONError) -> UInt8 {
        guard position < text.count else { throw JSONError(.truncated, at: position) }
        return text[position]
    }

    private mutating func take(_ byte: UInt8) throws(JSONError) -> Bool {
        guard try peek() == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks() {
        while position < text.count {
            switch text[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }
}
