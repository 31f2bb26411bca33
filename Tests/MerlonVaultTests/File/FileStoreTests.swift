import Foundation
import MerlonCore
import MerlonCrypto
import MerlonVault
import TestSupport
import Testing
import VaultConformance

@Suite struct FileStoreTests {
    @Test(arguments: StoreConformance.all) func conformance(_ check: StoreConformance) async throws {
        try await withVault { _, store, _ in try await check.run(on: store, policy: .thisDevice()) }
    }

    /// Records are sealed one after the other in the same memory: none leaves anything to the next, whatever their lengths and passwords.
    @Test func valuesOfAllLengthsFollowEachOther() async throws {
        try await withVault { path, store, protector in
            let namespace = try Namespace("com.example", environment: .production)
            let sizes = [0, 5000, 1, 1024, 1 << 20, 1025, 0, 3970, 3971, 4096, 70_000, 32]
            let password = try SecretBytes(copying: Array("correct horse".utf8))
            var values: [(key: ItemKey, value: SecretBytes, isUnderPassword: Bool)] = []
            for (index, size) in sizes.enumerated() {
                let key = try ItemKey(String(repeating: "n", count: 1 + index * 20), in: namespace)
                let value = try SystemEntropy().secret(count: size)
                // Twice: as a new item, and in its own place.
                for _ in 0..<2 {
                    if index % 4 == 2 {
                        try await store.write(value, for: key, availability: .whenUnlocked, applicationPassword: password)
                    } else {
                        try await store.write(value, for: key, policy: .thisDevice())
                    }
                }
                values.append((key, value, index % 4 == 2))
            }
            let again = try await FileStore.open(at: path, with: [protector])
            for item in values {
                let prompt = item.isUnderPassword ? PresencePrompt(reason: "test", applicationPassword: password) : nil
                #expect(try await again.read(item.key, prompt: prompt) == item.value, "\(item.value.count) bytes")
            }
            #expect(try await again.verify().isSound)
        }
    }
}

/// Hands `body` a new vault in a folder of its own, with a key file as its protector.
func withVault(_ body: (_ path: String, _ store: FileStore, _ protector: KeyFileProtector) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
        let protector = try KeyFileProtector.create(at: folder.appendingPathComponent("key").path)
        let path = folder.appendingPathComponent("vault/vault.db").path
        let store = try await FileStore.create(at: path, protectors: [protector])
        try await body(path, store, protector)
    }
}
