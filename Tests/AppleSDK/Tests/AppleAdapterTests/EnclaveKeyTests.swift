import EmulatedDevice
import EmulatorSupport
import Foundation
import LocalAuthentication
import MerlonCore
import MerlonCrypto
import Testing

/// Keys of the Secure Enclave as they are compiled for iOS, against the emulated one.
@Suite(.serialized) struct EnclaveKeyTests {
    let device = EmulatedDevice()
    let message = Array("message".utf8)

    init() {
        EmulatedDevice.current = device
        OpenSSLCryptography.install()
    }

    private func code(_ body: () throws(CryptoError) -> Void) -> CryptoError.Code? {
        do throws(CryptoError) {
            try body()
            return nil
        } catch { return error.code }
    }

    @Test func keysSignAgreeAndWrapInTheEnclave() throws {
        let key = try EnclaveSigningKey.make()
        #expect(key.attributes.residence == .secureEnclave && key.attributes.exposure == .neverLeaves)
        #expect(key.attributes.authorization == .none && key.attributes.isPersistent)
        let signature = try key.sign(message, context: "order")
        try key.verifyingKey.verify(signature, of: message, context: "order")
        // A stored handle is the same key; its access control cannot be read back.
        let again = try EnclaveSigningKey(handle: key.handle)
        #expect(again.verifyingKey == key.verifyingKey && again.attributes.authorization == .unknown)
        try key.verifyingKey.verify(again.sign(message, context: "order"), of: message, context: "order")

        let agreeing = try EnclaveAgreementKey.make()
        let peer = try AgreementPrivateKey.generate(.p256)
        let wrapping = try AgreementWrappingKey(agreeing)
        let material = try SystemEntropy().secret(count: 32)
        let wrapped = try wrapping.wrap(material, context: "master")
        let restored = try AgreementWrappingKey(EnclaveAgreementKey(handle: agreeing.handle))
        #expect(try restored.unwrap(wrapped, context: "master") == material)
        #expect(code { () throws(CryptoError) in _ = try restored.unwrap(wrapped, context: "another") } == .authenticationFailed)
        let other = try AgreementWrappingKey(EnclaveAgreementKey.make())
        #expect(code { () throws(CryptoError) in _ = try other.unwrap(wrapped, context: "master") } == .authenticationFailed)
        let sealed = try agreeing.holder().publicKey.seal(message, context: "letter", from: peer)
        #expect(try agreeing.holder().open(sealed, context: "letter", from: peer.publicKey) == message)
        for point in [[], [UInt8](repeating: 4, count: 65)] {
            #expect(code { () throws(CryptoError) in _ = try agreeing.sharedSecret(with: point) } == .invalidKey)
        }
        let sealingKey = try SealingKey.generate()
        let stored = try WrappedSealingKey(sealingKey, under: wrapping, context: "notes").encoded
        #expect(try WrappedSealingKey(encoded: stored).unwrap(with: restored, context: "notes").id == sealingKey.id)
    }

    @Test func whoMustBeThereIsAsked() throws {
        let key = try EnclaveSigningKey.make(EnclaveAccess(presence: .userPresence))
        #expect(key.attributes.authorization == .userPresence)
        device.answers = [.success, .cancel]
        #expect(code { () throws(CryptoError) in _ = try key.sign(message, context: "order") } == nil)
        #expect(code { () throws(CryptoError) in _ = try key.sign(message, context: "order") } == .cancelled)
        #expect(device.promptReasons.count == 2)
        // Enrolling another finger ends a key that was bound to the ones before; a locked device only says not now.
        let bound = try EnclaveSigningKey.make(EnclaveAccess(presence: .biometryOfCurrentSet))
        device.biometry.enrolment = 2
        #expect(code { () throws(CryptoError) in _ = try bound.sign(message, context: "order") } != nil)
        let unlocked = try EnclaveSigningKey.make()
        let background = try EnclaveSigningKey.make(EnclaveAccess(.afterFirstUnlock))
        device.lockState = .locked
        #expect(code { () throws(CryptoError) in _ = try unlocked.sign(message, context: "order") } == .hardwareUnavailable)
        #expect(code { () throws(CryptoError) in _ = try background.sign(message, context: "order") } == nil)
    }

    /// Refusals of a stored handle: only those that surely say "not mine" make an app forget the key.
    @Test(
        arguments: [
            (LAErrorDomain, LAError.Code.biometryLockout.rawValue, .lockedOut),
            (LAErrorDomain, LAError.Code.userCancel.rawValue, .cancelled),
            (LAErrorDomain, LAError.Code.authenticationFailed.rawValue, .accessDenied),
            (LAErrorDomain, LAError.Code.notInteractive.rawValue, .hardwareUnavailable),
            (NSOSStatusErrorDomain, -25308, .hardwareUnavailable), (NSOSStatusErrorDomain, -25291, .hardwareUnavailable),
            (NSOSStatusErrorDomain, -25293, .accessDenied), (NSOSStatusErrorDomain, -50, .invalidKey),
            (NSOSStatusErrorDomain, -26275, .invalidKey), ("CryptoTokenKit", -3, .invalidKey), ("CryptoTokenKit", -2, .backendFailure),
            ("com.example.unknown", 7, .backendFailure),
        ] as [(String, Int, CryptoError.Code)]) func refusalsOfAHandleAreToldApart(
            _ domain: String, _ number: Int, _ expected: CryptoError.Code
        ) throws
    {
        let (signing, agreeing) = (try EnclaveSigningKey.make().handle, try EnclaveAgreementKey.make().handle)
        device.errorOfRestoredHandles = NSError(domain: domain, code: number)
        #expect(code { () throws(CryptoError) in _ = try EnclaveSigningKey(handle: signing) } == expected)
        #expect(code { () throws(CryptoError) in _ = try EnclaveAgreementKey(handle: agreeing) } == expected)
        device.errorOfRestoredHandles = nil
        #expect(code { () throws(CryptoError) in _ = try EnclaveSigningKey(handle: signing) } == nil)
    }

    @Test func withoutAnEnclaveNothingIsDoneInItsPlace() throws {
        let handle = try EnclaveSigningKey.make().handle
        #expect(code { () throws(CryptoError) in _ = try EnclaveSigningKey(handle: Data([1, 2, 3])) } == .invalidKey)
        device.hasSecureEnclave = false
        #expect(code { () throws(CryptoError) in _ = try EnclaveSigningKey.make() } == .hardwareUnavailable)
        #expect(code { () throws(CryptoError) in _ = try EnclaveAgreementKey.make() } == .hardwareUnavailable)
        #expect(code { () throws(CryptoError) in _ = try EnclaveSigningKey(handle: handle) } == .hardwareUnavailable)
        // A handle that was taken to another device.
        EmulatedDevice.current = EmulatedDevice()
        #expect(code { () throws(CryptoError) in _ = try EnclaveSigningKey(handle: handle) } == .invalidKey)
    }
}

extension EnclaveAgreementKey {
    fileprivate func holder() throws -> AgreementPrivateKey { try AgreementPrivateKey(self) }
}
