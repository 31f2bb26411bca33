import EmulatedDevice
import Foundation
import MerlonCore
import MerlonVault
import Security
import Testing

/// What other wrappers left in the keychain.
extension VaultOnKeychainTests {
    private func add(_ attributes: [String: Any]) throws {
        let item = attributes.merging([kSecClass as String: kSecClassGenericPassword]) { given, _ in given }
        let status = unsafe SecItemAdd(item as CFDictionary, nil)
        #expect(status == errSecSuccess)
    }

    @Test(arguments: ["KeychainAccess", "SwiftKeychainWrapper", "KeychainSwift", "Valet", "Valet shared", "KeychainAccess server"])
    func otherWrappersItemsMigrate(_ wrapper: String) async throws {
        let (account, value) = (kSecAttrAccount as String, kSecValueData as String)
        let layout: KeychainLayout
        switch wrapper {
        case "KeychainAccess":
            layout = .keychainAccess(service: "com.example.bank")
            for name in ["token", "pin"] {
                try add([kSecAttrService as String: "com.example.bank", account: name, value: Data(name.utf8)])
            }
        case "KeychainAccess server":
            layout = .keychainAccess(server: "bank.example.com", transferProtocol: .https)
            let server: [String: Any] = [
                kSecClass as String: kSecClassInternetPassword, kSecAttrServer as String: "bank.example.com",
                kSecAttrProtocol as String: kSecAttrProtocolHTTPS, kSecAttrAuthenticationType as String: kSecAttrAuthenticationTypeDefault,
            ]
            for name in ["token", "pin"] { try add(server.merging([account: name, value: Data(name.utf8)]) { $1 }) }
            // The same account at another server, and by another protocol.
            try add(server.merging([kSecAttrServer as String: "other.example.com", account: "token", value: Data("no".utf8)]) { $1 })
            try add(server.merging([kSecAttrProtocol as String: kSecAttrProtocolSSH, account: "token", value: Data("no".utf8)]) { $1 })
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

    /// A migration that keeps an item's policy brings it nowhere that it was not before.
    @Test(arguments: [false, true]) func aKeptPolicyGetsNoFurther(_ isSynchronised: Bool) async throws {
        let classes: [(CFString, AccessPolicy)] = [
            (kSecAttrAccessibleWhenUnlocked, isSynchronised ? .synchronised(.whenUnlocked) : .thisDevice(.whenUnlocked)),
            (kSecAttrAccessibleAfterFirstUnlock, isSynchronised ? .synchronised(.afterFirstUnlock) : .thisDevice(.afterFirstUnlock)),
        ]
        let bound: [(CFString, AccessPolicy)] = [
            (kSecAttrAccessibleWhenUnlockedThisDeviceOnly, .thisDevice(.whenUnlocked)),
            (kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, .thisDevice(.afterFirstUnlock)),
            (kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, .thisDevice(.whenPasscodeSet)),
        ]
        let all = classes + (isSynchronised ? [] : bound)
        for (index, (accessibility, _)) in all.enumerated() {
            try add([
                kSecAttrService as String: "s", kSecAttrAccount as String: "\(index)", kSecValueData as String: Data([1]),
                kSecAttrAccessible as String: accessibility, kSecAttrSynchronizable as String: isSynchronised,
            ])
        }
        let migration = Migration(
            from: KeychainLayout.keychainAccess(service: "s").source(), into: vault,
            policy: { $0.policy.map { .exactly($0) } ?? .default })
        _ = try await migration.run(removingFromSource: true)
        for (index, (_, policy)) in all.enumerated() { #expect(try await vault.policy(of: "\(index)") == policy) }
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
