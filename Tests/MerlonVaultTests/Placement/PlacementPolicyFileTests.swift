import Foundation
import MerlonVault
import Testing

/// The file that an app declares its policy in.
@Suite struct PlacementPolicyFileTests {
    @Test func whatAnEncoderWritesIsRead() throws {
        var policy = PlacementPolicy(files: ["Documents/*.db": .health])
        policy.place(.personal, in: DataPlacement(.databases, protection: .completeUnlessOpen, isSealed: true))
        let bytes = try Array(JSONEncoder().encode(policy))
        #expect(try PlacementPolicy(parsing: bytes) == policy)
        #expect(try PlacementPolicy(parsing: Array("{}".utf8)).placement(of: .health) == DataPlacement.of(.health))
        for count in 0..<bytes.count {
            #expect(throws: VaultError(.invalidArgument, "")) { try PlacementPolicy(parsing: Array(bytes[..<count])) }
        }
    }

    /// A slip of the pen may not leave a kind of data without its rule.
    @Test(arguments: [
        "[]", "1", #"{"placement": {}}"#, #"{"files": []}"#, #"{"files": {"a": "secret"}}"#, #"{"placements": {"tokens": {}}}"#,
        #"{"placements": {"token": {}}}"#,
        #"{"placements": {"token": {"place": "keychain", "isExcludedFromBackup": 1, "isSealed": false}}}"#,
        #"{"placements": {"token": {"place": "keyring", "isExcludedFromBackup": false, "isSealed": false}}}"#,
        #"{"placements": {"token": {"place": "keychain", "isExcludedFromBackup": false, "isSealed": false, "sealed": true}}}"#,
        #"{"placements": {"token": {"place": "files", "protection": "always", "isExcludedFromBackup": false, "isSealed": false}}}"#,
        "{\"files\": {\"\(String(repeating: "a", count: 1 << 20))\": \"token\"}}",
    ]) func whatIsNoPolicyIsRefused(_ text: String) {
        #expect(throws: VaultError(.invalidArgument, "")) { try PlacementPolicy(parsing: Array(text.utf8)) }
    }
}
