/// Writes DER (X.690), element by element, from the inside out.
///
/// ```swift
/// let info = DERWriter.element(.sequence, DERWriter.element(.objectIdentifier, identifier.encoded) + DERWriter.element(.null))
/// ```
package enum DERWriter: Sendable {
    /// The identifier and length octets of an element whose content has `count` bytes; for content that stands elsewhere, in secret memory.
    ///
    /// - Precondition: the tag's number is below 31.
    package static func header(_ tag: DERTag, count: Int) -> [UInt8] {
        precondition(tag.number < 31 && count >= 0)
        let identifier = tag.tagClass.rawValue << 6 | (tag.isConstructed ? 0x20 : 0) | UInt8(tag.number)
        if count < 0x80 { return [identifier, UInt8(count)] }
        let bytes = (0..<8).reversed().map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }.drop { $0 == 0 }
        return [identifier, 0x80 | UInt8(bytes.count)] + bytes
    }

    /// A whole element.
    package static func element(_ tag: DERTag, _ content: some Collection<UInt8> = []) -> [UInt8] {
        header(tag, count: content.count) + content
    }

    /// An INTEGER that is not negative, from its big-endian bytes.
    package static func unsignedInteger(_ bytes: some Collection<UInt8>) -> [UInt8] {
        let magnitude = Array(bytes.drop { $0 == 0 })
        return element(.integer, (magnitude.first.map { $0 < 0x80 } ?? false) ? magnitude : [0] + magnitude)
    }

    /// A BIT STRING of whole bytes.
    package static func bitString(_ bytes: some Collection<UInt8>) -> [UInt8] { element(.bitString, [0] + bytes) }
}
