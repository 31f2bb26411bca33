/// Writes export tries.
enum TrieBuilder {
    private final class Node {
        var content: [UInt8] = []
        var edges: [(label: [UInt8], node: Node)] = []
        var offset = 0
        /// All numbers that refer to nodes are padded to four bytes, so that the layout does not depend on itself.
        var size: Int { uleb(UInt64(content.count)).count + content.count + 1 + edges.reduce(0) { $0 + $1.label.count + 1 + 4 } }
    }

    /// - Parameter entries: The names, and what stands in their node: flags and fields.
    static func trie(_ entries: [String: [UInt8]]) -> [UInt8] {
        let sorted = entries.map { (Array($0.key.utf8), $0.value) }.sorted { $0.0.lexicographicallyPrecedes($1.0) }
        let root = node(sorted[...], depth: 0)
        var order: [Node] = [root]
        var index = 0
        while index < order.count {
            order += order[index].edges.map(\.node)
            index += 1
        }
        var offset = 0
        for node in order {
            node.offset = offset
            offset += node.size
        }
        return order.flatMap { node in
            var bytes = uleb(UInt64(node.content.count)) + node.content + [UInt8(node.edges.count)]
            for edge in node.edges { bytes += edge.label + [0] + padded(edge.node.offset) }
            return bytes
        }
    }

    private static func node(_ entries: ArraySlice<([UInt8], [UInt8])>, depth: Int) -> Node {
        let node = Node()
        var rest = entries
        if let first = rest.first, first.0.count == depth {
            node.content = first.1
            rest = rest.dropFirst()
        }
        while let first = rest.first {
            let group = rest.prefix { $0.0[depth] == first.0[depth] }
            // Sorted, so what the first and the last have in common is common to all.
            let common = zip(first.0.dropFirst(depth), group.last!.0.dropFirst(depth)).prefix { $0 == $1 }.count
            node.edges.append((Array(first.0[depth..<depth + common]), self.node(group, depth: depth + common)))
            rest = rest.dropFirst(group.count)
        }
        return node
    }

    private static func padded(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(value >> (7 * $0) & 0x7F) | ($0 < 3 ? 0x80 : 0) }
    }
}

/// An unsigned LEB128.
func uleb(_ value: UInt64) -> [UInt8] {
    var rest = value
    var bytes: [UInt8] = []
    repeat {
        let low = UInt8(rest & 0x7F)
        rest >>= 7
        bytes.append(rest == 0 ? low : low | 0x80)
    } while rest != 0
    return bytes
}
