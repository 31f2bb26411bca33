/// Reads property lists of unknown origin in any of the three formats that apps ship.
///
/// Nothing outside the bytes is ever looked at, no entity is expanded but XML's own five and character references, and the cost is bounded by
/// `PropertyListLimits`. A key that is repeated in a dictionary keeps its last value.
public enum PropertyListReader: Sendable {
    /// The formats.
    public enum Format: String, Sendable {
        /// `<plist>…`, in UTF-8, UTF-16 or ISO 8859-1.
        case xml
        /// `bplist00`.
        case binary
        /// `{ key = value; }`, also without the braces as in `.strings` files: what OpenStep had.
        case openStep
    }

    /// The format that the first bytes suggest; text that is not XML is taken for OpenStep's.
    public static func format(of bytes: [UInt8]) -> Format {
        if bytes.starts(with: Array("bplist".utf8)) { return .binary }
        let text = UTF16Text.decodedIfMarked(bytes) ?? bytes
        let start = text.starts(with: UTF16Text.utf8Mark) ? 3 : 0
        let head = text[start...].drop { $0 == 0x20 || (0x09...0x0D).contains($0) }.prefix(9)
        // OpenStep's data begins with "<" too, but then only hexadecimal digits follow.
        let openings = ["<?", "<!", "<plist", "<dict", "<array", "<string", "<integer", "<real", "<true", "<false", "<date", "<data"]
        if openings.contains(where: { head.starts(with: $0.utf8) }) { return .xml }
        return .openStep
    }

    /// Reads a property list.
    public static func read(_ bytes: [UInt8], limits: PropertyListLimits = .standard) throws(PropertyListError) -> PropertyList {
        guard !bytes.isEmpty else { throw PropertyListError(.truncated, "is empty", offset: 0) }
        guard bytes.count <= limits.size else {
            throw PropertyListError(.limitExceeded, "is larger than \(limits.size) bytes", offset: limits.size)
        }
        switch format(of: bytes) {
        case .binary:
            var parser = try BinaryPropertyListParser(bytes, limits: limits)
            return try parser.parse()
        case .xml:
            var parser = XMLPropertyListParser(UTF16Text.decodedIfMarked(bytes) ?? bytes, limits: limits)
            return try parser.parse()
        case .openStep:
            var parser = OpenStepPropertyListParser(UTF16Text.decodedIfMarked(bytes) ?? bytes, limits: limits)
            return try parser.parse()
        }
    }
}
