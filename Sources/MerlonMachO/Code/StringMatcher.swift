/// Tells quickly whether a string constant is one of those that are looked for.
struct StringMatcher {
    private let whole: Set<String>
    private let prefixes: [[UInt8]]
    private let lengths: Set<Int>
    /// For each first byte whether any string or prefix starts with it.
    private var starts = [Bool](repeating: false, count: 256)

    init(whole: Set<String>, prefixes: Set<String>) {
        self.whole = whole
        self.prefixes = prefixes.map { Array($0.utf8) }
        lengths = Set(whole.map(\.utf8.count))
        for first in whole.compactMap(\.utf8.first) + prefixes.compactMap(\.utf8.first) { starts[Int(first)] = true }
        if prefixes.contains("") { starts = Array(repeating: true, count: 256) }
    }

    func matches(_ bytes: ByteView) -> Bool {
        guard let first = bytes[0], starts[Int(first)] else { return false }
        if lengths.contains(bytes.count), whole.contains(bytes.string) { return true }
        return prefixes.contains { prefix in
            prefix.count <= bytes.count && prefix.indices.allSatisfy { bytes[$0] == prefix[$0] }
        }
    }

    func matches(_ text: String) -> Bool { whole.contains(text) || prefixes.contains { text.utf8.starts(with: $0) } }
}
