/// What a property list may cost. All of it is checked before the cost arises.
public struct PropertyListLimits: Hashable, Sendable {
    /// Of the encoded form, in bytes.
    public var size: Int
    /// Levels of arrays and dictionaries. Consumers recurse over values, so this bounds their stack too.
    public var depth: Int
    /// Values in the whole tree. A binary list that uses one object in many places has it counted in each.
    public var objects: Int
    /// Bytes of all strings and data in the whole tree, counted the same way.
    public var contentBytes: Int

    /// Makes limits.
    public init(size: Int, depth: Int, objects: Int, contentBytes: Int) {
        self.size = size
        self.depth = depth
        self.objects = objects
        self.contentBytes = contentBytes
    }

    /// Far more than any app's property lists have: 64 MiB, 128 levels, 500,000 values, 64 MiB of content.
    public static let standard = PropertyListLimits(size: 64 << 20, depth: 128, objects: 500_000, contentBytes: 64 << 20)
}

/// What is left of the limits while one property list is read.
struct PropertyListBudget {
    private let limits: PropertyListLimits
    private var objects = 0
    private var contentBytes = 0

    init(_ limits: PropertyListLimits) { self.limits = limits }

    /// Accounts for one more value at `depth` with `bytes` of content. Says which limit it passes, if any.
    mutating func spend(depth: Int, bytes: Int = 0) -> String? {
        objects += 1
        contentBytes += bytes
        if depth > limits.depth { return "nested more than \(limits.depth) levels deep" }
        if objects > limits.objects { return "has more than \(limits.objects) values" }
        if contentBytes > limits.contentBytes { return "has more than \(limits.contentBytes) bytes of strings and data" }
        return nil
    }
}
