/// Names under which many owners have names: `com`, `co.uk`, `github.io`. Pins that include subdomains must not stand there.
///
/// The Public Suffix List is part of the library (about 70 KB, read once for each set that includes subdomains): a guess, such as counting
/// labels, is wrong for thousands of suffixes either way, and iOS has no list to ask. A suffix that is younger than the list is not known here.
enum PublicSuffixes {
    /// Whether the name is a public suffix, by the list's algorithm: the longest rule that matches, exceptions first; a top-level name that the
    /// list does not have counts as one, too. So does a name whose every child is one (`kawasaki.jp`).
    static func contains(_ host: HostName) -> Bool {
        guard !host.isAddress else { return false }
        let labels = host.description.split(separator: ".").reversed().map { Array($0.utf8) }
        return tree.withUTF8Buffer { text in unsafe suffixLength(labels, UnsafeRawBufferPointer(text)) >= labels.count }
    }

    /// How many labels of the name, from the top, are a public suffix.
    private static func suffixLength(_ labels: [[UInt8]], _ text: UnsafeRawBufferPointer) -> Int {
        var longest = 1
        // Where, in the text, the children begin of the nodes that match the labels so far: the named one and `*`.
        var levels = [0]
        for depth in 0..<labels.count {
            var next: [Int] = []
            for start in levels {
                for node in unsafe children(of: text, at: start) where unsafe node.matches(labels[depth], text) {
                    if node.mark == UInt8(ascii: "!") { return depth }
                    if node.mark == nil { longest = max(longest, depth + 1) }
                    if let children = node.children { next.append(children) }
                }
            }
            levels = next
        }
        for start in levels {
            for node in unsafe children(of: text, at: start) where unsafe node.mark == nil && node.matches([UInt8(ascii: "*")], text) {
                return labels.count
            }
        }
        return longest
    }

    private struct Node {
        var mark: UInt8?
        var label: Range<Int>
        var children: Int?

        func matches(_ wanted: [UInt8], _ text: UnsafeRawBufferPointer) -> Bool {
            if label.count == 1, unsafe text[label.lowerBound] == UInt8(ascii: "*") { return true }
            return label.count == wanted.count && zip(label, wanted).allSatisfy { unsafe text[$0] == $1 }
        }
    }

    /// The nodes of one level, read up to its end.
    private static func children(of text: UnsafeRawBufferPointer, at start: Int) -> [Node] {
        var nodes: [Node] = []
        var index = start
        while index < text.count {
            var node = Node(mark: nil, label: index..<index, children: nil)
            let first = unsafe text[index]
            if first == UInt8(ascii: "!") || first == UInt8(ascii: ".") {
                node.mark = first
                index += 1
            }
            let labelStart = index
            while index < text.count, unsafe !isDelimiter(text[index]) { index += 1 }
            node.label = labelStart..<index
            if index < text.count, unsafe text[index] == UInt8(ascii: "(") {
                node.children = index + 1
                var depth = 0
                repeat {
                    if unsafe text[index] == UInt8(ascii: "(") { depth += 1 } else if unsafe text[index] == UInt8(ascii: ")") { depth -= 1 }
                    index += 1
                } while depth > 0 && index < text.count
            }
            nodes.append(node)
            guard index < text.count, unsafe text[index] == UInt8(ascii: ",") else { break }
            index += 1
        }
        return nodes
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")")
    }
}
