/// Reads the trie of exported symbols: iterative, each node once, and bounded in what names can expand to.
struct ExportTrie {
    let data: ByteView
    let baseAddress: UInt64

    /// The longest name in bytes.
    static let maximumNameSize = SymbolTable.maximumNameSize

    /// All exports, in the trie's order.
    /// - Throws: after the first malformed node; `partial` then has what came before.
    func read(into partial: inout [Export]) throws(MachOError) {
        guard data.count > 0 else { return }
        var visited = [Bool](repeating: false, count: data.count)
        // Prefixes are shared in the trie and not in the result. Real names expand some five-fold.
        var nameBudget = min(64 * data.count + (1 << 20), 256 << 20)
        var name: [UInt8] = []
        // Each entry is a node that waits, with the length of its parent's name and the range of the edge's label.
        var waiting: [(node: Int, prefix: Int, label: Range<Int>)] = [(0, 0, 0..<0)]
        while let (node, prefix, label) = waiting.popLast() {
            guard node < data.count else { throw failure(node, "export trie node lies outside") }
            guard !visited[node] else { throw failure(node, "export trie has a cycle") }
            visited[node] = true
            name.removeSubrange(prefix...)
            unsafe data.withUnsafeBytes { bytes in unsafe name.append(contentsOf: bytes[label]) }
            guard name.count <= Self.maximumNameSize else { throw failure(node, "export name is too long", .limitExceeded) }
            var reader = ByteReader(data, at: node)
            let size = try reader.uleb128()
            guard size <= UInt64(reader.remaining) else { throw failure(node, "export lies outside of the trie") }
            let children = reader.offset + Int(size)
            if size > 0 {
                nameBudget -= name.count + 1
                guard nameBudget >= 0 else { throw failure(node, "export names expand too far", .limitExceeded) }
                partial.append(try export(&reader, String(decoding: name, as: UTF8.self)))
            }
            try readEdges(at: children, prefix: name.count, into: &waiting)
        }
    }

    private func readEdges(
        at offset: Int, prefix: Int, into waiting: inout [(node: Int, prefix: Int, label: Range<Int>)]
    ) throws(MachOError) {
        var reader = ByteReader(data, at: offset)
        let count: UInt8 = try reader.read()
        let first = waiting.count
        for _ in 0..<count {
            let start = reader.offset
            let label = try reader.cString(limit: Self.maximumNameSize)
            let node = try reader.uleb128()
            guard node < UInt64(data.count) else { throw failure(start, "export trie node lies outside") }
            waiting.append((Int(node), prefix, start..<start + label.count))
        }
        waiting[first...].reverse()
    }

    func export(_ reader: inout ByteReader, _ name: String) throws(MachOError) -> Export {
        let flags = try reader.uleb128()
        let target: Export.Target
        if flags & 0x08 != 0 {
            let ordinal = try reader.uleb128()
            let other = try reader.cString(limit: Self.maximumNameSize).string
            target = .reexport(LibraryOrdinal(Int64(min(ordinal, UInt64(Int32.max)))), name: other.isEmpty ? nil : other)
        } else {
            let value = try reader.uleb128()
            if flags & 0x10 != 0 {
                target = .resolver(stub: baseAddress &+ value, resolver: baseAddress &+ (try reader.uleb128()))
            } else if flags & 0x03 == 2 {
                target = .absolute(value)
            } else {
                target = .address(baseAddress &+ value)
            }
        }
        return Export(
            name: name, target: target, isWeakDefinition: flags & 0x04 != 0, isThreadLocal: flags & 0x03 == 1,
            hasVariants: flags & 0x20 != 0)
    }

    func failure(_ offset: Int, _ reason: String, _ code: MachOError.Code = .malformed) -> MachOError {
        MachOError(code, reason, offset: data.position(UInt64(offset)))
    }
}
