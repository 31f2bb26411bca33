import MerlonMachO
import Testing

struct ExportTrieTests {
    private func image(_ trie: [UInt8]) throws -> MachOImage {
        var builder = MachOBuilder()
        builder.addSegment("__TEXT", address: 0x1000, size: 0x10000, fileOffset: 0, fileSize: 0x10000)
        builder.add(0x8000_0033, builder.words(0x1000, UInt32(trie.count)))
        builder.put(trie, at: 0x1000)
        return try builder.image()
    }

    @Test func everyKind() throws {
        // A root with five edges to terminal nodes.
        let nodes: [[UInt8]] = [
            [2, 0] + uleb(0x10) + [0], [2, 4] + uleb(0x20) + [0], [2, 2] + uleb(0x30) + [0], [5, 8, 1] + Array("_x\0".utf8) + [0],
            [3, 0x10] + uleb(0x40) + uleb(0x41) + [0], [2, 1] + uleb(0x50) + [0],
        ]
        var trie: [UInt8] = [0, UInt8(nodes.count)]
        var offset = 2 + nodes.count * 3
        for (index, node) in nodes.enumerated() {
            trie += [UInt8(ascii: "a") + UInt8(index), 0, UInt8(offset)]
            offset += node.count
        }
        let exports = try image(trie + nodes.joined()).exports()
        #expect(exports.map(\.name) == ["a", "b", "c", "d", "e", "f"])
        let targets: [Export.Target] = [
            .address(0x1010), .address(0x1020), .absolute(0x30), .reexport(.library(0), name: "_x"),
            .resolver(stub: 0x1040, resolver: 0x1041), .address(0x1050),
        ]
        #expect(exports.map(\.target) == targets)
        #expect(exports.map(\.isWeakDefinition) == [false, true, false, false, false, false])
        #expect(exports.last?.isThreadLocal == true)
    }

    @Test func hostileTries() throws {
        let cases: [(String, [UInt8], MachOError.Code)] = [
            ("its own child", [0, 1, 0x61, 0, 0], .malformed), ("two nodes in a circle", [0, 1, 0x61, 0, 5, 0, 1, 0x62, 0, 0], .malformed),
            ("child outside", [0, 1, 0x61, 0, 0x7F], .malformed), ("child far outside", [0, 1, 0x61, 0] + uleb(.max), .malformed),
            ("size outside", [0x7F, 0], .malformed), ("size far outside", uleb(.max), .malformed),
            ("edges that are not there", [0, 255], .malformed), ("label without end", [0, 1, 0x61, 0x61], .malformed),
            ("cut", [0], .truncated), ("terminal cut", [1, 8], .truncated),
        ]
        for (name, trie, code) in cases {
            #expect(throws: MachOError(code, ""), "\(name)") { try image(trie).exports() }
        }
    }

    /// A chain of nodes whose names grow by one letter each: the names alone are quadratic in the size of the trie.
    @Test func namesThatExpandAreBounded() throws {
        var trie: [UInt8] = [0, 1, 0x61, 0] + uleb(8)
        trie += Array(repeating: 0, count: 8 - trie.count)
        let label = Array(repeating: UInt8(ascii: "x"), count: 120)
        let nodeSize = 3 + 1 + 120 + 1 + 5
        for index in 0..<4000 {
            let next = UInt64(8 + (index + 1) * nodeSize)
            var node: [UInt8] = [2, 0, 0] + [1] + label + [0] + uleb(next)
            node += Array(repeating: 0, count: nodeSize - node.count)
            trie += node
        }
        let (exports, problem) = try image(trie + [0, 0]).partialExports()
        #expect(problem?.code == .limitExceeded)
        #expect(exports.reduce(0) { $0 + $1.name.utf8.count } < 64 * trie.count + (2 << 20))
    }
}
