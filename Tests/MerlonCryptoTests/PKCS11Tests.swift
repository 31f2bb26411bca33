#if os(Linux) && canImport(CMerlonHardware)
    import CMerlonHardware
    import Foundation
    import MerlonCore
    import TestSupport
    import Testing

    @testable import MerlonCrypto

    /// Against SoftHSM, each test with a token of its own.
    @Suite(.enabled(if: SoftwareTokens.isAvailable, "\(SoftwareTokens.need)")) struct PKCS11Tests {
        private static let message = Array("message".utf8)

        private func secret(_ text: String) throws -> SecretBytes { try SecretBytes(copying: Array(text.utf8)) }

        private func take() throws -> (label: String, open: (String) throws -> PKCS11Token) {
            let label = try SoftwareTokens.take().token.label
            return (label, { try PKCS11Token.open(module: SoftwareTokens.module ?? "", label: label, pin: secret($0)) })
        }

        @Test func keysSignOnTheTokenAndSayWhatTheyAre() throws {
            let (label, open) = try take()
            let token = try open("1234")
            let key = try token.makeSigningKey("release")
            #expect(token.device.label == label && token.device.manufacturer == "SoftHSM project" && token.device.firmware == "2.6")
            #expect(
                key.attributes
                    == KeyAttributes(
                        residence: .pkcs11Token, exposure: .neverLeaves, authorization: .secretValue, isPersistent: true,
                        device: token.device))
            let signature = try key.sign(Self.message, context: "release")
            #expect(throws: Never.self) { try key.verifyingKey.verify(signature, of: Self.message, context: "release") }
            #expect(throws: CryptoError.authenticationFailed) {
                try key.verifyingKey.verify(signature, of: Self.message, context: "another")
            }
            #expect(throws: CryptoError(.keyExists, "")) { try token.makeSigningKey("release") }
            #expect(throws: CryptoError(.keyNotFound, "")) { try token.signingKey("other") }
            #expect(throws: CryptoError(.keyNotFound, "")) { try token.agreementKey("release") }
            for label in ["", String(repeating: "a", count: 65)] {
                #expect(throws: CryptoError(.invalidArgument, "")) { try token.makeSigningKey(label) }
            }
            // The private value cannot be read, by whoever is logged in.
            let object = try token.object(PKCS11.privateKey, PKCS11Token.ObjectKind.signingKey.id("release"))
            #expect(throws: CryptoError.self) { try token.value(PKCS11.value, of: object) }
            try token.delete(.signingKey, "release")
            #expect(throws: CryptoError(.keyNotFound, "")) { try token.signingKey("release") }
            #expect(throws: CryptoError(.keyNotFound, "")) { try token.delete(.signingKey, "release") }
        }

        @Test func keysAgreeAsSoftwareDoes() throws {
            let token = try take().open("1234")
            let key = try token.makeAgreementKey("device")
            let peer = try AgreementPrivateKey.generate(.p256)
            let mine = try key.sharedSecret(with: peer.publicKey.bytes)
            #expect(try mine == peer.rawSecret(with: AgreementPublicKey(.p256, key.publicKey)))
            #expect(key.attributes.exposure == .neverLeaves)
            var offCurve = peer.publicKey.bytes
            offCurve[64] ^= 1
            for wrong in [offCurve, [], Array(offCurve.dropLast()), [UInt8](repeating: 0, count: 65)] {
                #expect(throws: CryptoError(.invalidKey, "")) { try key.sharedSecret(with: wrong) }
            }
            // HPKE to a key on a token, and keys wrapped with one that only agrees.
            let holder = try AgreementPrivateKey(key)
            let sealed = try holder.publicKey.seal(Self.message, context: "letter")
            #expect(try holder.open(sealed, context: "letter") == Self.message)
            try expectWraps(try AgreementWrappingKey(key), other: try AgreementWrappingKey(try token.makeAgreementKey("other")))
        }

        @Test func keysWrapOnTheToken() throws {
            let token = try take().open("1234")
            let key = try token.makeWrappingKey("vault")
            #expect(key.attributes.exposure == .neverLeaves && key.attributes.isPersistent)
            try expectWraps(key, other: try token.makeWrappingKey("other"))
            let material = try SystemEntropy().secret(count: 32)
            let wrapped = try key.wrap(material, context: "master")
            var opened = 0
            for bit in 0..<8 * wrapped.count {
                var changed = wrapped
                changed[bit / 8] ^= 1 << UInt8(bit % 8)
                do throws(CryptoError) {
                    _ = try key.unwrap(changed, context: "master")
                    opened += 1
                } catch { if error != .authenticationFailed { opened += 1 } }
            }
            #expect(opened == 0)
            let object = try token.object(PKCS11.secretKey, PKCS11Token.ObjectKind.wrappingKey.id("vault"))
            #expect(throws: CryptoError.self) { try token.value(PKCS11.value, of: object) }
        }

        private func expectWraps(_ key: some WrappingKey, other: some WrappingKey) throws {
            for count in [1, 32, 128] {
                let material = try SystemEntropy().secret(count: count)
                let wrapped = try key.wrap(material, context: "master")
                #expect(try key.unwrap(wrapped, context: "master") == material)
                #expect(throws: CryptoError.authenticationFailed) { try key.unwrap(wrapped, context: "another") }
                #expect(throws: CryptoError.authenticationFailed) { try other.unwrap(wrapped, context: "master") }
                for wrong in [Array(wrapped.dropLast()), wrapped + [0], [], [UInt8](repeating: 1, count: 5000)] {
                    #expect(throws: CryptoError.authenticationFailed) { try key.unwrap(wrong, context: "master") }
                }
            }
            for count in [0, 129] {
                let material = try SystemEntropy().secret(count: count)
                #expect(throws: CryptoError(.limitExceeded, "")) { try key.wrap(material, context: "master") }
            }
        }

        @Test func thePINIsChecked() throws {
            let open = try take().open
            for pin in ["4321", "", "1", String(repeating: "1", count: 300)] {
                #expect(throws: CryptoError(.accessDenied, "")) { try open(pin) }
            }
            // Logged in already, the module itself takes any PIN.
            let token = try open("1234")
            #expect(throws: CryptoError(.accessDenied, "")) { try open("4321") }
            #expect(try open("1234").device == token.device)
        }

        @Test func keysOutliveTheirConnection() throws {
            let open = try take().open
            let material = try SystemEntropy().secret(count: 32)
            var (wrapped, point): ([UInt8], VerifyingKey?) = ([], nil)
            do {
                let token = try open("1234")
                wrapped = try token.makeWrappingKey("vault").wrap(material, context: "master")
                point = try token.makeSigningKey("device").verifyingKey
            }
            // The last session is gone, and with it the login.
            #expect(throws: CryptoError(.accessDenied, "")) { try open("4321") }
            let again = try open("1234")
            #expect(try again.wrappingKey("vault").unwrap(wrapped, context: "master") == material)
            let signature = try again.signingKey("device").sign(Self.message, context: "order")
            #expect(throws: Never.self) { try point?.verify(signature, of: Self.message, context: "order") }
        }

        @Test func aTokenThatIsGoneIsNoOther() throws {
            let (label, open) = try take()
            let token = try open("1234")
            let signing = try token.makeSigningKey("device")
            let wrapping = try token.makeWrappingKey("vault")
            let material = try SystemEntropy().secret(count: 32)
            // What a removal does to those that hold sessions.
            let slot = try token.module.token(label).slot
            #expect(unsafe token.module.functions.pointee.close_all_sessions(slot) == 0)
            #expect(throws: CryptoError(.hardwareUnavailable, "")) { try signing.sign(Self.message, context: "order") }
            #expect(throws: CryptoError(.hardwareUnavailable, "")) { try wrapping.wrap(material, context: "master") }
            let pin = try secret("1234")
            #expect(throws: CryptoError(.hardwareUnavailable, "")) {
                try PKCS11Token.open(module: SoftwareTokens.module ?? "", label: "a token that is absent", pin: pin)
            }
            #expect(throws: CryptoError(.hardwareUnavailable, "")) {
                try PKCS11Token.open(module: "/usr/lib/no-such-module.so", label: label, pin: pin)
            }
            // A library that is no PKCS #11 module.
            #expect(throws: CryptoError(.hardwareUnavailable, "")) {
                try PKCS11Token.open(module: "libc.so.6", label: label, pin: pin)
            }
        }

        @Test func severalThreadsShareAKey() async throws {
            let token = try take().open("1234")
            let signing = try token.makeSigningKey("device")
            let wrapping = try token.makeWrappingKey("vault")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        for round in 0..<20 {
                            let message = [UInt8(number), UInt8(round)]
                            let signature = try signing.sign(message, context: "order")
                            try signing.verifyingKey.verify(signature, of: message, context: "order")
                            let material = try SystemEntropy().secret(count: 32)
                            let wrapped = try wrapping.wrap(material, context: "master")
                            guard try wrapping.unwrap(wrapped, context: "master") == material else {
                                throw CryptoError.authenticationFailed
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }
#endif
