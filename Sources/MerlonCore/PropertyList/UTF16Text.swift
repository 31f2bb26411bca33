/// UTF-16 as property lists have it.
enum UTF16Text {
    /// The byte order mark in UTF-8.
    static let utf8Mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The text as UTF-8 when it starts with a UTF-16 byte order mark; `nil` otherwise. Lone surrogates are replaced.
    static func decodedIfMarked(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count >= 2 else { return nil }
        switch (bytes[0], bytes[1]) {
        case (0xFE, 0xFF): return Array(string(bytes[2...], isBigEndian: true).utf8)
        case (0xFF, 0xFE): return Array(string(bytes[2...], isBigEndian: false).utf8)
        default: return nil
        }
    }

    /// Decodes code units; an odd last byte is ignored, lone surrogates are replaced.
    static func string(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> String {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(isBigEndian ? first << 8 | second : second << 8 | first)
            index += 2
        }
        return String(decoding: units, as: UTF16.self)
    }
}
