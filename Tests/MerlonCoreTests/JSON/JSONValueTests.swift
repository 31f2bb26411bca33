import MerlonCore
import Testing

@Suite struct JSONValueTests {
    static let accepted: [(String, JSONValue)] = [
        ("null", .null), (" true\n", true), ("false", false), ("0", 0), ("-0", 0), ("-12", -12),
        ("9223372036854775807", .integer(.max)), ("9223372036854775808", .real(9_223_372_036_854_775_808)),
        ("1.5", .real(1.5)), ("1e3", .real(1000)), ("-2E-1", .real(-0.2)),
        (#""""#, ""), (#""a\"\\\/\b\f\n\r\t\u0041""#, "a\"\\/\u{8}\u{C}\n\r\tA"), (#""\ud83d\ude00é""#, "😀é"), (#""\u0000""#, "\0"),
        ("[]", []), ("[1, [2] ,\t3]", [1, [2], 3]), ("{}", [:]), (#"{"a": {"b":[null]}, "": 1}"#, ["a": ["b": [.null]], "": 1]),
    ]

    static let rejected: [(String, JSONError.Code)] = [
        ("", .truncated), ("  ", .truncated), ("nul", .truncated), ("nulL", .unexpectedByte), ("tru e", .unexpectedByte),
        ("01", .trailingBytes), ("-", .truncated), ("+1", .unexpectedByte), (".5", .unexpectedByte), ("1.", .truncated),
        ("1.e3", .invalidNumber), ("1e", .truncated), ("1e+", .truncated), ("-a", .invalidNumber), ("1e999", .invalidNumber),
        ("NaN", .unexpectedByte), ("Infinity", .unexpectedByte), ("0x10", .trailingBytes), ("'a'", .unexpectedByte),
        (#"""#, .truncated), (#""\"#, .truncated), (#""\x""#, .invalidString), (#""\u12g4""#, .invalidString),
        (#""\ud800""#, .invalidString),
        (#""\ud800\u0041""#, .invalidString), (#""\udc00""#, .invalidString), ("\"\n\"", .invalidString), ("\"\u{1F}\"", .invalidString),
        ("[", .truncated), ("[1,]", .unexpectedByte), ("[,1]", .unexpectedByte), ("[1 2]", .unexpectedByte), ("[1}", .unexpectedByte),
        ("{", .truncated), (#"{"a"}"#, .unexpectedByte), (#"{"a":}"#, .unexpectedByte), (#"{"a":1,}"#, .unexpectedByte),
        ("{1:2}", .unexpectedByte), (#"{"a":1,"\u0061":2}"#, .duplicateName), ("1 2", .trailingBytes), ("// x\n1", .unexpectedByte),
        ("\u{FEFF}1", .unexpectedByte), ("null\0", .trailingBytes),
    ]

    @Test func readsWhatTheStandardAllows() throws {
        for (text, value) in Self.accepted { #expect(try JSONValue(parsing: text) == value, "\(text)") }
    }

    @Test func refusesTheRest() {
        for (text, code) in Self.rejected {
            #expect(throws: JSONError(code, at: 0), "\(text)") { try JSONValue(parsing: text) }
        }
    }

    @Test func refusesBytesThatAreNotUTF8() {
        for bytes: [UInt8] in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82]] {
            #expect(throws: JSONError(.invalidUTF8, at: 0)) { try JSONValue(parsing: [0x22] + bytes + [0x22]) }
        }
    }

    @Test func boundsDepthAndSize() throws {
        func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
        _ = try JSONValue(parsing: nested(64))
        #expect(throws: JSONError(.depthExceeded, at: 0)) { try JSONValue(parsing: nested(65)) }
        #expect(throws: JSONError(.depthExceeded, at: 0)) { try JSONValue(parsing: nested(1_000_000)) }
        #expect(throws: JSONError(.sizeExceeded, at: 0)) { try JSONValue(parsing: "[1,2,3]", limits: JSONLimits(size: 6)) }
    }

    @Test func everyCutIsRefused() {
        let text = Array(#"{"a": [1.5e3, "\ud83d\ude00", {"b": null, "c": true}], "d": "x"}"#.utf8)
        for end in 0..<text.count {
            #expect(throws: JSONError(.truncated, at: 0)) { try JSONValue(parsing: Array(text[..<end])) }
        }
    }

    @Test func writesSortedAndSafe() throws {
        let value: JSONValue = ["b": [1, .real(1.5), .null], "a": "\u{1B}[31m\u{202E}\u{7F}\"\\\n😀", "": [:], "e": []]
        #expect(value.serialized() == #"{"":{},"a":"\u001b[31m\u202e\u007f\"\\\n😀","b":[1,1.5,null],"e":[]}"#)
        #expect(JSONValue.object(["a": [1]]).serialized(pretty: true) == "{\n  \"a\": [\n    1\n  ]\n}\n")
        #expect(JSONValue.string("\u{E0001}").serialized() == #""\udb40\udc01""#)
        #expect(JSONValue.real(.nan).serialized() == "null")
        for pretty in [false, true] { #expect(try JSONValue(parsing: value.serialized(pretty: pretty)) == value) }
    }
}
