/// The XML form, as in Apple's `PropertyList-1.0.dtd`. Not an XML parser: the ten elements, comments, processing instructions and CDATA.
///
/// A document type declaration is stepped over, never acted on. Entities other than XML's five are an error, so none can unfold.
/// As with CoreFoundation, the outer `<plist>` may be missing, attributes have no meaning, and what follows the list is not looked at.
struct XMLPropertyListParser {
    private var text: PropertyListText
    private var budget: PropertyListBudget

    init(_ bytes: [UInt8], limits: PropertyListLimits) {
        text = PropertyListText(bytes)
        budget = PropertyListBudget(limits)
    }

    mutating func parse() throws(PropertyListError) -> PropertyList {
        try convertEncoding()
        try skipMisc()
        var tag = try openingTag()
        guard tag.name == "plist" else { return try value(tag, depth: 0) }
        guard !tag.isEmpty else { throw text.error(.malformed, "the list is empty", at: tag.start) }
        try skipMisc()
        guard !text.starts(with: "</") else { throw text.error(.malformed, "the list is empty") }
        let start = tag.start
        tag = try openingTag()
        let value = try value(tag, depth: 0)
        try skipMisc()
        try closingTag("plist", openedAt: start)
        return value
    }

    // MARK: Structure

    private struct Tag {
        var name: String
        /// `<true/>`.
        var isEmpty: Bool
        var start: Int
    }

    private mutating func value(_ tag: Tag, depth: Int) throws(PropertyListError) -> PropertyList {
        switch tag.name {
        case "dict":
            try spend(tag, depth: depth)
            return .dictionary(tag.isEmpty ? [:] : try members(tag, depth: depth + 1))
        case "array":
            try spend(tag, depth: depth)
            return .array(tag.isEmpty ? [] : try elements(tag, depth: depth + 1))
        case "true", "false":
            try spend(tag, depth: depth)
            if !tag.isEmpty {
                text.skipWhitespace()
                try closingTag(tag.name, openedAt: tag.start)
            }
            return .boolean(tag.name == "true")
        case "string", "integer", "real", "date", "data":
            let content = tag.isEmpty ? [] : try characters(tag)
            try spend(tag, depth: depth, bytes: content.count)
            guard let value = PropertyListScalar.value(of: tag.name, content) else {
                throw text.error(.malformed, "<\(tag.name)> has content that is none", at: tag.start)
            }
            return value
        default:
            throw text.error(.malformed, "<\(tag.name.prefix(40))> where a value is due", at: tag.start)
        }
    }

    private mutating func elements(_ tag: Tag, depth: Int) throws(PropertyListError) -> [PropertyList] {
        var values: [PropertyList] = []
        while true {
            try skipMisc()
            if text.starts(with: "</") { break }
            values.append(try value(try openingTag(), depth: depth))
        }
        try closingTag("array", openedAt: tag.start)
        return values
    }

    private mutating func members(_ tag: Tag, depth: Int) throws(PropertyListError) -> [String: PropertyList] {
        var values: [String: PropertyList] = [:]
        while true {
            try skipMisc()
            if text.starts(with: "</") { break }
            let key = try openingTag()
            guard key.name == "key" else { throw text.error(.malformed, "<\(key.name.prefix(40))> where a key is due", at: key.start) }
            let name = String(decoding: key.isEmpty ? [] : try characters(key), as: UTF8.self)
            try spend(key, depth: depth, bytes: name.utf8.count)
            try skipMisc()
            guard !text.starts(with: "</") else { throw text.error(.malformed, "a key has no value", at: key.start) }
            values[name] = try value(try openingTag(), depth: depth)
        }
        try closingTag("dict", openedAt: tag.start)
        return values
    }

    // MARK: Tokens

    /// Steps over blanks, comments, processing instructions and a document type declaration.
    private mutating func skipMisc() throws(PropertyListError) {
        while true {
            text.skipWhitespace()
            if text.skip("<!--") {
                try text.skip(past: "-->", in: "a comment")
            } else if text.skip("<?") {
                try text.skip(past: "?>", in: "a processing instruction")
            } else if text.skip("<!DOCTYPE") {
                try skipDocumentType()
            } else {
                return
            }
        }
    }

    private mutating func skipDocumentType() throws(PropertyListError) {
        let start = text.index
        var quote: UInt8?
        var isInSubset = false
        while let byte = text.peek() {
            text.advance()
            if let open = quote {
                if byte == open { quote = nil }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: "["): isInSubset = true
            case UInt8(ascii: "]"): isInSubset = false
            case UInt8(ascii: ">") where !isInSubset: return
            default: break
            }
        }
        throw text.error(.truncated, "the document type declaration does not end", at: start)
    }

    private mutating func openingTag() throws(PropertyListError) -> Tag {
        let start = text.index
        guard !text.isAtEnd else { throw text.error(.truncated, "ends where an element is due") }
        guard text.skip("<") else { throw text.error(.malformed, "text where an element is due") }
        let name = name()
        guard !name.isEmpty else { throw text.error(.malformed, "an element without a name", at: start) }
        var quote: UInt8?
        while let byte = text.peek() {
            text.advance()
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return Tag(name: name, isEmpty: text.bytes[text.index - 2] == UInt8(ascii: "/"), start: start)
            }
        }
        throw text.error(.truncated, "the tag <\(name.prefix(40))> does not end", at: start)
    }

    private mutating func closingTag(_ name: String, openedAt start: Int) throws(PropertyListError) {
        guard !text.isAtEnd else { throw text.error(.truncated, "<\(name)> is not closed", at: start) }
        let place = text.index
        guard text.skip("</"), self.name() == name else {
            throw text.error(.malformed, "something else where </\(name)> is due", at: place)
        }
        text.skipWhitespace()
        guard text.skip(">") else { throw text.error(text.isAtEnd ? .truncated : .malformed, "</\(name) does not end", at: place) }
    }

    private mutating func name() -> String {
        let start = text.index
        while let byte = text.peek(), byte | 0x20 >= UInt8(ascii: "a"), byte | 0x20 <= UInt8(ascii: "z") { text.advance() }
        return String(decoding: text.bytes[start..<text.index], as: UTF8.self)
    }

    /// The characters of an element that has no elements in it, and its closing tag.
    private mutating func characters(_ tag: Tag) throws(PropertyListError) -> [UInt8] {
        var content: [UInt8] = []
        while let byte = text.peek() {
            switch byte {
            case UInt8(ascii: "&"): content += try reference()
            case UInt8(ascii: "<"):
                if text.skip("<![CDATA[") {
                    let start = text.index
                    try text.skip(past: "]]>", in: "a CDATA section")
                    content += text.bytes[start..<text.index - 3]
                } else if text.skip("<!--") {
                    try text.skip(past: "-->", in: "a comment")
                } else {
                    try closingTag(tag.name, openedAt: tag.start)
                    guard String(strictUTF8: content) != nil else {
                        throw text.error(.malformed, "<\(tag.name)> is not valid UTF-8", at: tag.start)
                    }
                    return content
                }
            default:
                content.append(byte)
                text.advance()
            }
        }
        throw text.error(.truncated, "<\(tag.name)> is not closed", at: tag.start)
    }

    /// `&amp;` and the like, `&#8217;`, `&#x2019;`.
    private mutating func reference() throws(PropertyListError) -> [UInt8] {
        let start = text.index
        let length = text.bytes[start...].prefix(12).firstIndex(of: UInt8(ascii: ";"))
        guard let end = length else {
            throw text.error(text.bytes.count - start < 12 ? .truncated : .malformed, "& without a reference", at: start)
        }
        text.advance(end + 1 - start)
        let name = String(decoding: text.bytes[start + 1..<end], as: UTF8.self)
        switch name {
        case "amp": return [UInt8(ascii: "&")]
        case "lt": return [UInt8(ascii: "<")]
        case "gt": return [UInt8(ascii: ">")]
        case "quot": return [UInt8(ascii: "\"")]
        case "apos": return [UInt8(ascii: "'")]
        default: break
        }
        guard name.hasPrefix("#") else {
            throw text.error(.unsupported, "the entity &\(name); is not one of XML's five", at: start)
        }
        let code = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
        guard let code, let scalar = Unicode.Scalar(code) else {
            throw text.error(.malformed, "&\(name); is no character", at: start)
        }
        return Array(String(Character(scalar)).utf8)
    }

    // MARK: Encoding

    /// Honours `encoding="ISO-8859-1"`. UTF-16 was converted by its byte order mark, and ASCII is UTF-8.
    private mutating func convertEncoding() throws(PropertyListError) {
        guard text.starts(with: "<?xml") else { return }
        let declaration = String(decoding: text.bytes[text.index...].prefix(200).prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
        let words = declaration.lowercased().split { " \t\r\n=\"'?".contains($0) }
        guard let name = words.firstIndex(of: "encoding"), name + 1 < words.count else { return }
        let encoding = words[name + 1]
        switch encoding {
        case "utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf-16be", "utf-16le": return
        case "iso-8859-1", "latin1":
            text = PropertyListText(text.bytes.flatMap { Array(String(Character(Unicode.Scalar($0))).utf8) })
        default: throw text.error(.unsupported, "the encoding \(encoding.prefix(40)) is not read")
        }
    }

    private mutating func spend(_ tag: Tag, depth: Int, bytes: Int = 0) throws(PropertyListError) {
        if let excess = budget.spend(depth: depth, bytes: bytes) { throw text.error(.limitExceeded, excess, at: tag.start) }
    }
}
