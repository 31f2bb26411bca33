import EmulatedDevice
import Foundation
import LocalAuthentication
import Security
import Testing

extension EmulatedDeviceTests {
    @Suite struct Authentication {
        init() { EmulatedDeviceTests.reset() }

        func code(_ body: () async throws -> Bool) async -> LAError.Code? {
            do {
                _ = try await body()
                return nil
            } catch { return (error as? LAError)?.code }
        }

        /// What the person does × policy × the error. Apple: "LAError.Code".
        @Test(
            arguments: [
                (EmulatedAnswer.success, nil, nil), (.failure, .authenticationFailed, .authenticationFailed),
                (.cancel, .userCancel, .userCancel),
                (.systemCancel, .systemCancel, .systemCancel), (.fallback, .userFallback, nil),
                (.lockout, .biometryLockout, .authenticationFailed),
            ] as [(EmulatedAnswer, LAError.Code?, LAError.Code?)])
        func answers(_ answer: EmulatedAnswer, biometry: LAError.Code?, owner: LAError.Code?) async {
            EmulatedDevice.current.answers = [answer]
            #expect(
                await code { try await LAContext().evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "r") }
                    == biometry)
            EmulatedDevice.current = EmulatedDevice()
            EmulatedDevice.current.answers = [answer]
            #expect(await code { try await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "r") } == owner)
        }

        @Test func obstaclesAreSaidBeforehand() {
            func obstacle(_ policy: LAPolicy) -> LAError.Code? {
                var error: NSError?
                return LAContext().canEvaluatePolicy(policy, error: &error) ? nil : error.flatMap { LAError.Code(rawValue: $0.code) }
            }
            #expect(obstacle(.deviceOwnerAuthenticationWithBiometrics) == nil)
            EmulatedDevice.current.biometry.isLockedOut = true
            #expect(obstacle(.deviceOwnerAuthenticationWithBiometrics) == .biometryLockout)
            #expect(obstacle(.deviceOwnerAuthentication) == nil)
            EmulatedDevice.current.biometry.enrolment = nil
            #expect(obstacle(.deviceOwnerAuthenticationWithBiometrics) == .biometryNotEnrolled)
            EmulatedDevice.current.biometry.kind = .none
            #expect(obstacle(.deviceOwnerAuthenticationWithBiometrics) == .biometryNotAvailable)
            EmulatedDevice.current.hasPasscode = false
            #expect(obstacle(.deviceOwnerAuthentication) == .passcodeNotSet)
        }

        @Test func domainStateFollowsTheEnrolment() {
            let context = LAContext()
            #expect(context.evaluatedPolicyDomainState == nil)
            _ = context.canEvaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, error: nil)
            let before = context.evaluatedPolicyDomainState
            #expect(before != nil)
            EmulatedDevice.current.biometry.enrolment = 2
            #expect(context.evaluatedPolicyDomainState != before)
        }

        @Test func invalidatedContextsEvaluateNothing() async {
            let context = LAContext()
            context.invalidate()
            #expect(await code { try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "r") } == .invalidContext)
            #expect(!context.canEvaluatePolicy(.deviceOwnerAuthentication, error: nil))
        }
    }

    @Suite struct Enclave {
        init() { EmulatedDeviceTests.reset() }

        func key(_ more: [String: Any] = [:], bits: Int = 256, type: CFString = kSecAttrKeyTypeECSECPrimeRandom) -> (SecKey?, Int?) {
            var error: Unmanaged<CFError>?
            var parameters: [String: Any] = [
                kSecAttrKeyType as String: type, kSecAttrKeySizeInBits as String: bits,
                kSecAttrTokenID as String: kSecAttrTokenIDSecureEnclave,
            ]
            parameters[kSecPrivateKeyAttrs as String] = more
            let key = SecKeyCreateRandomKey(parameters as CFDictionary, &error)
            return (key, error.map { CFErrorGetCode($0.takeRetainedValue()) })
        }

        @Test func onlyP256AndNeverExported() throws {
            #expect(key(bits: 384).1 == Int(errSecParam))
            #expect(key(bits: 2048, type: kSecAttrKeyTypeRSA).1 == Int(errSecParam))
            let made = try #require(key().0)
            #expect(SecKeyCopyExternalRepresentation(made, nil) == nil)
            let point = try #require(SecKeyCopyExternalRepresentation(SecKeyCopyPublicKey(made)!, nil))
            #expect(point.count == 65)
            EmulatedDevice.current.hasSecureEnclave = false
            #expect(key().0 == nil)
        }

        @Test func signaturesVerifyAndAgreementAgrees() throws {
            let made = try #require(key().0)
            let public_ = try #require(SecKeyCopyPublicKey(made))
            let message = Data("message".utf8) as NSData
            let signature = try #require(SecKeyCreateSignature(made, .ecdsaSignatureMessageX962SHA256, message, nil))
            #expect(SecKeyVerifySignature(public_, .ecdsaSignatureMessageX962SHA256, message, signature, nil))
            #expect(!SecKeyVerifySignature(public_, .ecdsaSignatureMessageX962SHA256, Data("other".utf8) as NSData, signature, nil))
            let other = try #require(key().0)
            let empty: CFDictionary = [:]
            let one = SecKeyCopyKeyExchangeResult(made, .ecdhKeyExchangeStandard, SecKeyCopyPublicKey(other)!, empty, nil)
            let two = SecKeyCopyKeyExchangeResult(other, .ecdhKeyExchangeStandard, public_, empty, nil)
            #expect(one != nil && one == two)
        }

        @Test func permanentKeysAreFoundAgainAndObeyTheirAccessControl() throws {
            let control = SecAccessControlCreateWithFlags(
                nil, kSecAttrAccessibleWhenUnlockedThisDeviceOnly, [.privateKeyUsage, .biometryCurrentSet], nil)!
            let tag = Data("tag".utf8)
            #expect(
                key([
                    kSecAttrIsPermanent as String: true, kSecAttrApplicationTag as String: tag, kSecAttrAccessControl as String: control,
                ]).0 != nil)
            var result: CFTypeRef?
            let query: [String: Any] = [
                kSecClass as String: kSecClassKey, kSecAttrApplicationTag as String: tag, kSecReturnRef as String: true,
            ]
            #expect(SecItemCopyMatching(query as CFDictionary, &result) == errSecSuccess)
            let found = try #require(result as? SecKey)
            let message = Data("m".utf8) as NSData
            #expect(SecKeyCreateSignature(found, .ecdsaSignatureMessageX962SHA256, message, nil) != nil)
            #expect(EmulatedDevice.current.promptReasons.count == 1)
            EmulatedDevice.current.answers = [.cancel]
            var error: Unmanaged<CFError>?
            #expect(SecKeyCreateSignature(found, .ecdsaSignatureMessageX962SHA256, message, &error) == nil)
            #expect(CFErrorGetCode(error!.takeRetainedValue()) == Int(errSecUserCanceled))
            EmulatedDevice.current.biometry.enrolment = 7
            #expect(SecKeyCreateSignature(found, .ecdsaSignatureMessageX962SHA256, message, nil) == nil)
            EmulatedDevice.current.biometry.enrolment = 1
            EmulatedDevice.current.lockState = .locked
            #expect(SecKeyCreateSignature(found, .ecdsaSignatureMessageX962SHA256, message, &error) == nil)
            #expect(CFErrorGetCode(error!.takeRetainedValue()) == Int(errSecInteractionNotAllowed))
        }
    }
}
