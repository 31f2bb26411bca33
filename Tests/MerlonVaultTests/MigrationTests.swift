import Foundation
import MerlonCore
import MerlonVault
import TestSupport
import Testing

@Suite struct MigrationTests {
    let store = MemoryStore(maximumValueSize: 1000)
    let vault: Vault

    init() throws { vault = try Vault(namespace: .init("com.example.bank", environment: .production), store: store) }

    private func withSource(
        _ files: [String: String] = ["token": "t", "pin": "1234", "empty": ""], _ body: (FolderSource, URL) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
            try await body(FolderSource(folder: folder.path), folder)
        }
    }

    private func left(_ folder: URL) throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

    @Test func allItemsMoveAndTheSourceIsEmptied() async throws {
        try await withSource { source, folder in
            let migration = Migration(from: source, into: vault, rename: { $0.name == "pin" ? "code" : $0.name })
            let plan = try await migration.preflight()
            #expect(plan.new.sorted() == ["code", "empty", "token"])
            #expect(try await vault.list().isEmpty, "a preflight writes nothing")
            let report = try await migration.run(removingFromSource: true)
            #expect(report.migrated.sorted() == ["code", "empty", "token"])
            #expect(try await vault.read("code") == secret("1234"))
            #expect(try left(folder).isEmpty)
        }
    }

    @Test func theSourceStaysUnlessToldOtherwise() async throws {
        try await withSource { source, folder in
            _ = try await Migration(from: source, into: vault, rename: { $0.name == "pin" ? nil : $0.name }).run(removingFromSource: false)
            #expect(try left(folder) == ["empty", "pin", "token"])
            #expect(try await vault.list() == ["empty", "token"])
            // Run again, as after a kill: what is there is recognised.
            let plan = try await Migration(from: source, into: vault).preflight()
            #expect(plan.present.sorted() == ["empty", "token"])
            #expect(plan.new == ["pin"])
            #expect(try await Migration(from: source, into: vault).run(removingFromSource: true).migrated.count == 3)
            #expect(try left(folder).isEmpty)
        }
    }

    @Test(arguments: ["another value", "too large", "same name", "reserved name", "policy", "unreadable"])
    func oneProblemStopsAll(_ problem: String) async throws {
        try await withSource { source, folder in
            var (policy, rename): (PolicyRequest, @Sendable (MigrationItem) -> String?) = (.default, { $0.name })
            let expected: VaultError.Code
            switch problem {
            case "another value":
                try await vault.store(secret("other"), for: "token")
                expected = .duplicate
            case "too large":
                try Data(repeating: 1, count: 2000).write(to: folder.appendingPathComponent("large"))
                expected = .tooLarge
            case "same name":
                rename = { _ in "one" }
                expected = .duplicate
            case "reserved name":
                rename = { "merlon." + $0.name }
                expected = .invalidArgument
            case "policy":
                policy = .thisDevice(presence: .applicationPassword)
                expected = .unsupportedPolicy
            default:
                await store.setLocked(true)
                try await store.write(secret("x"), for: ItemKey("token", in: vault.namespace), policy: .thisDevice(.afterFirstUnlock))
                expected = .corrupted
            }
            let before = try await vault.list()
            let migration = Migration(from: source, into: vault, policy: { [policy] _ in policy }, rename: rename)
            #expect(try await migration.preflight().problems.contains { $0.error.code == expected })
            #expect(await code { _ = try await migration.run(removingFromSource: true) } == expected)
            #expect(try await vault.list() == before)
            #expect(try left(folder).count >= 3)
        }
    }

    @Test func aFailureInTheMidstIsUndone() async throws {
        try await withSource { source, folder in
            let failing = LimitedStore(store, failingWrite: 2)
            let vault = try Vault(namespace: vault.namespace, store: failing)
            #expect(await code { _ = try await Migration(from: source, into: vault).run(removingFromSource: true) } == .storeUnavailable)
            #expect(try await vault.list().isEmpty)
            #expect(try left(folder) == ["empty", "pin", "token"])
            #expect(try await Migration(from: source, into: vault).run(removingFromSource: true).migrated.count == 3)
        }
    }

    /// Another writer makes the item between the look and the write: its value stays, small or large, and the run is undone.
    @Test(arguments: [(1, 1), (1, 5000), (5000, 1)])
    func whatCameIntoBeingMeanwhileStays(_ size: Int, _ otherSize: Int) async throws {
        try await withSource(["a": "first", "token": String(repeating: "t", count: size)]) { source, folder in
            try await withTemporaryFolder { place in
                // The other writer is right there, and knows nothing of the first.
                let others = try Vault(namespace: vault.namespace, store: store, largeValues: .path(place.path))
                let other = try secret(String(repeating: "o", count: otherSize))
                let injecting = LimitedStore(
                    store,
                    beforeAdding: { key in
                        guard key.name == "token" else { return }
                        // Whoever writes a large value holds the folder's lock: then the store alone is left to write to.
                        if size > 1000 {
                            try? await store.write(other, for: key, policy: .thisDevice())
                        } else {
                            try? await others.store(other, for: "token")
                        }
                    })
                let mine = try Vault(namespace: vault.namespace, store: injecting, largeValues: .path(place.path))
                #expect(
                    await code {
                        _ = try await Migration(from: FolderSource(folder: folder.path, names: try left(folder)), into: mine).run(
                            removingFromSource: true)
                    } == .duplicate)
                let found = try await size > 1000 ? store.read(ItemKey("token", in: vault.namespace), prompt: nil) : others.read("token")
                #expect(found == other)
                #expect(try await others.list() == ["token"], "what this run has written is undone")
                #expect(try left(folder) == ["a", "token"])
            }
        }
    }

    /// A run that is undone takes back its own values, and not what somebody has written over one of them since.
    @Test func undoingLeavesWhatOthersHaveChanged() async throws {
        try await withSource(["a": "1", "b": "2", "c": "3"]) { source, folder in
            let others = vault
            let injecting = LimitedStore(
                store, failingWrite: 3, beforeAdding: { key in if key.name == "c" { try? await others.store(try secret("new"), for: "a") } }
            )
            let mine = try Vault(namespace: vault.namespace, store: injecting)
            #expect(
                await code {
                    _ = try await Migration(from: FolderSource(folder: folder.path, names: try left(folder)), into: mine).run(
                        removingFromSource: true)
                } == .storeUnavailable)
            #expect(try await vault.list() == ["a"])
            #expect(try await vault.read("a") == secret("new"))
            #expect(try left(folder) == ["a", "b", "c"])
        }
    }

    @Test func anItemThatAsksForAPersonIsLookedUpAndNotRead() async throws {
        try await withSource(["token": "t"]) { source, folder in
            let policy = PolicyRequest.thisDevice(presence: .userPresence)
            let report = try await Migration(from: source, into: vault, policy: { _ in policy }).run(removingFromSource: true)
            #expect(try report.migrated == ["token"] && left(folder).isEmpty)
            #expect(await code { _ = try await vault.read("token") } == .authenticationFailed)
            #expect(try await vault.read("token", prompt: PresencePrompt(reason: "x")) == secret("t"))
        }
    }

    @Test func whatCannotBeRemovedIsReported() async throws {
        let report = try await Migration(from: StubbornSource(), into: vault).run(removingFromSource: true)
        #expect(report == MigrationReport(migrated: ["a"], leftInSource: ["a"]))
    }

    struct StubbornSource: MigrationSource {
        var description: String { "stubborn" }
        func items() async throws(VaultError) -> [MigrationItem] { [MigrationItem(identifier: "a", name: "a")] }
        func read(_ item: MigrationItem) async throws(VaultError) -> SecretBytes {
            do { return try secret("a") } catch { throw VaultError(.storeUnavailable, "") }
        }
        func remove(_ item: MigrationItem) async throws(VaultError) { throw VaultError(.storeUnavailable, "read-only") }
    }

    @Test func preferencesMigrate() async throws {
        let suite = "merlon-test-\(UUID().uuidString)"
        let defaults = try #require(UserDefaults(suiteName: suite))
        defaults.set("t0ken", forKey: "token")
        defaults.set(Data([1, 2]), forKey: "key")
        defaults.set(5, forKey: "count")
        defer { defaults.removePersistentDomain(forName: suite) }
        let all = Migration(from: UserDefaultsSource(suite: suite, keys: ["token", "key", "count", "none"]), into: vault)
        #expect(await code { _ = try await all.run(removingFromSource: true) } == .wrongKind)
        let some = Migration(from: UserDefaultsSource(suite: suite, keys: ["token", "key"]), into: vault)
        #expect(try await some.run(removingFromSource: true).migrated == ["token", "key"])
        #expect(try await vault.read("token") == secret("t0ken"))
        #expect(defaults.object(forKey: "token") == nil)
    }
}
