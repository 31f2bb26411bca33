import EmulatedDevice
import EmulatorSupport
import Foundation
import MerlonCore
import MerlonVault
import Security
import Testing

/// The keychain's other classes against the emulated keychain.
@Suite(.serialized) struct KeychainItemsTests {
    let device = EmulatedDevice()
    let items = KeychainItems()

    init() {
        EmulatedDevice.current = device
        OpenSSLCryptography.install()
    }

    func secret(_ text: String) throws -> SecretBytes { try SecretBytes(copying: Array(text.utf8)) }

    func code(_ body: () async throws -> Void) async -> VaultError.Code? {
        do {
            try await body()
            return nil
        } catch { return (error as? VaultError)?.code }
    }

    @Test func internetPasswordsAreToldApartByEveryPart() async throws {
        let all = try [
            InternetPassword(server: "Example.com", account: "zoe"), InternetPassword(server: "example.com", account: "yan"),
            InternetPassword(server: "example.com", account: "zoe", port: 8443),
            InternetPassword(server: "example.com", account: "zoe", transferProtocol: .http),
            InternetPassword(server: "example.com", account: "zoe", path: "/admin"),
            InternetPassword(server: "example.com", account: "zoe", authentication: .httpBasic),
            InternetPassword(server: "example.com", account: "zoe", securityDomain: "realm"),
            InternetPassword(server: "example.org", account: "zoe"),
        ]
        for (index, item) in all.enumerated() { try await items.store(secret("\(index)"), for: item) }
        for (index, item) in all.enumerated() { #expect(try await items.read(item) == secret("\(index)")) }
        #expect(device.keychainCount == all.count)
        #expect(try await Set(items.internetPasswords()) == Set(all))
        #expect(try await items.internetPasswords(server: "EXAMPLE.org") == [all[7]])
        try await items.store(secret("new"), for: all[0], policy: .thisDevice(.afterFirstUnlock, presence: .userPresence))
        #expect(device.keychainCount == all.count, "an update, and no second item")
        #expect(await code { _ = try await items.read(all[0]) } == .locked)
        #expect(try await items.read(all[0], prompt: PresencePrompt(reason: "Sign in")) == secret("new"))
        #expect(device.promptReasons == ["Sign in"])
        try await items.remove(all[0])
        #expect(await code { _ = try await items.read(all[0]) } == .notFound)
        #expect(await code { try await items.remove(all[0]) } == .notFound)
        for server in ["", "https://example.com", "example.com:443", "user@example.com", "a b"] {
            #expect(throws: VaultError(.invalidArgument, "")) { try InternetPassword(server: server, account: "zoe") }
        }
    }

    @Test func everyDeviceStateHasItsError() async throws {
        let item = try InternetPassword(server: "example.com", account: "zoe")
        for availability in AccessPolicy.Availability.allCases {
            device.lockState = .unlocked
            try await items.store(secret("x"), for: item, policy: .thisDevice(availability))
            for state in EmulatedDevice.LockState.allCases {
                device.lockState = state
                let isReadable = availability == .afterFirstUnlock ? state != .bootedNeverUnlocked : state == .unlocked
                #expect(await code { _ = try await items.read(item) } == (isReadable ? nil : .locked), "\(availability) \(state)")
                let written = await code { try await items.store(secret("x"), for: item, policy: .thisDevice(availability)) }
                #expect(written == (isReadable ? nil : .locked))
            }
        }
        device.lockState = .unlocked
        #expect(try await items.read(item) == secret("x"))
        device.hasPasscode = false
        #expect(await code { try await items.store(secret("x"), for: item, policy: .thisDevice(.whenPasscodeSet)) } == .unsupportedPolicy)
        device.app.accessGroups = []
        #expect(await code { _ = try await items.read(item) } == .missingEntitlement)
    }

    @Test func keysAreFoundByTheirTags() async throws {
        let attributes = [kSecAttrKeyType as String: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits as String: 256] as NSDictionary
        let (first, second) = try unsafe (
            #require(SecKeyCreateRandomKey(attributes, nil)), #require(SecKeyCreateRandomKey(attributes, nil))
        )
        try await items.store(KeychainKey(first), tag: "signing")
        try await items.store(KeychainKey(first), tag: "signing", policy: .thisDevice(.afterFirstUnlock))
        #expect(device.keychainCount == 1)
        try await items.store(KeychainKey(second), tag: "signing")
        #expect(device.keychainCount == 1, "the tag has one key")
        let found = try await items.key(tag: "signing")
        let message = Data("m".utf8) as CFData
        let signature = try unsafe #require(SecKeyCreateSignature(found.key, .ecdsaSignatureMessageX962SHA256, message, nil))
        let publicKey = try #require(SecKeyCopyPublicKey(second))
        #expect(unsafe SecKeyVerifySignature(publicKey, .ecdsaSignatureMessageX962SHA256, message, signature, nil))
        #expect(await code { _ = try await items.key(tag: "other") } == .notFound)
        try await items.removeKey(tag: "signing")
        #expect(await code { _ = try await items.key(tag: "signing") } == .notFound)
    }

    @Test func certificatesAndIdentities() async throws {
        let chain = try TestChain.make()
        try await items.store(certificate: chain.leaf, label: "server")
        try await items.store(certificate: chain.leaf, label: "server")
        #expect(device.keychainCount == 1)
        #expect(try await items.certificate(label: "server") == chain.leaf)
        #expect(await code { try await items.store(certificate: [1, 2, 3], label: "x") } == .invalidArgument)
        #expect(await code { _ = try await items.certificate(label: "x") } == .notFound)
        #expect(await code { _ = try await items.identity(label: "server") } == .notFound, "a certificate alone is no identity")
        try await items.removeCertificate(label: "server")
        let key = try unsafe #require(
            SecKeyCreateWithData(
                chain.leafKey as CFData,
                [kSecAttrKeyType as String: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeyClass as String: kSecAttrKeyClassPrivate]
                    as NSDictionary, nil))
        let certificate = try #require(SecCertificateCreateWithData(nil, Data(chain.leaf) as CFData))
        try await items.store(KeychainIdentity(SecIdentity.emulated(certificate, key)), label: "client")
        let identity = try await items.identity(label: "client")
        var found: SecCertificate?
        #expect(unsafe SecIdentityCopyCertificate(identity.identity, &found) == errSecSuccess)
        #expect(try Array(SecCertificateCopyData(#require(found)) as Data) == chain.leaf)
        device.lockState = .locked
        #expect(await code { _ = try await items.identity(label: "client") } == .locked)
    }
}
