import Foundation
import MerlonCore
import MerlonCrypto
import MerlonVault
import TestSupport
import Testing
import VaultConformance

/// Adding, removing and rotating protectors of a file vault.
@Suite struct FileStoreProtectorTests {
    private static let cheap = PasswordCost.argon2id(memoryKiB: 19 << 10, passes: 2)

    private static func passphrase(_ text: String) throws -> PassphraseProtector {
        PassphraseProtector(try Password(text), cost: cheap)
    }

    private static func fill(_ store: FileStore, _ count: Int = 40) async throws {
        for index in 0..<count {
            try await store.write(SecretBytes(copying: Array("value \(index)".utf8)), for: item(index), policy: .thisDevice())
        }
    }

    private static func item(_ index: Int) throws -> ItemKey {
        try ItemKey("item \(index)", in: Namespace("app\(index % 3)", environment: .production))
    }

    private static func check(_ store: FileStore, _ count: Int = 40) async throws {
        for index in 0..<count {
            let value = try await store.read(item(index), prompt: nil)
            #expect(try value == SecretBytes(copying: Array("value \(index)".utf8)))
        }
        let found = try await store.verify()
        #expect(found.isSound && found.itemCount == count && found.namespaceCount == 3, "\(found)")
    }

    @Test func eachProtectorOpensTheVaultAndTheLastOneStays() async throws {
        try await withVault { path, store, key in
            try await Self.fill(store)
            let passphrase = try Self.passphrase("correct horse")
            let slot = try await store.add(passphrase, label: "paper", openingWith: [key])
            #expect(slot.number == 1 && slot.kind == .passphrase && slot.label == "paper")
            #expect(try await store.protectors().map(\.number) == [0, 1])
            for protector in [key, passphrase] as [any Protector] {
                try await Self.check(try await FileStore.open(at: path, with: [protector]))
            }
            let wrong = try Self.passphrase("correct hors")
            await #expect(throws: VaultError(.authenticationFailed, "")) { _ = try await FileStore.open(at: path, with: [wrong]) }
            _ = try await FileStore.open(at: path, with: [wrong, key])
            await #expect(throws: VaultError(.authenticationFailed, "")) { try await store.add(wrong, openingWith: [wrong]) }
            try await store.removeProtector(0)
            await #expect(throws: VaultError(.authenticationFailed, "")) { _ = try await FileStore.open(at: path, with: [key]) }
            try await Self.check(try await FileStore.open(at: path, with: [passphrase]))
            await #expect(throws: VaultError(.invalidArgument, "")) { try await store.removeProtector(1) }
            await #expect(throws: VaultError(.notFound, "")) { try await store.removeProtector(0) }
            #expect(try await FileStore.protectors(at: path).map(\.label) == ["paper"])
        }
    }

    @Test func aRotatedVaultOpensByTheSameProtectorsAndKeepsItsItems() async throws {
        try await withVault { path, store, key in
            try await Self.fill(store)
            let passphrase = try Self.passphrase("correct horse")
            try await store.add(passphrase, openingWith: [key])
            let other = try await FileStore.open(at: path, with: [key])
            await #expect(throws: VaultError(.invalidArgument, "")) { try await store.rotateMasterKey([key]) }
            try await store.rotateMasterKey([key, passphrase])
            try await Self.check(store)
            try await Self.check(try await FileStore.open(at: path, with: [passphrase]))
            // Who had it open has the old keys: locked, and not corrupted.
            await #expect(throws: VaultError(.locked, "")) { _ = try await other.read(Self.item(0), prompt: nil) }
            await #expect(throws: VaultError(.locked, "")) {
                try await other.write(SecretBytes(copying: [1]), for: Self.item(0), policy: .thisDevice())
            }
            try await other.unlock(with: [key])
            try await Self.check(other)
            try await store.rotateMasterKey([key], dropping: [1])
            await #expect(throws: VaultError(.authenticationFailed, "")) { _ = try await FileStore.open(at: path, with: [passphrase]) }
            try await Self.check(store)
        }
    }

    @Test func resealingBringsItemsUnderTheNewKeys() async throws {
        try await withVault { path, store, key in
            try await Self.fill(store)
            let password = try SecretBytes(copying: [1, 2, 3])
            let locked = try ItemKey("under a password", in: Namespace("app9", environment: .production))
            try await store.write(SecretBytes(copying: [9]), for: locked, availability: .whenUnlocked, applicationPassword: password)
            try await store.rotateMasterKey([key])
            var found = try await store.verify()
            #expect(found.isSound && found.itemCountUnderOlderKeys == 41 && found.unopenedItemCount == 1)
            #expect(try await store.resealItems() == 1)
            found = try await store.verify()
            #expect(found.isSound && found.itemCountUnderOlderKeys == 1 && found.itemCount == 40)
            let value = try await store.read(locked, prompt: PresencePrompt(reason: "", applicationPassword: password))
            #expect(try value == SecretBytes(copying: [9]))
            try await store.remove(locked)
            try await Self.check(try await FileStore.open(at: path, with: [key]))
        }
    }

    @Test func anApplicationPasswordIsPartOfTheKey() async throws {
        try await withVault { _, store, _ in
            let (password, other) = (try SecretBytes(copying: [1, 2, 3]), try SecretBytes(copying: [1, 2]))
            let key = try Self.item(0)
            try await store.write(SecretBytes(copying: [7]), for: key, availability: .afterFirstUnlock, applicationPassword: password)
            #expect(try await store.policy(of: key) == .thisDevice(.afterFirstUnlock, presence: .applicationPassword))
            #expect(try await store.read(key, prompt: PresencePrompt(reason: "", applicationPassword: password)).count == 1)
            for prompt in [nil, PresencePrompt(reason: ""), PresencePrompt(reason: "", applicationPassword: other)] {
                await #expect(throws: VaultError(.authenticationFailed, "")) { _ = try await store.read(key, prompt: prompt) }
            }
            await #expect(throws: VaultError(.unsupportedPolicy, "")) {
                try await store.write(SecretBytes(copying: [7]), for: key, policy: .thisDevice(presence: .applicationPassword))
            }
        }
    }

    @Test func aLockedVaultIsNotAMissingOne() async throws {
        try await withVault { _, store, key in
            try await Self.fill(store, 1)
            store.lock()
            for operation in [
                { _ = try await store.read(Self.item(0), prompt: nil) }, { _ = try await store.contains(Self.item(5)) },
                { try await store.write(SecretBytes(copying: [1]), for: Self.item(0), policy: .thisDevice()) },
                { try await store.remove(Self.item(0)) }, { try await store.removeAll(in: Self.item(0).namespace) },
                { _ = try await store.keys(in: Self.item(0).namespace) },
            ] as [() async throws -> Void] {
                await #expect(throws: VaultError(.locked, "")) { try await operation() }
            }
            try await store.unlock(with: [key])
            #expect(try await store.contains(Self.item(0)))
        }
    }
}
