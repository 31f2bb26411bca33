import MerlonCore
import Testing

@testable import MerlonCrypto

/// What needs no hardware: the decisions on what hardware says, and keys that others have wrapped.
@Suite struct HardwareKeyTests {
    @Test func statusesOfATPM() {
        let expected: [UInt32: CryptoError.Code] = [
            0x0006_0029: .accessDenied, 0x0006_002A: .accessDenied, 0x0006_001F: .keyExists, 0x0006_0030: .keyExists,
            0x0006_0020: .keyNotFound, 0x0006_0024: .keyNotFound, 0x0006_0031: .hardwareUnavailable, 0x0006_001C: .hardwareUnavailable,
            0x0006_0034: .hardwareUnavailable, 0x000A_000A: .hardwareUnavailable, 0x0000_098E: .accessDenied, 0x000C_098E: .accessDenied,
            0x0000_09A2: .accessDenied, 0x0000_0921: .lockedOut, 0x0000_099D: .policyUnsatisfied, 0x0000_01C4: .policyUnsatisfied,
            0x0000_01DF: .authenticationFailed,
            0x0000_014B: .limitExceeded, 0x0000_014C: .keyExists, 0x0006_0001: .backendFailure, 0x0000_0101: .backendFailure,
            0x0007_0001: .backendFailure,
        ]
        for (status, code) in expected { #expect(TPMStatus.error(status, "Test").code == code, "\(String(status, radix: 16))") }
    }

    @Test func statusesOfAToken() {
        let expected: [UInt: CryptoError.Code] = [
            0xA0: .accessDenied, 0xA2: .accessDenied, 0xA3: .accessDenied, 0xA4: .lockedOut, 0x101: .accessDenied,
            0x30: .hardwareUnavailable, 0x32: .hardwareUnavailable, 0xE0: .hardwareUnavailable, 0xB3: .hardwareUnavailable,
            0x82: .hardwareUnavailable, 0x50: .cancelled, 0x40: .authenticationFailed, 0x70: .unsupported, 0x31: .limitExceeded,
            0x05: .backendFailure, 0x8000_0000: .backendFailure,
        ]
        for (status, code) in expected { #expect(PKCS11Status.error(status, "Test").code == code, "\(String(status, radix: 16))") }
    }

    /// A public area that a TPM gave, cut at every byte and with each length at its extremes.
    @Test func publicAreas() throws {
        let point = [UInt8](1...64)
        let body: [UInt8] =
            [
                0x00, 0x23, 0x00, 0x0B, 0x00, 0x04, 0x04, 0x72, 0x00, 0x00, 0x00, 0x10, 0x00, 0x18, 0x00, 0x0B, 0x00, 0x03, 0x00, 0x10,
                0x00, 0x20,
            ]
            + point[..<32] + [0x00, 0x20] + point[32...]
        let whole = [0, UInt8(body.count)] + body
        let area = try TPMPublicArea(whole)
        #expect(area.point == [4] + point && area.neverLeaves && area.isFixed && !area.hasPolicy)
        for count in 0..<whole.count {
            #expect(throws: CryptoError(.malformed, "")) { try TPMPublicArea(Array(whole[..<count])) }
            #expect(throws: CryptoError.self) { try TPMPublicArea([0, UInt8(clamping: count - 2)] + whole[2..<max(count, 2)]) }
        }
        for index in [1, 11, 23, 57] {
            for value in [0x00, 0x7F, 0xFF] as [UInt8] where value != whole[index] {
                var changed = whole
                changed[index] = value
                #expect(throws: CryptoError.self, "\(index)") { try TPMPublicArea(changed) }
            }
        }
        var duplicable = whole
        duplicable[9] = 0x60
        #expect(try !TPMPublicArea(duplicable).neverLeaves)
    }

    @Test func descriptionsOfATPM() {
        let info = """
            {"capabilities":[{"description":"x","info":{"capability":"TPM_PROPERTIES","data":[
            {"property":"MANUFACTURER","value":1229081856},{"property":"VENDOR_STRING_1","value":1398218784},
            {"property":"VENDOR_STRING_2","value":542396493},{"property":"FIRMWARE_VERSION_1","value":538513443},
            {"property":"FIRMWARE_VERSION_2","value":1455670}]}}]}
            """
        #expect(TPMDescription.device(info) == KeyDevice(manufacturer: "IBM", model: "SW   TPM", firmware: "8217.4131.22.13878"))
        for wrong in ["", "{", "[]", "{\"capabilities\":[{\"info\":{\"data\":[{\"property\":\"MANUFACTURER\",\"value\":-1}]}}]}"] {
            #expect(TPMDescription.device(wrong).manufacturer == "unknown")
        }
    }

    @Test func wrappedSealingKeys() throws {
        let wrapping = SoftwareWrappingKey(try SealingKey.generate())
        #expect(throws: CryptoError(.hardwareUnavailable, "")) {
            try WrappedSealingKey(SealingKey.generate(), under: wrapping, context: "notes")
        }
        for algorithm in SealingAlgorithm.allCases {
            let key = try SealingKey.generate(algorithm)
            let wrapped = try WrappedSealingKey(key, under: wrapping, context: "notes", dangerouslyAllowSoftware: true)
            let read = try WrappedSealingKey(encoded: wrapped.encoded)
            #expect(read == wrapped)
            let opened = try read.unwrap(with: wrapping, context: "notes")
            let message = try key.seal([1, 2, 3], context: "note")
            #expect(try opened.open(message, context: "note") == [1, 2, 3])
            #expect(throws: CryptoError.authenticationFailed) { try read.unwrap(with: wrapping, context: "another") }
            let other = SoftwareWrappingKey(try SealingKey.generate())
            #expect(throws: CryptoError.authenticationFailed) { try read.unwrap(with: other, context: "notes") }
            // Whatever is changed, nothing opens: not the id, not the algorithm, not the version.
            let encoded = wrapped.encoded
            var opens = 0
            for index in encoded.indices {
                for bit in 0..<8 {
                    var changed = encoded
                    changed[index] ^= 1 << UInt8(bit)
                    if (try? WrappedSealingKey(encoded: changed).unwrap(with: wrapping, context: "notes")) != nil { opens += 1 }
                }
                if (try? WrappedSealingKey(encoded: encoded[..<index])) != nil { opens += 1 }
            }
            #expect(opens == 0)
            #expect(throws: CryptoError(.malformed, "")) { try WrappedSealingKey(encoded: encoded + [0]) }
        }
        #expect(throws: CryptoError(.limitExceeded, "")) { try WrappedSealingKey(encoded: [UInt8](repeating: 0, count: 5000)) }
    }

    @Test func aKeyThatOnlyAgreesWraps() throws {
        struct Agreeing: AgreementKey {
            let key: AgreementPrivateKey
            var attributes: KeyAttributes { .software }
            var publicKey: [UInt8] { key.publicKey.bytes }
            func sharedSecret(with peer: [UInt8]) throws(CryptoError) -> SecretBytes {
                try key.rawSecret(with: AgreementPublicKey(.p256, peer))
            }
        }
        let holder = try AgreementPrivateKey.generate(.p256)
        let key = try AgreementWrappingKey(Agreeing(key: holder))
        let material = try SystemEntropy().secret(count: 128)
        let wrapped = try key.wrap(material, context: "master")
        #expect(wrapped.count <= WrappingLimits.wrappedByteCount)
        #expect(try key.unwrap(wrapped, context: "master") == material)
        #expect(throws: CryptoError.authenticationFailed) { try key.unwrap(wrapped, context: "another") }
        // Who knows the public half alone puts no key of his own in the place of a wrapped one.
        let planted = try holder.publicKey.seal(material, context: SealingContext("master").forWrapping)
        #expect(throws: CryptoError.authenticationFailed) { try key.unwrap(planted, context: "master") }
    }
}
