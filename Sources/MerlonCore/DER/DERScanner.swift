/// Takes identifier and length octets apart (X.690, 8.1).
struct DERScanner {
    private let bytes: ArraySlice<UInt8>
    private let rules: DERRules
    private let origin: Int
    /// The next byte.
    private(set) var index: Int

    init(_ bytes: ArraySlice<UInt8>, rules: DERRules, origin: Int) {
        self.bytes = bytes
        self.rules = rules
        self.origin = origin
        index = bytes.startIndex
    }

    mutating func element(depth: Int) throws(DERError) -> DERElement {
        let start = index
        let tag = try tag()
        guard tag != DERScanner.endOfContents else {
            throw failure(.malformed, "end-of-contents outside of an indefinite length", at: start)
        }
        let content: ArraySlice<UInt8>
        if let length = try length() {
            guard length <= bytes.endIndex - index else { throw failure(.truncated, "element ends past the end of the data", at: start) }
            content = bytes[index..<index + length]
            index += length
        } else {
            guard tag.isConstructed else { throw failure(.malformed, "indefinite length of a primitive element", at: start) }
            let contentStart = index
            try skipToEndOfContents(depth: depth)
            content = bytes[contentStart..<index - 2]
        }
        return DERElement(tag: tag, content: content, encoded: bytes[start..<index], rules: rules, depth: depth, origin: origin)
    }

    private static let endOfContents = DERTag(.universal, 0, constructed: false)

    /// Moves behind the end-of-contents octets that belong to the indefinite length just read. Iterative; as deep as the rules allow.
    private mutating func skipToEndOfContents(depth: Int) throws(DERError) {
        var open = 1
        while open > 0 {
            let start = index
            let tag = try tag()
            let length = try length()
            if tag == Self.endOfContents {
                guard length == 0 else { throw failure(.malformed, "end-of-contents with a length", at: start) }
                open -= 1
            } else if let length {
                guard length <= bytes.endIndex - index else {
                    throw failure(.truncated, "element ends past the end of the data", at: start)
                }
                index += length
            } else {
                guard tag.isConstructed else { throw failure(.malformed, "indefinite length of a primitive element", at: start) }
                open += 1
                guard depth + open <= rules.maximumDepth else {
                    throw failure(.limitExceeded, "nested deeper than \(rules.maximumDepth) levels", at: start)
                }
            }
        }
    }

    mutating func tag() throws(DERError) -> DERTag {
        let start = index
        let first = try byte()
        var number = UInt32(first & 0x1F)
        if number == 0x1F {
            number = 0
            var isFirst = true
            while true {
                let next = try byte()
                if isFirst, next == 0x80 { throw failure(.malformed, "tag number with a leading zero", at: start) }
                isFirst = false
                guard number <= UInt32.max >> 7 else { throw failure(.limitExceeded, "tag number over 32 bits", at: start) }
                number = number << 7 | UInt32(next & 0x7F)
                if next & 0x80 == 0 { break }
            }
            guard number >= 0x1F else { throw failure(.malformed, "small tag number in the long form", at: start) }
        }
        guard let tagClass = DERTag.Class(rawValue: first >> 6) else { throw failure(.malformed, "tag class", at: start) }
        return DERTag(tagClass, number, constructed: first & 0x20 != 0)
    }

    /// The length, or `nil` for an indefinite one.
    private mutating func length() throws(DERError) -> Int? {
        let start = index
        let first = try byte()
        if first < 0x80 { return Int(first) }
        if first == 0x80 {
            guard rules.allowsBER else { throw failure(.malformed, "indefinite length", at: start) }
            return nil
        }
        guard first != 0xFF else { throw failure(.malformed, "reserved length octet", at: start) }
        var length = 0
        var significant = 0
        for position in 0..<Int(first & 0x7F) {
            let next = try byte()
            if position == 0, next == 0, !rules.allowsBER { throw failure(.malformed, "length with a leading zero", at: start) }
            if significant > 0 || next != 0 { significant += 1 }
            // More than four octets are over any cap that a reader can have.
            guard significant <= 4 else { throw failure(.truncated, "element ends past the end of the data", at: start) }
            length = length << 8 | Int(next)
        }
        guard rules.allowsBER || length >= 0x80 else { throw failure(.malformed, "length is not minimal", at: start) }
        return length
    }

    private mutating func byte() throws(DERError) -> UInt8 {
        guard index < bytes.endIndex else { throw failure(.truncated, "element ends early", at: index) }
        defer { index += 1 }
        return bytes[index]
    }

    private func failure(_ code: DERError.Code, _ reason: String, at index: Int) -> DERError {
        DERError(code, reason, offset: index - origin)
    }
}
