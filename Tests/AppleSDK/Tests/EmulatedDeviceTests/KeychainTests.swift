import EmulatedDevice
import EmulatorSupport
import Foundation
import LocalAuthentication
import Security
import Testing

/// All tests that act on the current emulated device. `Scripts/test-apple` runs them one after the other.
@Suite struct EmulatedDeviceTests {
    /// A new device for each test.
    static func reset() {
        EmulatedDevice.current = EmulatedDevice()
        OpenSSLCryptography.install()
    }
}

extension EmulatedDeviceTests {
    @Suite struct Keychain {
        init() { EmulatedDeviceTests.reset() }

        let item: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "service", kSecAttrAccount as String: "account",
            kSecUseDataProtectionKeychain as String: true,
        ]

        func add(_ more: [String: Any] = [:]) -> OSStatus {
            SecItemAdd(item.merging([kSecValueData as String: Data("secret".utf8)]) { $1 }.merging(more) { $1 } as CFDictionary, nil)
        }

        func read(_ more: [String: Any] = [:]) -> (OSStatus, Data?) {
            var result: CFTypeRef?
            let status = SecItemCopyMatching(
                item.merging([kSecReturnData as String: true]) { $1 }.merging(more) { $1 } as CFDictionary, &result)
            return (status, result as? Data)
        }

        func control(_ flags: SecAccessControlCreateFlags, _ class: CFString = kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly) -> [String:
            Any]
        {
            [kSecAttrAccessControl as String: SecAccessControlCreateWithFlags(nil, `class`, flags, nil)!]
        }

        @Test func identityIsClassAndPrimaryKeys() {
            #expect(add() == errSecSuccess)
            #expect(add() == errSecDuplicateItem)
            #expect(add([kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlock]) == errSecDuplicateItem)
            #expect(add([kSecAttrLabel as String: "another"]) == errSecDuplicateItem)
            #expect(add([kSecAttrAccount as String: "other"]) == errSecSuccess)
            #expect(add([kSecAttrAccessGroup as String: "TEAM.shared"]) == errSecSuccess)
            #expect(add([kSecAttrSynchronizable as String: true]) == errSecSuccess)
            #expect(EmulatedDevice.current.keychainCount == 4)
        }

        @Test func changesStayInPlace() {
            #expect(SecItemUpdate(item as CFDictionary, [kSecValueData as String: Data()] as CFDictionary) == errSecItemNotFound)
            _ = add()
            let changes: [String: Any] = [
                kSecValueData as String: Data("new".utf8), kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlock,
            ]
            #expect(SecItemUpdate(item as CFDictionary, changes as CFDictionary) == errSecSuccess)
            #expect(read().1 == Data("new".utf8))
            EmulatedDevice.current.lockState = .locked
            #expect(read().0 == errSecSuccess)
            #expect(SecItemDelete(item as CFDictionary) == errSecSuccess)
            #expect(SecItemDelete(item as CFDictionary) == errSecItemNotFound)
        }

        @Test func parametersAreChecked() {
            let mistakes: [[String: Any]] = [
                [kSecAttrServer as String: "attribute of another class"], ["no such attribute": 1],
                [kSecMatchLimit as String: kSecMatchLimitOne], [kSecValueData as String: "a string"],
                [kSecAttrSynchronizable as String: true, kSecAttrAccessible as String: kSecAttrAccessibleWhenUnlockedThisDeviceOnly],
                [kSecClass as String: "no class"],
            ]
            for mistake in mistakes { #expect(add(mistake) == errSecParam, "\(mistake)") }
            #expect(EmulatedDevice.current.keychainCount == 0)
        }

        @Test func accessControlExcludesAccessibilityAndSynchronisation() {
            #expect(
                add(control(.userPresence).merging([kSecAttrAccessible as String: kSecAttrAccessibleWhenUnlocked]) { $1 }) == errSecParam)
            #expect(add(control(.userPresence).merging([kSecAttrSynchronizable as String: true]) { $1 }) == errSecParam)
            var error: Unmanaged<CFError>?
            #expect(
                SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, [.biometryAny, .biometryCurrentSet], &error) == nil)
            #expect(CFErrorGetCode(error!.takeRetainedValue()) == Int(errSecParam))
        }

        /// Accessibility class × device state: the status of a read. Apple: "Restricting keychain item accessibility".
        @Test(arguments: [
            (kSecAttrAccessibleWhenUnlocked as String, false, [errSecInteractionNotAllowed, errSecInteractionNotAllowed, errSecSuccess]),
            (kSecAttrAccessibleAfterFirstUnlock as String, false, [errSecInteractionNotAllowed, errSecSuccess, errSecSuccess]),
            (
                kSecAttrAccessibleWhenUnlockedThisDeviceOnly as String, true,
                [errSecInteractionNotAllowed, errSecInteractionNotAllowed, errSecSuccess]
            ),
            (
                kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly as String, true,
                [errSecInteractionNotAllowed, errSecSuccess, errSecSuccess]
            ),
            (
                kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly as String, true,
                [errSecInteractionNotAllowed, errSecInteractionNotAllowed, errSecSuccess]
            ),
        ]) func accessibility(_ name: String, isThisDeviceOnly: Bool, statuses: [OSStatus]) {
            #expect(add([kSecAttrAccessible as String: name]) == errSecSuccess)
            for (state, status) in zip(EmulatedDevice.LockState.allCases, statuses) {
                EmulatedDevice.current.lockState = state
                #expect(read().0 == status, "\(name) while \(state)")
            }
            EmulatedDevice.current.lockState = .unlocked
            for encrypted in [true, false] {
                let backup = EmulatedDevice.current.backup(encrypted: encrypted)
                let other = EmulatedDevice()
                other.restore(backup)
                #expect(
                    other.keychainCount == (encrypted && !isThisDeviceOnly ? 1 : 0), "\(name) on another device, encrypted: \(encrypted)")
            }
            let backup = EmulatedDevice.current.backup(encrypted: true)
            EmulatedDevice.current.restore(backup)
            #expect(EmulatedDevice.current.keychainCount == (name == "akpu" ? 0 : 1), "\(name) on the same device")
        }

        @Test func removingThePasscodeDestroysWhatHangsOnIt() {
            _ = add([kSecAttrAccessible as String: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly])
            EmulatedDevice.current.hasPasscode = false
            #expect(read().0 == errSecItemNotFound)
            #expect(add([kSecAttrAccessible as String: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly]) == errSecAuthFailed)
        }

        @Test func groupsNeedTheirEntitlement() {
            #expect(add([kSecAttrAccessGroup as String: "OTHER.group"]) == errSecMissingEntitlement)
            EmulatedDevice.current.app.accessGroups = []
            #expect(add() == errSecMissingEntitlement)
            #expect(read().0 == errSecMissingEntitlement)
            EmulatedDevice.current.app.accessGroups = ["A"]
            #expect(add() == errSecSuccess)
            EmulatedDevice.current.app.accessGroups = ["B"]
            #expect(read().0 == errSecItemNotFound)
        }

        @Test func itemsSurviveReinstallation() {
            _ = add()
            EmulatedDevice.current.reinstallApp()
            #expect(read().1 == Data("secret".utf8))
        }

        /// What the person does × what the read answers.
        @Test(arguments: [
            (EmulatedAnswer.success, errSecSuccess), (.failure, errSecAuthFailed), (.cancel, errSecUserCanceled),
            (.systemCancel, errSecUserCanceled),
        ]) func prompts(_ answer: EmulatedAnswer, _ status: OSStatus) {
            _ = add(control(.userPresence))
            EmulatedDevice.current.answers = [answer]
            #expect(read().0 == status)
            #expect(EmulatedDevice.current.promptReasons.count == 1)
        }

        @Test func contextIsReusedAndCanForbidPrompts() {
            _ = add(control(.biometryCurrentSet))
            let context = LAContext()
            context.localizedReason = "Show the token"
            #expect(read([kSecUseAuthenticationContext as String: context]).0 == errSecSuccess)
            #expect(read([kSecUseAuthenticationContext as String: context]).0 == errSecSuccess)
            #expect(EmulatedDevice.current.promptReasons == ["Show the token"])
            context.invalidate()
            #expect(read([kSecUseAuthenticationContext as String: context]).0 == errSecUserCanceled)
            let silent = LAContext()
            silent.interactionNotAllowed = true
            #expect(read([kSecUseAuthenticationContext as String: silent]).0 == errSecInteractionNotAllowed)
            #expect(read([kSecUseAuthenticationUI as String: kSecUseAuthenticationUISkip]).0 == errSecItemNotFound)
            EmulatedDevice.current.app.isWithoutInterface = true
            #expect(read().0 == errSecInteractionNotAllowed)
        }

        @Test(arguments: [errSecItemNotFound, errSecAuthFailed]) func newEnrolmentDestroysWhatIsBoundToTheOldOne(_ status: OSStatus) {
            EmulatedDevice.current.statusOfInvalidatedItem = status
            _ = add(control(.biometryCurrentSet))
            _ = add(control(.biometryAny).merging([kSecAttrAccount as String: "any"]) { $1 })
            EmulatedDevice.current.biometry.enrolment = 2
            #expect(read().0 == status)
            #expect(read([kSecAttrAccount as String: "any"]).0 == errSecSuccess)
        }

        @Test func biometryAloneHasNoWayRoundALockout() {
            _ = add(control(.biometryAny))
            _ = add(control(.userPresence).merging([kSecAttrAccount as String: "presence"]) { $1 })
            EmulatedDevice.current.biometry.isLockedOut = true
            #expect(read().0 == errSecAuthFailed)
            #expect(read([kSecAttrAccount as String: "presence"]).0 == errSecSuccess)
            #expect(!EmulatedDevice.current.biometry.isLockedOut, "the passcode ends a lockout")
        }

        @Test func applicationPasswordIsCompared() {
            let right = LAContext()
            right.setCredential(Data("right".utf8), type: .applicationPassword)
            let wrong = LAContext()
            wrong.setCredential(Data("wrong".utf8), type: .applicationPassword)
            #expect(add(control(.applicationPassword).merging([kSecUseAuthenticationContext as String: right]) { $1 }) == errSecSuccess)
            #expect(read([kSecUseAuthenticationContext as String: right]).0 == errSecSuccess)
            #expect(read([kSecUseAuthenticationContext as String: wrong]).0 == errSecAuthFailed)
            #expect(read().0 == errSecInteractionNotAllowed)
        }

        @Test func attributesNeedNobody() {
            _ = add(control(.biometryCurrentSet))
            EmulatedDevice.current.lockState = .locked
            var result: CFTypeRef?
            let query = item.merging([kSecReturnAttributes as String: true, kSecMatchLimit as String: kSecMatchLimitAll]) { $1 }
            #expect(SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess)
            #expect((result as? [[String: Any]])?.first?[kSecAttrAccount as String] as? String == "account")
            #expect(EmulatedDevice.current.promptReasons.isEmpty)
        }
    }
}
