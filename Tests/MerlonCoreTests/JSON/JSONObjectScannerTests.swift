import MerlonCore
import Testing

@Suite("JSON: objects in place")
struct JSONObjectScannerTests {
    /// The members as the scanner sees them, made into values; `nil` when it refuses the text.
    static func scanned(_ text: [UInt8], depth: Int = 64) -> [String: JSONValue]? {
        unsafe text.withUnsafeBytes { bytes in
            var scanner = unsafe JSONObjectScanner(bytes, depthLimit: depth)
            var members: [String: JSONValue] = [:]
            do throws(JSONError) {
                while let member = try scanner.next() {
                    let written = unsafe Array(bytes[member.name])
                    let name = try JSONValue(parsing: [0x22] + written + [0x22]).string ?? ""
                    members[name] = try scanner.value(of: member)
                }
            } catch { return nil }
            return members
        }
    }

    static let objects = [
        #"{}"#, #" { "a" : 1 , "b":[1,2,{"c":null}], "\u0061b":"x\ny", "ä":"ö€𝄞" } "#,
        #"{"a":{"a":{"a":[[[]]]}},"e":-1.5e-7,"t":true,"f":false}"#,
        #"{"exp":1.7e9,"iat":0,"big":9007199254740993,"neg":-0}"#, #"{"a":1,"\u0061":2}"#, #"{"é":1,"e\u0301":2}"#, #"{"a":1e999}"#,
        #"{"a":01}"#,
        #"{"a":"\ud83d\ude00","b":"\ud83d"}"#, #"{"a":1,}"#, #"{,}"#, #"{"a" 1}"#, #"{"a":tru}"#, "{\"a\":\"\u{1}\"}", #"{"a":[1,]}"#,
        #"[]"#, "",
        #"{"a":1}{"#, #"{"a":-}"#, #"{"a":1.}"#, #"{"a":1e}"#, #"{"a":"\x"}"#, #"{"x":{"a":1,"a":2}}"#, #"{"x":[{"a":1},{"a":2}]}"#,
    ]

    /// Both readers take the same objects and see the same in them: these, cut at every byte, and with every byte replaced.
    @Test func agreesWithTheReaderOfValues() {
        var wrong: [String] = []
        func compare(_ text: [UInt8]) {
            let expected = (try? JSONValue(parsing: text))?.object
            if Self.scanned(text) != expected { wrong.append(String(decoding: text, as: UTF8.self)) }
        }
        for object in Self.objects {
            let text = Array(object.utf8)
            for count in 0...text.count { compare(Array(text[..<count])) }
            for index in text.indices {
                for byte in [0, 0x22, 0x2C, 0x30, 0x5B, 0x5C, 0x5D, 0x61, 0x65, 0x7B, 0x7D, 0x80, 0xC3, 0xFF] as [UInt8] {
                    var changed = text
                    changed[index] = byte
                    compare(changed)
                }
            }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    }

    @Test func limits() {
        let nested = { (levels: Int) in
            Array((String(repeating: #"{"a":"#, count: levels) + "1" + String(repeating: "}", count: levels)).utf8)
        }
        #expect(Self.scanned(nested(8), depth: 8) != nil)
        #expect(Self.scanned(nested(9), depth: 8) == nil)
        let wide = { (count: Int) in Array(("{" + (0..<count).map { "\"\($0)\":0" }.joined(separator: ",") + "}").utf8) }
        #expect(Self.scanned(wide(JSONObjectScanner.memberLimit))?.count == JSONObjectScanner.memberLimit)
        #expect(Self.scanned(wide(JSONObjectScanner.memberLimit + 1)) == nil)
    }

    @Test(
        arguments: [
            ("1", 1), ("1e3", 1000), ("1000.7", 1000), ("-1.5", -2), ("9007199254740993", 9_007_199_254_740_993), ("1e300", nil),
            (#""1""#, nil),
            ("-7", -7), ("true", nil), ("99999999999999999999", nil),
        ] as [(String, Int64?)])
    func wholeParts(_ number: String, _ expected: Int64?) throws {
        let text = Array(#"{"n":\#(number)}"#.utf8)
        let value = unsafe try text.withUnsafeBytes { bytes in
            var scanner = unsafe JSONObjectScanner(bytes)
            return try scanner.next().flatMap { scanner.wholePart(of: $0) }
        }
        #expect(value == expected)
    }
}
