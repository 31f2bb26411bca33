import Foundation
import MerlonCore
import MerlonCrypto
import MerlonVault
import TestSupport
import Testing

/// Vaults that earlier versions wrote open, whatever has changed in how they are written now.
///
/// `Tests/VaultFormats/1` is a vault of format 1 as SQL, with its anchor and its key file, written by Merlon on 30 November 2026 and not made anew
/// since: two namespaces, an item written twice, one under an application password, and a rotation after the first three items.
struct VaultFormatTests {
    private static let password = "correct horse"

    private func bytes(_ name: String) throws -> [UInt8] {
        let url = PackageFolder.url.appendingPathComponent("Tests/VaultFormats/1/\(name).hex")
        return try #require(try? Hex.decode(String(contentsOf: url, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    private func withOldVault(_ body: (_ path: String, _ protector: KeyFileProtector) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            func put(_ bytes: [UInt8], _ name: String) throws -> String {
                let path = folder.appendingPathComponent(name).path
                #expect(FileManager.default.createFile(atPath: path, contents: Data(bytes), attributes: [.posixPermissions: 0o600]))
                return path
            }
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
            let path = try put([], "v.db")
            let sql = PackageFolder.url.appendingPathComponent("Tests/VaultFormats/1/vault.sql")
            try SQLiteEditor.run(String(contentsOf: sql, encoding: .utf8), on: path)
            _ = try put(bytes("anchor"), "v.db-anchor")
            try await body(path, KeyFileProtector(path: put(bytes("key"), "key")))
        }
    }

    private func secret(_ text: String) throws -> SecretBytes { try SecretBytes(copying: Array(text.utf8)) }

    @Test func aVaultOfFormatOneOpensAndGoesOn() async throws {
        try await withOldVault { path, protector in
            let bank = try Namespace("com.example.bank", environment: .production)
            let zoe = try Namespace("com.example.bank", environment: .staging, user: "zoe")
            let store = try await FileStore.open(at: path, with: [protector])
            let found = try await store.verify()
            #expect(found.isSound && found.itemCount == 3 && found.namespaceCount == 2 && found.unopenedItemCount == 1, "\(found)")
            #expect(try await store.keys(in: bank).map(\.name) == ["long", "note", "session"])
            #expect(try await store.read(ItemKey("session", in: bank), prompt: nil) == secret("t0ken"))
            #expect(try await store.read(ItemKey("session", in: zoe), prompt: nil) == secret("newer"))
            #expect(try await store.policy(of: ItemKey("session", in: zoe)) == .thisDevice(.afterFirstUnlock))
            #expect(try await store.read(ItemKey("long", in: bank), prompt: nil) == secret(String(repeating: "x", count: 300)))
            if Backend.hasArgon2id {
                let prompt = PresencePrompt(reason: "test", applicationPassword: try secret(Self.password))
                #expect(try await store.read(ItemKey("note", in: bank), prompt: prompt) == secret("under a password"))
            }
            // Written in place, added, removed, sealed anew, rotated: and all is there.
            try await store.write(secret("newest"), for: ItemKey("session", in: zoe), policy: .thisDevice())
            try await store.write(secret("one more"), for: ItemKey("more", in: zoe), policy: .thisDevice())
            try await store.remove(ItemKey("long", in: bank))
            #expect(try await store.resealItems() == 1)
            try await store.rotateMasterKey([protector])
            let again = try await FileStore.open(at: path, with: [protector])
            #expect(try await again.verify().isSound)
            #expect(try await again.read(ItemKey("session", in: bank), prompt: nil) == secret("t0ken"))
            #expect(try await again.read(ItemKey("session", in: zoe), prompt: nil) == secret("newest"))
            #expect(try await again.read(ItemKey("more", in: zoe), prompt: nil) == secret("one more"))
        }
    }
}
