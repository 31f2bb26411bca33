/// Finds single exports in a trie as the dynamic linker does: along the edges that the name begins with, without reading the rest.
///
/// For a loaded image, give its load address as `baseAddress`: exports then have the addresses that they have in memory.
public struct ExportLookup: Sendable {
    private let trie: ExportTrie

    /// A trie of so many bytes is not read. The largest of Apple's have two million.
    public static let maximumTrieSize = 64 << 20

    /// Makes one over the bytes of a trie.
    /// - Throws: `limitExceeded` when it is larger than ``maximumTrieSize``.
    public init(trie: ByteView, baseAddress: UInt64) throws(MachOError) {
        guard trie.count <= Self.maximumTrieSize else { throw MachOError(.limitExceeded, "export trie is too large") }
        self.trie = ExportTrie(data: trie, baseAddress: baseAddress)
    }

    /// The export of exactly that name; `nil` when there is none.
    /// - Throws: when the nodes on the way are malformed. Every edge takes at least a byte of the name, so no trie is endless.
    public func export(named name: String) throws(MachOError) -> Export? {
        let wanted = Array(name.utf8)
        guard wanted.count <= ExportTrie.maximumNameSize, trie.data.count > 0 else { return nil }
        var (node, position) = (0, 0)
        while true {
            var reader = ByteReader(trie.data, at: node)
            let size = try reader.uleb128()
            guard size <= UInt64(reader.remaining) else { throw trie.failure(node, "export lies outside of the trie") }
            if position == wanted.count { return size == 0 ? nil : try trie.export(&reader, name) }
            guard let (next, length) = try edge(at: reader.offset + Int(size), along: wanted[position...]) else { return nil }
            node = next
            position += length
        }
    }

    /// The child whose label `rest` begins with.
    private func edge(at offset: Int, along rest: ArraySlice<UInt8>) throws(MachOError) -> (node: Int, length: Int)? {
        var reader = ByteReader(trie.data, at: offset)
        let count: UInt8 = try reader.read()
        for _ in 0..<count {
            let start = reader.offset
            let label = try reader.cString(limit: ExportTrie.maximumNameSize)
            let node = try reader.uleb128()
            guard node < UInt64(trie.data.count) else { throw trie.failure(start, "export trie node lies outside") }
            guard label.count > 0 else { throw trie.failure(start, "export trie edge without a label") }
            let isPrefix = unsafe label.withUnsafeBytes { unsafe rest.starts(with: $0) }
            if isPrefix { return (Int(node), label.count) }
        }
        return nil
    }
}
