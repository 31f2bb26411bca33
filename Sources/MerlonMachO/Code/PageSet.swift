/// The 4 KiB pages of an image that hold something that is looked for. `adrp` names a page, so most code is passed over by one bit.
struct PageSet {
    private var bits: [UInt64] = []
    private let first: UInt64
    private let count: UInt64

    /// Images over 4 GiB do not exist on the platforms; a range past that is cut.
    init(covering range: ClosedRange<UInt64>) {
        first = range.lowerBound >> 12
        count = min((range.upperBound >> 12) - first + 1, 1 << 20)
        bits = Array(repeating: 0, count: Int(count / 64 + 1))
    }

    mutating func insert(_ address: UInt64) {
        let page = (address >> 12) &- first
        if page < count { bits[Int(page >> 6)] |= 1 << (page & 63) }
    }

    @inline(__always)
    func contains(_ address: UInt64) -> Bool {
        let page = (address >> 12) &- first
        return page < count && bits[Int(page >> 6)] & 1 << (page & 63) != 0
    }
}
