import Foundation
import MerlonVault
import Testing

@Suite struct NameFormTests {
    @Test func namesAreOneFormWhateverWasTyped() throws {
        let composed = try Namespace("caf\u{E9}", environment: .production, user: "\u{1E9B}\u{323}")
        let decomposed = try Namespace("cafe\u{301}", environment: .production, user: "\u{17F}\u{323}\u{307}")
        #expect(composed == decomposed)
        let keys = [try ItemKey("\u{212B}", in: composed), try ItemKey("A\u{30A}", in: decomposed), try ItemKey("\u{C5}", in: composed)]
        #expect(keys.allSatisfy { Array($0.name.utf8) == [0xC3, 0x85] && Array($0.namespace.app.utf8) == Array("caf\u{E9}".utf8) })
        // Compatibility is no equivalence: these stay apart.
        #expect(try ItemKey("\u{FB01}", in: composed) != ItemKey("fi", in: composed))
    }

    @Test func theLengthCountsInTheOneForm() throws {
        let namespace = try Namespace("app", environment: .production)
        #expect(try ItemKey(String(repeating: "e\u{301}", count: 127), in: namespace).name.utf8.count == 254)
        // U+0958 has three bytes, and six in form C.
        #expect(throws: VaultError(.invalidArgument, "")) { try ItemKey(String(repeating: "\u{958}", count: 85), in: namespace) }
        #expect(throws: VaultError(.invalidArgument, "")) { try ItemKey(String(repeating: "e\u{301}", count: 400), in: namespace) }
        #expect(throws: VaultError(.invalidArgument, "")) { try ItemKey("a\u{85}b", in: namespace) }
    }

    @Test(arguments: [
        #"{"namespace":{"app":"","environment":"production"},"name":"a"}"#,
        #"{"namespace":{"app":"a","environment":"production","user":"\u0000"},"name":"a"}"#,
        #"{"namespace":{"app":"a","environment":"production"},"name":""}"#,
        #"{"namespace":{"app":"a","environment":"other"},"name":"a"}"#,
    ]) func decodingChecksToo(_ json: String) {
        #expect(throws: (any Error).self) { try JSONDecoder().decode(ItemKey.self, from: Data(json.utf8)) }
    }

    @Test func decodingNormalises() throws {
        let json = #"{"namespace":{"app":"u\u0308","environment":"production","user":"u"},"name":"o\u0308"}"#
        let key = try JSONDecoder().decode(ItemKey.self, from: Data(json.utf8))
        #expect(key.name.utf8.count == 2 && key.namespace.app.utf8.count == 2)
        #expect(try JSONDecoder().decode(ItemKey.self, from: JSONEncoder().encode(key)) == key)
    }
}
