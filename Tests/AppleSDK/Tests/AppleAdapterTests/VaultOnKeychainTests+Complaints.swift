import EmulatedDevice
import Foundation
import MerlonCore
import MerlonVault
import Security
import Testing

/// What users of other keychain wrappers complain of, each a test; the numbers are those of the project's list.
extension VaultOnKeychainTests {
    @Test func complaint1UpdatesNeverDeleteFirst() async throws {
        try await vault.store(secret("one"), for: "token")
        let created = device.keychainDump[0]["cdat"] as? Date
        try await vault.store(secret("two"), for: "token")
        #expect(device.keychainDump[0]["cdat"] as? Date == created, "the item is the same one")
        device.lockState = .locked
        #expect(await code { try await vault.store(secret("three"), for: "token") } == .locked)
        device.lockState = .unlocked
        #expect(try await vault.read("token") == secret("two"))
    }

    @Test func complaint2AccessibilityIsNoIdentity() async throws {
        for policy in [PolicyRequest.thisDevice(.afterFirstUnlock), .thisDevice(.whenPasscodeSet), .thisDevice()] {
            try await vault.store(secret("\(policy)"), for: "token", policy: policy)
            #expect(device.keychainCount == 1, "\(policy): the item of another class is the same item")
            #expect(try await vault.read("token") == secret("\(policy)"))
        }
    }

    @Test func complaint4AccessibilityIsChangedInPlace() async throws {
        try await vault.store(secret("x"), for: "token")
        let created = device.keychainDump[0]["cdat"] as? Date
        try await vault.setPolicy(of: "token", to: .thisDevice(.afterFirstUnlock))
        #expect(device.keychainCount == 1 && device.keychainDump[0]["cdat"] as? Date == created)
        #expect(device.keychainDump[0]["pdmn"] as? String == "cku")
        device.lockState = .locked
        #expect(try await vault.read("token") == secret("x"), "the new class holds for the value that was there")
    }

    @Test func complaint3LockedIsNotMissing() async throws {
        try await vault.store(secret("x"), for: "token")
        let key = try await vault.key("key", create: .once)
        for state in [EmulatedDevice.LockState.locked, .bootedNeverUnlocked] {
            device.lockState = state
            #expect(await code { _ = try await vault.read("token") } == .locked)
            #expect(await code { _ = try await vault.key("key", create: .once) } == .locked)
        }
        device.lockState = .unlocked
        #expect(try await vault.key("key").id == key.id)
    }

    @Test func complaint5LargeValuesAreSealedToFiles() async throws {
        let large = try SecretBytes(copying: [UInt8](repeating: 7, count: 4 << 20))
        try await vault.store(large, for: "scan")
        #expect(try await vault.read("scan") == large)
        #expect(device.keychainDump.allSatisfy { ($0["v_Data"] as? Data)?.count ?? 0 < 1000 })
        try await vault.wipe(scope: .user)
        #expect(device.keychainCount == 0)
        let left = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }.filter { $0.count > 60 } ?? []
        #expect(left.isEmpty, "\(left)")
    }

    @Test func complaint6ItemsOfAnEarlierInstallation() async throws {
        let marker = InstallationMarker(path: folder.path + "/launched")
        #expect(try await vault.launch(marker: marker, afterReinstall: .wipeItems) == .first)
        try await vault.store(secret("x"), for: "token")
        try await vault.for(user: "zoe").store(secret("y"), for: "token")
        device.reinstallApp()
        try FileManager.default.removeItem(atPath: folder.path + "/launched")
        #expect(try await vault.contains("token"), "the keychain keeps them")
        // iOS may launch an app before the first unlock: the wipe works, and nothing is taken for something else.
        device.lockState = .bootedNeverUnlocked
        let code = await code { _ = try await vault.launch(marker: marker, afterReinstall: .wipeItems) }
        device.lockState = .unlocked
        if code != nil { #expect(try await vault.launch(marker: marker, afterReinstall: .wipeItems) == .first) }
        #expect(try await !vault.contains("token"))
        #expect(try await !vault.for(user: "zoe").contains("token"))
    }

    /// The Mac's file keychain asks for its password whenever another build of the app comes: every request names the other one (TN3137).
    @Test func complaint7TheDataProtectionKeychainIsAskedFor() async throws {
        try await vault.store(secret("one"), for: "token")
        try await vault.store(secret("two"), for: "token")
        _ = try await vault.read("token")
        _ = try await vault.contains("token")
        _ = try await vault.list()
        try await vault.setPolicy(of: "token", to: .thisDevice(.afterFirstUnlock))
        try await vault.remove("token")
        try await vault.wipe(scope: .app)
        #expect(device.fileKeychainCallCount == 0)
        // The count counts: a request that does not name it is one for the file keychain.
        let other: [String: Any] = [kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: "x"]
        _ = unsafe SecItemCopyMatching(other as CFDictionary, nil)
        #expect(device.fileKeychainCallCount == 1)
    }

    @Test func complaint8NobodyIsPromptedTwice() async throws {
        let policy = PolicyRequest.thisDevice(presence: .userPresence)
        try await vault.store(secret("one"), for: "token", policy: policy)
        try await vault.store(secret("two"), for: "token", policy: policy)
        #expect(try await vault.contains("token"))
        _ = try await vault.list()
        #expect(device.promptReasons.isEmpty)
        _ = try await vault.read("token", prompt: PresencePrompt(reason: "Pay", reuse: .seconds(30)))
        _ = try await vault.read("token", prompt: PresencePrompt(reason: "Pay", reuse: .seconds(30)))
        #expect(device.promptReasons == ["Pay"])
    }

    @Test func complaint9TestsWithoutEntitlements() async throws {
        device.app.accessGroups = []
        #expect(await code { try await vault.store(secret("x"), for: "token") } == .missingEntitlement)
        let memory = try Vault(namespace: vault.namespace, store: .memory())
        try await memory.store(secret("x"), for: "token")
        #expect(try await memory.read("token") == secret("x"))
    }

    @MainActor @Test func complaint10NothingRunsOnTheMainThread() async throws {
        let policy = PolicyRequest.thisDevice(presence: .userPresence)
        try await vault.store(secret("x"), for: "token", policy: policy)
        try await vault.store(secret("y"), for: "token", policy: policy)
        #expect(try await vault.read("token", prompt: PresencePrompt(reason: "Pay")) == secret("y"))
        _ = try await vault.contains("token")
        _ = try await vault.policy(of: "token")
        _ = try await vault.list()
        _ = try await vault.key("key", create: .once)
        try await vault.remove("token")
        try await vault.wipe(scope: .app)
        #expect(device.mainThreadCallCount == 0)
        // The count counts.
        _ = unsafe SecItemDelete([kSecClass as String: kSecClassGenericPassword] as CFDictionary)
        #expect(device.mainThreadCallCount == 1)
    }
}
