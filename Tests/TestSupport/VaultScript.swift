/// What a probe process does to a vault, and what the test that kills it knows of it: both make the same steps out of the same seed.
public struct VaultScript: Sendable {
    /// One step.
    public enum Step: Sendable, Equatable {
        /// Writes an item, new or not.
        case write(space: Int, item: Int, value: Int)
        /// Removes an item, when it is there.
        case remove(space: Int, item: Int)
        /// Removes a namespace's items.
        case wipe(space: Int)
        /// Rotates the master key.
        case rotate
    }

    /// The steps in order.
    public let steps: [Step]

    /// So many steps out of a seed.
    public init(seed: UInt64, count: Int) {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        func next(_ limit: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(limit))
        }
        steps = (0..<count).map { index in
            switch next(20) {
            case 0: .rotate
            case 1...2: .wipe(space: next(3))
            case 3...5: .remove(space: next(3), item: next(6))
            default: .write(space: next(3), item: next(6), value: Int(seed % 1_000_000) * 1000 + index)
            }
        }
    }

    /// Every kind of step once, on items new and old.
    public static let everyKind = VaultScript(steps: [
        .write(space: 0, item: 0, value: 1), .write(space: 0, item: 1, value: 2), .write(space: 1, item: 0, value: 3),
        .write(space: 0, item: 0, value: 4), .remove(space: 0, item: 1), .rotate, .write(space: 0, item: 2, value: 5), .wipe(space: 0),
        .write(space: 0, item: 0, value: 6), .remove(space: 1, item: 0),
    ])

    private init(steps: [Step]) { self.steps = steps }

    /// The bytes of a value: its number, and as many more as make it a little longer each time.
    public static func bytes(_ value: Int) -> [UInt8] { Array("value \(value) ".utf8) + [UInt8](repeating: 7, count: 16 + value % 300) }
}

/// What a vault holds, as far as a test knows.
public struct VaultModel: Hashable, Sendable {
    /// An item.
    public struct Item: Hashable, Sendable {
        /// The number of its namespace, and its own.
        public let space: Int
        public let item: Int

        public init(space: Int, item: Int) { (self.space, self.item) = (space, item) }
    }

    /// The number of each item's value.
    public var values: [Item: Int] = [:]

    public init() {}

    /// The model after a step.
    public func after(_ step: VaultScript.Step) -> VaultModel {
        var next = self
        switch step {
        case .write(let space, let item, let value): next.values[Item(space: space, item: item)] = value
        case .remove(let space, let item): next.values[Item(space: space, item: item)] = nil
        case .wipe(let space): next.values = values.filter { $0.key.space != space }
        case .rotate: break
        }
        return next
    }
}
