import Testing

@testable import MerlonCore

struct XMLPropertyListTests {
    private static let everything = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd" [ <!ELEMENT x (y)> ]>
        <!-- a > comment -->
        <plist version="1.0">
        <dict>
          <key>text &amp; more</key><string>a&lt;b&#x20AC;&#8364;<![CDATA[<&amp;>]]>ü</string>
          <key>empty</key><string/>
          <key>integers</key><array><integer>-42</integer><integer> 0x1F </integer><integer>+7</integer></array>
          <key>large</key><integer>18446744073709551615</integer>
          <key>real</key><real>2.5e3</real>
          <key>yes</key><true/><key>no</key><false></false>
          <key>date</key><date>2001-01-01T00:00:01Z</date>
          <key>data</key><data>
            AQID BA==
          </data>
          <key>none</key><dict></dict>
        </dict>
        </plist>
        """

    @Test func everyElement() throws {
        let list = try PropertyListReader.read(Array(Self.everything.utf8))
        let expected: [String: PropertyList] = [
            "text & more": .string("a<b€€<&amp;>ü"), "empty": .string(""), "integers": .array([.integer(-42), .integer(31), .integer(7)]),
            "large": .real(0x1p64), "real": .real(2500), "yes": .boolean(true), "no": .boolean(false),
            "date": .date(WallTime(seconds: 978_307_201)), "data": .data([1, 2, 3, 4]), "none": .dictionary([:]),
        ]
        #expect(list == .dictionary(expected))
    }

    @Test func cutAtEveryByte() {
        let bytes = Array(Self.everything.utf8)
        #expect(throws: Never.self) { try PropertyListReader.read(bytes) }
        var read = 0
        for length in 0..<bytes.count where (try? PropertyListReader.read(Array(bytes.prefix(length)))) != nil { read += 1 }
        #expect(read == 0)
    }

    @Test func encodings() throws {
        let list = PropertyList.array([.string("äé€")])
        let text = "<plist><array><string>äé€</string></array></plist>"
        let units = Array("\u{FEFF}<?xml version='1.0' encoding='UTF-16'?>\(text)".utf16)
        #expect(try PropertyListReader.read(units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }) == list)
        #expect(try PropertyListReader.read(units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }) == list)
        #expect(try PropertyListReader.read([0xEF, 0xBB, 0xBF] + Array(text.utf8)) == list)
        let latin = Array("<?xml version='1.0' encoding='ISO-8859-1'?><string>".utf8) + [0xE4] + Array("</string>".utf8)
        #expect(try PropertyListReader.read(latin) == .string("ä"))
    }

    @Test func aRepeatedKeyKeepsItsLastValue() throws {
        let text = "<dict><key>a</key><true/><key>a</key><false/></dict>"
        #expect(try PropertyListReader.read(Array(text.utf8)) == .dictionary(["a": .boolean(false)]))
    }

    private static let bad: [(String, PropertyListError.Code, String)] = [
        ("<plist></plist>", .malformed, "line 1: the list is empty"), ("<plist/>", .malformed, "the list is empty"),
        ("<plist>\n\n<dict>\n<string>x</string></dict></plist>", .malformed, "line 4: <string> where a key is due"),
        ("<plist><dict><key>a</key></dict></plist>", .malformed, "a key has no value"),
        ("<plist><dict><key>a</key><key>b</key></dict></plist>", .malformed, "<key> where a value is due"),
        ("<plist><array><true/></dict></plist>", .malformed, "something else where </array> is due"),
        ("<plist><true/><true/></plist>", .malformed, "something else where </plist> is due"),
        ("<plist><array>text</array></plist>", .malformed, "text where an element is due"),
        ("<plist><html/></plist>", .malformed, "<html> where a value is due"),
        ("<!DOCTYPE html><html><body>", .malformed, "<html> where a value is due"),
        ("<plist><string>a<b/></string></plist>", .malformed, "something else where </string> is due"),
        ("<plist><integer>twelve</integer></plist>", .malformed, "<integer> has content that is none"),
        ("<plist><integer></integer></plist>", .malformed, "<integer> has content"),
        ("<plist><integer>0x-1</integer></plist>", .malformed, "<integer> has content"),
        ("<plist><integer>99999999999999999999</integer></plist>", .malformed, "<integer> has content"),
        ("<plist><real>1,5</real></plist>", .malformed, "<real> has content"),
        ("<plist><date>2023-02-30T00:00:00Z</date></plist>", .malformed, "<date> has content"),
        ("<plist><data>AQ==AQ</data></plist>", .malformed, "<data> has content"),
        ("<plist><data>%%%%</data></plist>", .malformed, "<data> has content"),
        ("<plist><true>x</true></plist>", .malformed, "something else where </true> is due"),
        ("<plist><string>&nbsp;</string></plist>", .unsupported, "the entity &nbsp; is not one of XML's five"),
        ("<plist><string>&#xD800;</string></plist>", .malformed, "&#xD800; is no character"),
        ("<plist><string>&#x110000;</string></plist>", .malformed, "is no character"),
        ("<plist><string>&#99999999;</string></plist>", .malformed, "is no character"),
        ("<plist><string>a & b and much more text</string></plist>", .malformed, "& without a reference"),
        ("<?xml version='1.0' encoding='EBCDIC'?><plist/>", .unsupported, "the encoding ebcdic"),
        ("<plist", .truncated, "does not end"), ("<!-- never closed", .truncated, "a comment does not end"),
        ("<!DOCTYPE plist [ <!ENTITY a 'b'>", .truncated, "document type declaration does not end"),
    ]

    @Test(arguments: bad.indices) func refuses(_ index: Int) {
        let (text, code, reason) = Self.bad[index]
        let error = #expect(throws: PropertyListError.self, "\(text)") { try PropertyListReader.read(Array(text.utf8)) }
        #expect(error?.code == code && error?.description.contains(reason) == true, "\(text): \(String(describing: error))")
    }

    @Test func billionLaughs() {
        var text = "<?xml version=\"1.0\"?><!DOCTYPE plist [<!ENTITY l0 \"lol\">"
        for level in 1...9 { text += "<!ENTITY l\(level) \"" + String(repeating: "&l\(level - 1);", count: 10) + "\">" }
        text += "]><plist><string>&l9;</string></plist>"
        let error = #expect(throws: PropertyListError.self) { try PropertyListReader.read(Array(text.utf8)) }
        #expect(error?.reason == "the entity &l9; is not one of XML's five")
    }

    @Test func externalEntity() {
        let text = "<!DOCTYPE plist [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><plist><string>&x;</string></plist>"
        #expect(throws: PropertyListError(.unsupported, "", offset: 0)) { try PropertyListReader.read(Array(text.utf8)) }
    }

    @Test func invalidUTF8() {
        let bytes = Array("<plist><string>".utf8) + [0xC0, 0x80] + Array("</string></plist>".utf8)
        let error = #expect(throws: PropertyListError.self) { try PropertyListReader.read(bytes) }
        #expect(error?.reason == "<string> is not valid UTF-8")
        #expect(error?.offset == 7)
    }

    @Test(arguments: [(128, true), (129, false), (10_000, false), (1_000_000, false)]) func nesting(_ depth: Int, _ isRead: Bool) {
        let text = String(repeating: "<array>", count: depth) + "<true/>" + String(repeating: "</array>", count: depth)
        if isRead {
            #expect(throws: Never.self) { try PropertyListReader.read(Array(text.utf8)) }
        } else {
            #expect(throws: PropertyListError(.limitExceeded, "", offset: 0)) { try PropertyListReader.read(Array(text.utf8)) }
        }
    }

    @Test func manyValuesAndMuchContent() {
        let limits = PropertyListLimits(size: 1000, depth: 3, objects: 3, contentBytes: 5)
        let error: (String) -> String? = { text in
            do throws(PropertyListError) {
                _ = try PropertyListReader.read(Array(text.utf8), limits: limits)
                return nil
            } catch { return error.reason }
        }
        #expect(error("<array><true/><true/></array>") == nil)
        #expect(error("<array><true/><true/><true/></array>") == "has more than 3 values")
        #expect(error("<string>123456</string>") == "has more than 5 bytes of strings and data")
        #expect(error(String(repeating: " ", count: 1001)) == "is larger than 1000 bytes")
    }
}
