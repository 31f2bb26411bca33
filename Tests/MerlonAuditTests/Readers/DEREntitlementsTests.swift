import MerlonCore
import Testing

@testable import MerlonAudit

struct DEREntitlementsTests {
    private static func der(_ tag: UInt8, _ content: [UInt8]...) -> [UInt8] {
        let content = content.flatMap { $0 }
        return [tag, UInt8(content.count)] + content
    }
    private static func text(_ text: String) -> [UInt8] { der(0x0C, Array(text.utf8)) }
    private static func pair(_ key: String, _ value: [UInt8]) -> [UInt8] { der(0x30, text(key), value) }

    private static let sample = der(
        0x70, [0x02, 0x01, 0x01],
        der(
            0xB0, pair("get-task-allow", [0x01, 0x01, 0xFF]), pair("groups", der(0x30, text("a"), text("b"))),
            pair("nested", der(0xB0, pair("n", [0x02, 0x01, 0x05])))))

    @Test func everyType() throws {
        let expected: [String: PropertyList] = [
            "get-task-allow": .boolean(true), "groups": .array([.string("a"), .string("b")]), "nested": .dictionary(["n": .integer(5)]),
        ]
        #expect(try DEREntitlements.read(Self.sample) == .dictionary(expected))
    }

    @Test func cutAtEveryByte() {
        for length in Self.sample.indices {
            #expect(throws: DERError.self, "cut at \(length)") { try DEREntitlements.read(Array(Self.sample.prefix(length))) }
        }
    }

    @Test func refuses() {
        let version = Self.der(0x70, [0x02, 0x01, 0x02], Self.der(0xB0))
        let type = Self.der(0x70, [0x02, 0x01, 0x01], Self.der(0xB0, Self.pair("k", [0x05, 0x00])))
        let key = Self.der(0x70, [0x02, 0x01, 0x01], Self.der(0xB0, Self.der(0x30, [0x02, 0x01, 0x01], [0x02, 0x01, 0x01])))
        for bytes in [version, type, key] { #expect(throws: DERError(.unexpected, "", offset: 0)) { try DEREntitlements.read(bytes) } }
        #expect(throws: DERError.self) { try DEREntitlements.read(Self.sample + [0]) }
        var deep: [UInt8] = [0x02, 0x01, 0x01]
        for _ in 0..<60 { deep = Self.der(0x30, deep) }
        #expect(throws: DERError.self) { try DEREntitlements.read(Self.der(0x70, [0x02, 0x01, 0x01], deep)) }
    }
}
