import EmulatedDevice
import Foundation
import MerlonCore
import MerlonVault
import Security
import Testing

/// What other wrappers left in the keychain.
extension VaultOnKeychainTests {
    private func add(_ attributes: [String: Any]) throws {
        var item = attributes
        item[kSecClass as String] = kSecClassGenericPassword
        let status = unsafe SecItemAdd(item as CFDictionary, nil)
        #expect(status == errSecSuccess)
    }

    @Test(arguments: ["KeychainAccess", "SwiftKeychainWrapper", "KeychainSwift", "Valet", "Valet shared"])
    func otherWrappersItemsMigrate(_ wrapper: String) async throws {
        let (account, value) = (kSecAttrAccount as String, kSecValueData as String)
        let layout: KeychainLayout
        switch wrapper {
        case "KeychainAccess":
            layout = .keychainAccess(service: "com.example.bank")
            for name in ["token", "pin"] {
                try add([kSecAttrService as String: "com.example.bank", account: name, value: Data(name.utf8)])
            }
        case "SwiftKeychainWrapper":
            layout = .swiftKeychainWrapper(serviceName: "com.example.bank")
            for name in ["token", "pin"] {
                try add([
                    kSecAttrService as String: "com.example.bank", account: Data(name.utf8), kSecAttrGeneric as String: Data(name.utf8),
                    value: Data(name.utf8),
                ])
            }
        case "KeychainSwift":
            layout = .keychainSwift(keyPrefix: "app_")
            for name in ["token", "pin"] { try add([account: "app_" + name, value: Data(name.utf8)]) }
        default:
            let isShared = wrapper == "Valet shared"
            let group = isShared ? "TEAM.shared" : nil
            layout = .valet(identifier: "Druidia", accessibility: .whenUnlocked, isShared: isShared, accessGroup: group)
            let initializer = isShared ? "initWithSharedAccessGroupIdentifier" : "initWithIdentifier"
            for name in ["token", "pin", "VAL_KeychainCanaryUsername"] {
                var item: [String: Any] = [
                    kSecAttrService as String: "VAL_VALValet_\(initializer):accessibility:_Druidia_AccessibleWhenUnlocked", account: name,
                    value: Data(name.utf8),
                ]
                if let group { item[kSecAttrAccessGroup as String] = group }
                try add(item)
            }
        }
        // Somebody else's item stays untouched.
        try add([kSecAttrService as String: "com.other", account: "token", value: Data("other".utf8)])
        let before = device.keychainCount
        let migration = Migration(from: layout.source(), into: vault)
        #expect(try await migration.preflight().new.sorted() == ["pin", "token"])
        device.lockState = .locked
        #expect(await code { _ = try await migration.run(removingFromSource: true) } == .locked)
        #expect(device.keychainCount == before)
        device.lockState = .unlocked
        let report = try await migration.run(removingFromSource: true)
        #expect(report.migrated.sorted() == ["pin", "token"] && report.leftInSource.isEmpty)
        #expect(try await vault.read("token") == secret("token"))
        #expect(try await vault.read("pin") == secret("pin"))
        #expect(device.keychainCount == before, "two went, two came")
        #expect(device.keychainDump.contains { $0["v_Data"] as? Data == Data("other".utf8) })
    }

    @Test func itemsThatWantAPersonAreAProblemOfThePlan() async throws {
        let control = try unsafe #require(
            SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .userPresence, nil))
        try add([
            kSecAttrService as String: "s", kSecAttrAccount as String: "a", kSecValueData as String: Data([1]),
            kSecAttrAccessControl as String: control,
        ])
        let migration = Migration(from: KeychainLayout.keychainAccess(service: "s").source(), into: vault)
        #expect(try await migration.preflight().problems.map(\.error.code) == [.locked])
        #expect(device.promptReasons.isEmpty)
    }
}
