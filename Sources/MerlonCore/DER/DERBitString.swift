/// The value of a BIT STRING.
public struct DERBitString: Hashable, Sendable {
    /// The bits, the first in the highest bit of the first byte.
    public let bytes: ArraySlice<UInt8>
    /// How many of the lowest bits of the last byte do not belong to the value: 0-7.
    public let unusedBits: Int

    /// Makes it.
    public init(bytes: ArraySlice<UInt8>, unusedBits: Int = 0) {
        self.bytes = bytes
        self.unusedBits = unusedBits
    }

    /// The bit at `index`, counted from the first; false past the end, as named bit lists have it.
    public subscript(index: Int) -> Bool {
        guard index >= 0, index < bytes.count * 8 - unusedBits else { return false }
        return bytes[bytes.startIndex + index / 8] & (0x80 >> UInt8(index % 8)) != 0
    }
}
