import MerlonAudit
import Testing

@Test func poolKeepsStringsAndAddresses() {
    var pool: StringPool = ["a", "", "bc"]
    #expect(pool.count == 3)
    #expect((0..<pool.count).map { pool[$0] } == ["a", "", "bc"])
    pool.append([0xFF, 0x41], at: 0x1000)
    #expect(pool.address(at: 3) == 0x1000)
    #expect(pool.length(at: 3) == 2)
    #expect(pool[3] == "\u{FFFD}A")
}
