import Testing

@testable import MerlonCore

struct OpenStepPropertyListTests {
    private static let everything = #"""
        // !$*UTF8*$!
        {
            plain = a.b/c:d-e_f$; /* a comment */
            "quoted key" = "line\nbreak \"q\" \U00e9 \UD83D\UDE00 \101";
            'single' = 'it"s';
            array = ( one, "two", (three), );
            data = <0fbd 777F>;
            nested = { a = b; last = 1 };
            shortcut;
            empty = ();
        }
        """#

    @Test func everyKind() throws {
        let list = try PropertyListReader.read(Array(Self.everything.utf8))
        let expected: [String: PropertyList] = [
            "plain": .string("a.b/c:d-e_f$"), "quoted key": .string("line\nbreak \"q\" é 😀 A"), "single": .string("it\"s"),
            "array": .array([.string("one"), .string("two"), .array([.string("three")])]), "data": .data([0x0F, 0xBD, 0x77, 0x7F]),
            "nested": .dictionary(["a": .string("b"), "last": .string("1")]), "shortcut": .string("shortcut"), "empty": .array([]),
        ]
        #expect(list == .dictionary(expected))
    }

    @Test func cutAtEveryByte() {
        let bytes = Array(Self.everything.utf8)
        let start = Array("// !$*UTF8*$!\n{".utf8).count
        var read = 0
        for length in start..<bytes.count where (try? PropertyListReader.read(Array(bytes.prefix(length)))) != nil { read += 1 }
        #expect(read == 0)
        for length in 0..<start { _ = try? PropertyListReader.read(Array(bytes.prefix(length))) }
    }

    @Test func stringsFile() throws {
        let text = "/* Title */\n\"title\" = \"Hello\";\nplain = \"x\";\n"
        let expected = PropertyList.dictionary(["title": .string("Hello"), "plain": .string("x")])
        #expect(try PropertyListReader.read(Array(text.utf8)) == expected)
        let units = Array("\u{FEFF}\(text)".utf16)
        #expect(try PropertyListReader.read(units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) == expected)
        #expect(try PropertyListReader.read(Array("/* nothing */\n".utf8)) == .dictionary([:]))
        #expect(try PropertyListReader.read([0x22, 0xE4, 0x22]) == .string("\u{FFFD}"))
    }

    private static let bad: [(String, PropertyListError.Code, String)] = [
        ("{ a = b }\n}", .malformed, "line 2: more text after the end of the list"),
        ("\n{ a = b c = d; }", .malformed, "line 2: a semicolon is missing after the value of a"),
        ("{ a b }", .malformed, "a semicolon is missing"), ("{ = b; }", .malformed, "something else where a value is due"),
        ("{ a = ; }", .malformed, "something else where a value is due"), ("{ a = {; }", .malformed, "something else"),
        ("( a b )", .malformed, "a comma is missing in an array"), ("( a, ", .truncated, "an array is not closed"),
        ("{ a = b; ", .truncated, "a dictionary is not closed"), ("{ a = \"b; }", .truncated, "a string is not closed"),
        ("{ a = \"b\\", .truncated, "a string is not closed"), ("{ a = <0f0>; }", .malformed, "data with half a byte"),
        ("{ a = <0g>; }", .malformed, "no hexadecimal digit"), ("{ a = <0f", .truncated, "data is not closed"),
        ("/* open", .truncated, "a comment does not end"), ("a = b", .truncated, "a semicolon is missing"),
        ("hello world, this is text", .malformed, "a semicolon is missing after the value of hello"),
        ("\u{0}\u{1}\u{2}", .malformed, "line 1: something else where a value is due"), ("{ {a=b;} = c; }", .malformed, "something else"),
    ]

    @Test(arguments: bad.indices) func refuses(_ index: Int) {
        let (text, code, reason) = Self.bad[index]
        let error = #expect(throws: PropertyListError.self, "\(text)") { try PropertyListReader.read(Array(text.utf8)) }
        #expect(error?.code == code && error?.description.contains(reason) == true, "\(text): \(String(describing: error))")
    }

    @Test(arguments: ["(", "{a="]) func nesting(_ opening: String) {
        let text = String(repeating: opening, count: 10_000)
        let error = #expect(throws: PropertyListError.self) { try PropertyListReader.read(Array(text.utf8)) }
        #expect(error?.reason == "nested more than 128 levels deep")
    }
}
