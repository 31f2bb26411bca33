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

@Test(arguments: [
    ("abc", true), ("", true), ("a", true), ("c", true), ("bc", true), ("abcd", false), ("cd", false), ("x", false), ("ac", false),
]) func poolFindsTextWithinAString(_ text: String, _ isThere: Bool) {
    let pool: StringPool = ["x", "abc", "d"]
    #expect(pool.contains(text.utf8, at: 1) == isThere)
}
