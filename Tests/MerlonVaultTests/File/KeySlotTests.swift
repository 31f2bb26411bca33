import MerlonCore
import MerlonVault
import TestSupport
import Testing

/// The key slot's parser: it reads what an enemy may have written.
@Suite struct KeySlotTests {
    private static func slot(_ items: [CBORValue]) -> [UInt8] { CBORValue.array(items).serialized() }

    private static let fields: [CBORValue] = [
        .integer(1), .text("key-file"), .text("paper"), .integer(3), .bytes([1, 2, 3]), .bytes([4, 5]),
    ]

    @Test func aSlotIsReadAndCutAnywhereRefused() throws {
        let bytes = Self.slot(Self.fields)
        let slot = try ProtectorSlot(number: 4, parsing: bytes)
        #expect(slot.number == 4 && slot.kind == .keyFile && slot.label == "paper")
        for count in 0..<bytes.count {
            #expect(throws: VaultError(.corrupted, "")) { try ProtectorSlot(number: 0, parsing: Array(bytes[..<count])) }
        }
        #expect(throws: VaultError(.corrupted, "")) { try ProtectorSlot(number: 0, parsing: bytes + [0]) }
    }

    @Test(arguments: [
        (0, CBORValue.integer(2)), (0, .text("1")), (1, .text("")), (1, .text("Key File")), (1, .text(String(repeating: "a", count: 33))),
        (2, .text(String(repeating: "a", count: 129))), (2, .bytes([])), (3, .integer(-1)), (3, .integer(1 << 32)), (4, .text("")),
        (4, .bytes([UInt8](repeating: 0, count: 16385))), (5, .null), (5, .array([])),
    ]) func aFieldOutOfItsBoundsIsRefused(_ index: Int, _ value: CBORValue) {
        var fields = Self.fields
        fields[index] = value
        #expect(throws: VaultError(.corrupted, "")) { try ProtectorSlot(number: 0, parsing: Self.slot(fields)) }
    }
}
