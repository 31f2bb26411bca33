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
