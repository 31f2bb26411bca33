/// Lower-case parts of names, looked for in a hundred thousand names without making a copy of any.
struct NameParts {
    private let parts: [[UInt8]]
    /// By the first byte, the positions of the parts that begin so.
    private let byFirst: [[Int]]

    init(_ names: [String]) {
        parts = names.map { Array($0.utf8) }
        var byFirst = [[Int]](repeating: [], count: 256)
        for (position, part) in parts.enumerated() {
            if let first = part.first { byFirst[Int(first)].append(position) }
        }
        self.byFirst = byFirst
    }

    /// Whether `name` has any of the parts, capitals or not.
    func areIn(_ name: String) -> Bool {
        var copy = name
        return copy.withUTF8 { bytes in
            for index in 0..<bytes.count {
                for position in byFirst[Int(unsafe Self.lower(bytes[index]))] {
                    let part = parts[position]
                    guard index + part.count <= bytes.count else { continue }
                    if part.indices.allSatisfy({ unsafe Self.lower(bytes[index + $0]) == part[$0] }) { return true }
                }
            }
            return false
        }
    }

    private static func lower(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }
}
