/// A hash table from addresses to numbers, with open addressing: what the sweep asks some ten million times.
struct AddressTable {
    private var keys: [UInt64]
    private var values: [Int32]
    private var count = 0
    private(set) var lowest = UInt64.max
    private(set) var highest: UInt64 = 0

    /// A key that no entry has: addresses of images never reach it.
    private static let empty = UInt64.max

    init() {
        keys = Array(repeating: Self.empty, count: 64)
        values = Array(repeating: 0, count: 64)
    }

    private static func slot(_ address: UInt64, _ mask: Int) -> Int {
        Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    }

    subscript(address: UInt64) -> Int32? {
        let mask = keys.count - 1
        var slot = Self.slot(address, mask)
        while keys[slot] != Self.empty {
            if keys[slot] == address { return values[slot] }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// The first value for an address stays.
    mutating func insert(_ address: UInt64, _ value: Int32) {
        guard address != Self.empty else { return }
        if count * 2 >= keys.count { grow() }
        let mask = keys.count - 1
        var slot = Self.slot(address, mask)
        while keys[slot] != Self.empty {
            if keys[slot] == address { return }
            slot = (slot + 1) & mask
        }
        keys[slot] = address
        values[slot] = value
        count += 1
        lowest = min(lowest, address)
        highest = max(highest, address)
    }

    private mutating func grow() {
        let old = zip(keys, values)
        keys = Array(repeating: Self.empty, count: keys.count * 2)
        values = Array(repeating: 0, count: keys.count)
        count = 0
        for (key, value) in old where key != Self.empty { insert(key, value) }
    }
}
