/// A Swift string of at most 15 bytes, which has no place among the image's strings: the 16 bytes of its value hold the text itself.
public struct SwiftSmallString: Hashable, Sendable {
    /// Of the value, in data; of the instruction that completes it, in code.
    public let address: UInt64
    /// The text, in ASCII.
    public let text: String
    /// Whether code builds it from numbers.
    public let isInCode: Bool

    /// The shortest text that is told from numbers which look like one.
    static let minimumLength = 3

    /// The text that the two words of a small string hold; `nil` for words that are none (`StringObject` of the standard library: the
    /// highest byte is 0xE0, for ASCII, and the count; the text fills the words from the lowest byte, and the rest is zero).
    static func text(_ low: UInt64, _ high: UInt64) -> String? {
        let count = Int(high >> 56 & 0xF)
        guard high >> 60 == 0xE, count >= minimumLength else { return nil }
        var bytes: [UInt8] = []
        for index in 0..<15 {
            let word = index < 8 ? low : high
            let byte = UInt8(truncatingIfNeeded: word >> UInt64(index % 8 * 8))
            if index < count {
                guard byte >= 0x20, byte <= 0x7E else { return nil }
                bytes.append(byte)
            } else if byte != 0 {
                return nil
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension MachOImage {
    /// The small Swift strings in data and in arm64 code, in ascending order of address within each section.
    public func swiftSmallStrings() -> [SwiftSmallString] {
        guard pointerSize == 8, header.byteOrder == .little else { return [] }
        var result: [SwiftSmallString] = []
        for section in sections where !section.isZeroFill && !section.isDebug {
            guard let bytes = try? bytes(of: section) else { continue }
            if section.isCode {
                guard section.kind == .regular, header.architecture.isARM64 else { continue }
                SwiftSmallStringScanner(bytes, base: section.address).scan(into: &result)
            } else if section.segmentName.hasPrefix("__DATA") || section.name == "__const" {
                Self.findSmallStrings(bytes, at: section.address, into: &result)
            }
            if result.count >= Self.maximumSmallStrings { break }
        }
        return result
    }

    /// Apps have some thousand; sections that overlap could repeat theirs.
    private static let maximumSmallStrings = 1 << 18

    /// Values in data stand on eight bytes; one that was found is not looked into again.
    private static func findSmallStrings(_ bytes: ByteView, at address: UInt64, into result: inout [SwiftSmallString]) {
        var offset = (8 - address % 8) % 8
        while let high = try? bytes.load(UInt64.self, at: offset &+ 8), result.count < maximumSmallStrings {
            if high >> 60 == 0xE, let low = try? bytes.load(UInt64.self, at: offset), let text = SwiftSmallString.text(low, high) {
                result.append(SwiftSmallString(address: address &+ offset, text: text, isInCode: false))
                offset += 8
            }
            offset += 8
        }
    }
}
