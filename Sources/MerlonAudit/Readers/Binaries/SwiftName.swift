/// Makes mangled names of Swift readable: the module, the types and the function, without their generic parameters and arguments.
///
/// Not a demangler. The runtime's own unfolds substitutions, of which a hostile name can have so many that it does not end; this one reads
/// identifiers until something else comes, and its result is never longer than the name.
enum SwiftName {
    /// `App.Login.submit` for `_$s3App5LoginV6submityyF`; other names as they are.
    static func readable(_ symbol: String) -> String {
        for prefix in ["_$s", "$s", "_$S", "$S", "_$e", "$e"] where symbol.hasPrefix(prefix) {
            return parts(Array(symbol.utf8.dropFirst(prefix.utf8.count))) ?? symbol
        }
        return symbol
    }

    private static func parts(_ name: [UInt8]) -> String? {
        var parts: [String] = []
        var words: [String] = []
        var index = 0
        while index < name.count {
            switch name[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                guard let part = identifier(name, &index, &words) else { return parts.count < 2 ? nil : parts.joined(separator: ".") }
                parts.append(part)
            // Kinds of what came before: class, enumeration, structure, protocol; and Swift's own module as the first.
            case UInt8(ascii: "C"), UInt8(ascii: "O"), UInt8(ascii: "V"), UInt8(ascii: "P"): index += 1
            case UInt8(ascii: "s") where index == 0:
                parts.append("Swift")
                index += 1
            default: return parts.count < 2 ? nil : parts.joined(separator: ".")
            }
        }
        return parts.isEmpty ? nil : parts.joined(separator: ".")
    }

    /// A length and so many characters. After a zero there are letters first, each a word that an identifier before had: small letters go on,
    /// a capital is the last.
    private static func identifier(_ name: [UInt8], _ index: inout Int, _ words: inout [String]) -> String? {
        var text = ""
        var hasSubstitutions = false
        if name[index] == UInt8(ascii: "0") {
            hasSubstitutions = true
            index += 1
        }
        while true {
            while hasSubstitutions, index < name.count, let word = substitution(name[index]) {
                guard word.number < words.count else { return nil }
                text += words[word.number]
                index += 1
                if word.isLast { hasSubstitutions = false }
            }
            var length = 0
            while index < name.count, let digit = Character(Unicode.Scalar(name[index])).wholeNumberValue, length < 1000 {
                length = length * 10 + digit
                index += 1
            }
            guard length <= name.count - index else { return nil }
            if length == 0 { return text.isEmpty ? nil : text }
            let piece = name[index..<index + length]
            index += length
            addWords(of: piece, to: &words)
            text += String(decoding: piece, as: UTF8.self)
            if !hasSubstitutions { return text }
        }
    }

    private static func substitution(_ byte: UInt8) -> (number: Int, isLast: Bool)? {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): (Int(byte - UInt8(ascii: "a")), false)
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): (Int(byte - UInt8(ascii: "A")), true)
        default: nil
        }
    }

    /// A word starts at a capital after something else and ends before the next, or at an underscore; it has two letters at least. Only the
    /// first 26 count (Mangling.rst, "substitution-word").
    private static func addWords(of piece: ArraySlice<UInt8>, to words: inout [String]) {
        let isUpper: (UInt8) -> Bool = { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        let isStart: (UInt8) -> Bool = { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) && $0 != UInt8(ascii: "_") && $0 != 0 }
        var start: Int?
        for position in piece.startIndex...piece.endIndex {
            let byte = position < piece.endIndex ? piece[position] : 0
            let previous = position > piece.startIndex ? piece[position - 1] : 0
            if let begin = start, byte == UInt8(ascii: "_") || byte == 0 || (!isUpper(previous) && isUpper(byte)) {
                if position - begin >= 2, words.count < 26 { words.append(String(decoding: piece[begin..<position], as: UTF8.self)) }
                start = nil
            }
            if start == nil, isStart(byte) { start = position }
        }
    }
}
