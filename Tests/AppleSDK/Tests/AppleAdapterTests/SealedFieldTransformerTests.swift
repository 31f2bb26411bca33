import CoreData
import Foundation
import MerlonCrypto
import MerlonVault
import Testing

@Suite struct SealedFieldTransformerTests {
    @Test func valuesOpenInTheirRowAlone() throws {
        let field = SealedField(keys: try KeySet.generate(), table: "account", column: "iban")
        field.registerTransformer(named: "SealedIBAN")
        let transformer = try #require(ValueTransformer.emulated(forName: NSValueTransformerName("SealedIBAN")))
        let stored = try #require(transformer.transformedValue(SealedRowValue("DE02", row: "42")) as? Data)
        #expect(stored.range(of: Data("DE02".utf8)) == nil)
        let back = try #require(transformer.reverseTransformedValue(stored) as? SealedRowValue)
        #expect(try back.text(forRow: "42") == "DE02")
        #expect(throws: VaultError(.corrupted, "")) { try back.text(forRow: "43") }
        #expect("\(back)" == "a sealed value")
        for position in stored.indices {
            var changed = stored
            changed[position] ^= 1
            let value = try #require(transformer.reverseTransformedValue(changed) as? SealedRowValue)
            #expect(throws: VaultError(.corrupted, ""), "byte \(position)") { try value.text(forRow: "42") }
        }
        for count in 0..<stored.count {
            let value = try #require(transformer.reverseTransformedValue(stored.prefix(count)) as? SealedRowValue)
            #expect(throws: VaultError(.corrupted, ""), "\(count) bytes") { try value.text(forRow: "42") }
        }
        #expect(transformer.transformedValue("a text") == nil)
        #expect(transformer.reverseTransformedValue(nil) == nil)
        SealedField(keys: try KeySet.generate(), table: "account", column: "iban").registerTransformer(named: "Other")
        let other = try #require(ValueTransformer.emulated(forName: NSValueTransformerName("Other")))
        let foreign = try #require(other.reverseTransformedValue(stored) as? SealedRowValue)
        #expect(throws: VaultError(.corrupted, "")) { try foreign.text(forRow: "42") }
    }
}
