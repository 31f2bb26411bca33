import EmulatedDevice
import EmulatorSupport
import Foundation
import LocalAuthentication
import MerlonCore
import MerlonCrypto
import MerlonVault
import Testing

/// Keys of the Secure Enclave whose handles a vault in the keychain keeps.
@Suite(.serialized) struct EnclaveKeyInVaultTests {
    let device = EmulatedDevice()
    let message = Array("message".utf8)

    init() {
        EmulatedDevice.current = device
        OpenSSLCryptography.install()
    }

    /// What a launch of the app has: nothing but the keychain.
    private func launch() throws -> Vault {
        try Vault(namespace: .init("com.example.bank", environment: .production), store: KeychainStore())
    }

    private func code(_ body: () async throws -> Void) async -> VaultError.Code? {
        do {
            try await body()
            return nil
        } catch { return (error as? VaultError)?.code }
    }

    @Test func keysMadeOnceSurviveARelaunch() async throws {
        let vault = try launch()
        #expect(await code { _ = try await vault.hardwareKey("device", from: .secureEnclaveSigning()) } == .notFound)
        let made = try await vault.hardwareKey("device", from: .secureEnclaveSigning(), create: .once)
        let agreeing = try await vault.hardwareKey("master", from: .secureEnclaveAgreement(), create: .once)
        let material = try SystemEntropy().secret(count: 32)
        let wrapped = try AgreementWrappingKey(agreeing).wrap(material, context: "master")

        let later = try launch()
        let key = try await later.hardwareKey("device", from: .secureEnclaveSigning(), create: .once)
        #expect(key.verifyingKey == made.verifyingKey && key.attributes.residence == .secureEnclave)
        let signature = try key.sign(message, context: "order")
        #expect(throws: Never.self) { try made.verifyingKey.verify(signature, of: message, context: "order") }
        let again = try await later.hardwareKey("master", from: .secureEnclaveAgreement())
        #expect(again.publicKey == agreeing.publicKey)
        #expect(try AgreementWrappingKey(again).unwrap(wrapped, context: "master") == material)

        // One kind is not opened as the other, nor as a value.
        #expect(await code { _ = try await later.hardwareKey("device", from: .secureEnclaveAgreement(), create: .once) } == .wrongKind)
        #expect(await code { _ = try await later.hardwareKey("master", from: .secureEnclaveSigning()) } == .wrongKind)
        #expect(await code { _ = try await later.read("device") } == .wrongKind)
        device.lockState = .locked
        #expect(await code { _ = try await later.hardwareKey("device", from: .secureEnclaveSigning(), create: .once) } == .locked)
    }

    @Test func aPersonIsAskedWithTheReasonAtEachUse() async throws {
        let maker = HardwareKeyMaker.secureEnclaveSigning(EnclaveAccess(presence: .userPresence), reason: "Confirm the order.")
        _ = try await launch().hardwareKey("device", from: maker, create: .once)
        let key = try await launch().hardwareKey("device", from: maker)
        #expect(device.promptReasons.isEmpty, "finding the key asks nobody")
        device.answers = [.cancel]
        #expect(throws: CryptoError(.cancelled, "")) { try key.sign(message, context: "order") }
        #expect(device.promptReasons == ["Confirm the order."])
    }

    @Test(
        arguments: [(LAErrorDomain, -8, .authenticationFailed), (NSOSStatusErrorDomain, -25308, .storeUnavailable)]
            as [(String, Int, VaultError.Code)])
    func aKeyThatCannotBeOpenedNowIsThereLater(_ domain: String, _ number: Int, _ expected: VaultError.Code) async throws {
        let made = try await launch().hardwareKey("device", from: .secureEnclaveSigning(), create: .once)
        device.errorOfRestoredHandles = NSError(domain: domain, code: number)
        #expect(await code { _ = try await launch().hardwareKey("device", from: .secureEnclaveSigning(), create: .once) } == expected)
        device.errorOfRestoredHandles = nil
        #expect(try await launch().hardwareKey("device", from: .secureEnclaveSigning()).verifyingKey == made.verifyingKey)
    }

    @Test func aKeyOfAnotherDeviceIsGoneAndNotMadeAnew() async throws {
        device.hasSecureEnclave = false
        #expect(
            await code { _ = try await launch().hardwareKey("device", from: .secureEnclaveSigning(), create: .once) }
                == .storeUnavailable)
        device.hasSecureEnclave = true
        #expect(try await launch().list() == [])
        let store = MemoryStore()
        let namespace = try Namespace("com.example.bank", environment: .production)
        let restored = try Vault(namespace: namespace, store: store)
        _ = try await restored.hardwareKey("device", from: .secureEnclaveSigning(), create: .once)
        EmulatedDevice.current = EmulatedDevice()
        #expect(
            await code { _ = try await restored.hardwareKey("device", from: .secureEnclaveSigning(), create: .once) } == .storeUnavailable)
        #expect(try await restored.list() == ["device"])
    }
}
