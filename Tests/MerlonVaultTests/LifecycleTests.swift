import Foundation
import MerlonCore
import MerlonVault
import TestSupport
import Testing

@Suite struct LifecycleTests {
    let store = MemoryStore()
    let vault: Vault

    init() throws { vault = try Vault(namespace: .init("com.example.bank", environment: .production, user: "zoe"), store: store) }

    @Test(arguments: [ReinstallPolicy.keepItems, .wipeItems]) func theFirstLaunchDecidesOnOldItems(_ policy: ReinstallPolicy) async throws {
        try await withTemporaryFolder { (folder) async throws in
            let marker = InstallationMarker(path: folder.appendingPathComponent("support/launched").path)
            let other = try Vault(namespace: .init("com.example.bank", environment: .staging), store: store)
            try await vault.store(secret("old"), for: "item")
            try await other.store(secret("old"), for: "item")
            #expect(try await vault.launch(marker: marker, afterReinstall: policy) == .first)
            #expect(try await vault.contains("item") == (policy == .keepItems))
            #expect(try await other.contains("item") == (policy == .keepItems))
            try await vault.store(secret("new"), for: "item")
            #expect(try await vault.launch(marker: marker, afterReinstall: policy) == .later)
            #expect(try await vault.read("item") == secret("new"))
        }
    }

    @Test func anUpdateThatAdoptsTheCallSignsNobodyOut() async throws {
        try await withTemporaryFolder { (folder) async throws in
            let marker = InstallationMarker(path: folder.appendingPathComponent("launched").path)
            try await vault.store(secret("old"), for: "item")
            #expect(try await vault.launch(marker: marker, afterReinstall: .wipeItems, isKnownInstallation: true) == .later)
            #expect(try await vault.contains("item"))
        }
    }

    /// What cannot be looked at is not taken for missing.
    @Test func inDoubtNothingIsWiped() async throws {
        try await vault.store(secret("old"), for: "item")
        let endless = InstallationMarker(path: "/" + String(repeating: "x", count: 300))
        #expect(await code { try await vault.launch(marker: endless, afterReinstall: .wipeItems) } == .storeUnavailable)
        #expect(try await vault.contains("item"))
        // A wipe that fails leaves no marker: the next launch wipes.
        try await withTemporaryFolder { (folder) async throws in
            let marker = InstallationMarker(path: folder.appendingPathComponent("launched").path)
            await store.fail(.removeAll, with: VaultError(.storeUnavailable, ""))
            #expect(await code { try await vault.launch(marker: marker, afterReinstall: .wipeItems) } == .storeUnavailable)
            await store.fail(.removeAll, with: nil)
            #expect(try await vault.launch(marker: marker, afterReinstall: .wipeItems) == .first)
            #expect(try await !vault.contains("item"))
        }
    }
}
