import Foundation
import MerlonCore
import MerlonCrypto
import MerlonVault
import TestSupport
import Testing

@Suite struct VaultArchiveTests {
    @Test func allItemsTravelInASealedFile() async throws {
        try await withTemporaryFolder { (folder) async throws in
            let (store, other) = (MemoryStore(), MemoryStore())
            let vault = try Vault(namespace: .init("app", environment: .production), store: store)
            let user = try vault.for(user: "zoe")
            try await vault.store(secret("token"), for: "token", policy: .thisDevice(.afterFirstUnlock))
            let key = try await vault.key("key", create: .once)
            try await user.store(encoding: [1, 2], for: "list", policy: .synchronised())
            try await user.store(secret("asks"), for: "asks", policy: .thisDevice(presence: .userPresence))
            let archive = try await VaultArchive(of: [vault.namespace, user.namespace], in: store)
            #expect(archive.count == 3)
            #expect(archive.leftOut.count == 1)
            let path = folder.appendingPathComponent("archive").path
            let (keys, wrong) = (try KeySet.generate(), try KeySet.generate())
            try await archive.write(to: path, for: [.keys(keys)])
            #expect(await code { try await archive.write(to: path, for: [.keys(keys)]) } == .storeUnavailable, "an existing file is kept")
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)).range(of: Data("token".utf8)) == nil)
            #expect(await code { _ = try await VaultArchive(readingFrom: path, with: .keys(wrong)) } == .authenticationFailed)
            let read = try await VaultArchive(readingFrom: path, with: .keys(keys))
            #expect(try await read.restore(to: other) == 3)
            #expect(try await read.restore(to: other) == 0)
            let copy = try Vault(namespace: vault.namespace, store: other)
            #expect(try await copy.read("token") == secret("token"))
            #expect(try await copy.policy(of: "token") == .thisDevice(.afterFirstUnlock))
            #expect(try await copy.key("key").id == key.id)
            #expect(try await copy.for(user: "zoe").policy(of: "list") == .synchronised())
            try await copy.store(secret("changed"), for: "token")
            try await copy.remove("key")
            #expect(await code { _ = try await read.restore(to: other) } == .duplicate)
            #expect(try await !copy.contains("key"), "all or nothing")
            // A write that fails is undone.
            let failing = LimitedStore(MemoryStore(), failingWrite: 2)
            #expect(await code { _ = try await read.restore(to: failing) } == .storeUnavailable)
            #expect(try await failing.namespaces(ofApp: "app").isEmpty)
        }
    }

    /// Whoever may seal to the archive's recipients may have written it: what no export has in it is refused, and nothing of it is kept.
    @Test(
        arguments: [
            ("token", [1, 5, 0, 7]), ("token", [1, 6, 0, 7]), ("merlon.files", [1, 1, 0, 7]), ("token", []), ("token", [1, 9, 0]),
            ("", [1, 1, 0, 7]),
        ] as [(String, [UInt8])]) func whatNoExportMakesIsRefused(_ name: String, _ record: [UInt8]) async throws
    {
        let fields: [CBORValue] = [
            .text("merlon-vault-archive"), .integer(1), .integer(2),
            .text("app/production/-"), .text("right"), .text("whenUnlocked"), .boolean(false), .bytes([1, 1, 0, 7]),
            .text("app/production/-"), .text(name), .text("whenUnlocked"), .boolean(false), .bytes(record),
        ]
        let (store, other) = (MemoryStore(), MemoryStore())
        let vault = try Vault(namespace: .init("app", environment: .production), store: store)
        // As the record of a sealable value, which leads to the reader.
        try await store.write(
            SecretBytes(copying: [1, 3, 0] + fields.flatMap { $0.serialized() }), for: ItemKey("archive", in: vault.namespace),
            policy: .thisDevice())
        #expect(await code { _ = try await vault.read("archive", as: VaultArchive.self).restore(to: other) } == .corrupted)
        #expect(try await other.namespaces(ofApp: "app").isEmpty)
    }
}
