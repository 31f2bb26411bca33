/// An OBJECT IDENTIFIER, such as 1.2.840.113549.1.7.2.
public struct DERObjectIdentifier: Hashable, Sendable, ExpressibleByArrayLiteral, CustomStringConvertible {
    /// The content octets.
    public let encoded: [UInt8]

    /// The longest that is read, in bytes. Real ones have a dozen.
    public static let maximumSize = 128

    /// Checks content octets: arcs are minimal, end, and fit 64 bits. `nil` when they do not.
    public init?(encoded content: some Collection<UInt8>) {
        guard !content.isEmpty, content.count <= Self.maximumSize else { return nil }
        var arc: UInt64 = 0
        var isInside = false
        for byte in content {
            if !isInside, byte == 0x80 { return nil }
            guard arc <= UInt64.max >> 7 else { return nil }
            arc = arc << 7 | UInt64(byte & 0x7F)
            isInside = byte & 0x80 != 0
            if !isInside { arc = 0 }
        }
        guard !isInside else { return nil }
        encoded = Array(content)
    }

    /// From its arcs, for constants in code: `[1, 2, 840, 113549]`. Missing arcs count as zero.
    public init(arrayLiteral arcs: UInt64...) {
        let root = arcs.first ?? 0
        let second = arcs.count > 1 ? arcs[1] : 0
        encoded = ([root &* 40 &+ second] + arcs.dropFirst(2)).flatMap(Self.base128)
    }

    /// In dotted decimals.
    public var description: String {
        var arcs: [UInt64] = []
        var arc: UInt64 = 0
        for byte in encoded {
            arc = arc << 7 | UInt64(byte & 0x7F)
            guard byte & 0x80 == 0 else { continue }
            if arcs.isEmpty {
                // The first two arcs share one number; the root is 0, 1 or 2.
                let root = min(arc / 40, 2)
                arcs = [root, arc - root * 40]
            } else {
                arcs.append(arc)
            }
            arc = 0
        }
        return arcs.map(String.init).joined(separator: ".")
    }

    private static func base128(_ arc: UInt64) -> [UInt8] {
        var groups = [UInt8(arc & 0x7F)]
        var rest = arc >> 7
        while rest > 0 {
            groups.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return groups.reversed()
    }
}
