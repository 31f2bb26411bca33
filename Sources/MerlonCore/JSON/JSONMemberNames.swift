/// The names of the members that were seen so far, as places in a text: the first sixteen need no memory of their own.
struct JSONMemberNames {
    /// A name without its quotes, and whether it has escapes or is not ASCII.
    struct Name {
        let range: Range<Int>
        let needsDecoding: Bool
    }

    /// The longest text that places are kept of, in bytes.
    static let textLimit = Int(Int32.max)

    private var first = SIMD16<UInt64>()
    private var more: [UInt64] = []
    private(set) var count = 0

    subscript(index: Int) -> Name {
        let packed = index < 16 ? first[index] : more[index - 16]
        let start = Int(packed >> 32)
        return Name(range: start..<start + Int(packed >> 1 & 0x7FFF_FFFF), needsDecoding: packed & 1 == 1)
    }

    mutating func append(_ name: Name) {
        let packed = UInt64(name.range.lowerBound) << 32 | UInt64(name.range.count) << 1 | (name.needsDecoding ? 1 : 0)
        if count < 16 { first[count] = packed } else { more.append(packed) }
        count += 1
    }

    /// Forgets all names from this one on.
    mutating func removeAll(from index: Int) {
        if count > 16 { more.removeSubrange(max(index - 16, 0)...) }
        count = index
    }
}
