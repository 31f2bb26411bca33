@testable import MerlonCore
import Testing

@Suite struct SealedCoderTests {
    struct Part: Sealable, Equatable {
        var number: Int64
        var flag: Bool
        init(number: Int64, flag: Bool) { (self.number, self.flag) = (number, flag) }
        func encode(to encoder: inout SealedEncoder) throws(CoreError) {
            try encoder.encode(number)
            try encoder.encode(flag)
        }
        init(from decoder: inout SealedDecoder) throws(CoreError) { (number, flag) = (try decoder.integer(), try decoder.boolean()) }
    }

    struct Login: Sealable, Equatable {
        var user: String
        var token: SecretBytes
        var icon: [UInt8]
        var extra: Part?
        var parts: [Part]
        init(user: String, token: SecretBytes, icon: [UInt8], extra: Part?, parts: [Part]) {
            (self.user, self.token, self.icon, self.extra, self.parts) = (user, token, icon, extra, parts)
        }
        func encode(to encoder: inout SealedEncoder) throws(CoreError) {
            try encoder.encode(user)
            try encoder.encode(token)
            try encoder.encode(icon)
            try encoder.encode(extra)
            try encoder.encode(parts)
        }
        init(from decoder: inout SealedDecoder) throws(CoreError) {
            (user, token, icon) = (try decoder.string(), try decoder.secret(), try decoder.bytes())
            (extra, parts) = (try decoder.optional(), try decoder.values())
        }
    }

    static func encoded(_ value: some Sealable) throws(CoreError) -> SecretBytes {
        var encoder = try SealedEncoder()
        try encoder.encode(value)
        return try encoder.finish()
    }

    static func decoded<Value: Sealable>(_ bytes: SecretBytes, as type: Value.Type) throws(CoreError) -> Value {
        var decoder = SealedDecoder(bytes)
        let value = try decoder.value(type)
        try decoder.finish()
        return value
    }

    static func login() throws -> Login {
        Login(
            user: "zoë", token: try SystemEntropy().secret(count: 1000), icon: [1, 2, 3], extra: Part(number: .min, flag: true),
            parts: [Part(number: .max, flag: false), Part(number: -1, flag: true)])
    }

    @Test func valuesComeBack() throws {
        let login = try Self.login()
        #expect(try Self.decoded(Self.encoded(login), as: Login.self) == login)
        let sparse = Login(user: "", token: try SecretBytes(copying: []), icon: [], extra: nil, parts: [])
        #expect(try Self.decoded(Self.encoded(sparse), as: Login.self) == sparse)
    }

    @Test func cutsTrailingFieldsAndOtherTypesAreRefused() throws {
        let bytes = try Self.encoded(Self.login())
        for length in stride(from: 0, to: bytes.count, by: 7) {
            #expect(throws: CoreError(.truncated, "")) { try Self.decoded(bytes.extracting(0..<length), as: Login.self) }
        }
        #expect(throws: CoreError(.typeMismatch, "")) { try Self.decoded(bytes, as: Part.self) }
        let two = try SecretBytes(copying: [0x01, 0xF5, 0xF5])
        #expect(throws: CoreError(.trailingData, "")) { try Self.decoded(two, as: Part.self) }
        #expect(throws: CoreError(.typeMismatch, "")) {
            try Self.decoded(SecretBytes(copying: [0x1B] + Array(repeating: 0xFF, count: 8)), as: Part.self)
        }
    }
}
