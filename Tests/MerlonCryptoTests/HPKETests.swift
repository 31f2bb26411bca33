import MerlonCore
@testable import MerlonCrypto
import TestSupport
import Testing

@Suite struct HPKETests {
    /// A key as hardware gives it: it agrees and shows nothing.
    struct TokenKey: AgreementKey {
        let key: AgreementPrivateKey
        var failure: CryptoError?
        var attributes: KeyAttributes { KeyAttributes(residence: .pkcs11Token, exposure: .neverLeaves, isPersistent: true) }
        var publicKey: [UInt8] { key.publicKey.bytes }
        func sharedSecret(with peer: [UInt8]) throws(CryptoError) -> SecretBytes {
            if let failure { throw failure }
            return try key.rawSecret(with: try AgreementPublicKey(.p256, peer))
        }
    }

    @Test(arguments: AgreementCurve.allCases) func onlyTheNextMessageOpens(curve: AgreementCurve) throws {
        let key = try AgreementPrivateKey.generate(curve)
        let info = Array("info".utf8)
        for cipher in HPKECipher.allCases where cipher != .exportOnly {
            let sender = try HPKESender(to: key.publicKey, info: info, cipher: cipher)
            let recipient = try HPKERecipient(encapsulatedKey: sender.encapsulatedKey, with: key, info: info, cipher: cipher)
            let messages = try (0..<4).map { try sender.seal([UInt8($0)], authenticating: [9]) }
            // Out of order, with other data, cut, then in order, then again.
            for wrong in [messages[1], messages[3], Array(messages[0].dropLast()), messages[0] + [0], []] {
                #expect(throws: CryptoError.authenticationFailed) { try recipient.open(wrong, authenticating: [9]) }
            }
            #expect(throws: CryptoError.authenticationFailed) { try recipient.open(messages[0]) }
            #expect(try recipient.open(messages[0], authenticating: [9]) == [0])
            #expect(throws: CryptoError.authenticationFailed) { try recipient.open(messages[0], authenticating: [9]) }
            #expect(try recipient.openSecret(messages[1], authenticating: [9]) == SecretBytes(copying: [1]))
            #expect(try recipient.exportSecret(context: [1]) == sender.exportSecret(context: [1]))
            #expect(try recipient.exportSecret(context: [1]) != sender.exportSecret(context: [2]))
        }
        let exporter = try HPKESender(to: key.publicKey, info: info, cipher: .exportOnly)
        #expect(throws: CryptoError(.unsupported, "")) { try exporter.seal([1]) }
        #expect(throws: CryptoError(.limitExceeded, "")) { try exporter.exportSecret(context: [], count: 8161) }
    }

    /// A recipient that expects another key, sender, pre-shared key, info, mode or cipher opens nothing.
    @Test(arguments: AgreementCurve.allCases) func everythingOfTheModeIsBound(curve: AgreementCurve) throws {
        let keys = try (0..<3).map { _ in try AgreementPrivateKey.generate(curve) }
        let psks = try [(1, 1), (2, 1), (1, 2)].map {
            try HPKEPreSharedKey(id: [UInt8($0.0)], secret: SecretBytes(copying: [UInt8](repeating: UInt8($0.1), count: 32)))
        }
        let modes: [(Int?, Int?)] = [(nil, nil), (1, nil), (2, nil), (nil, 0), (nil, 1), (nil, 2), (1, 0), (2, 0), (1, 1)]
        var opened = 0
        for (index, mode) in modes.enumerated() {
            let sender = try HPKESender(
                to: keys[0].publicKey, info: [1], authenticatedBy: mode.0.map { keys[$0] }, preSharedKey: mode.1.map { psks[$0] })
            let message = try sender.seal([7])
            for (other, expected) in modes.enumerated() {
                let recipient = try HPKERecipient(
                    encapsulatedKey: sender.encapsulatedKey, with: keys[0], info: [1], from: expected.0.map { keys[$0].publicKey },
                    preSharedKey: expected.1.map { psks[$0] })
                let result = try? recipient.open(message)
                if result == [7] { opened += 1 }
                #expect((result != nil) == (index == other))
            }
            for (key, info, cipher) in [
                (keys[1], [1], HPKECipher.aes256GCM), (keys[0], [2], .aes256GCM), (keys[0], [1], .chaCha20Poly1305),
            ] {
                let recipient = try HPKERecipient(
                    encapsulatedKey: sender.encapsulatedKey, with: key, info: info.map(UInt8.init), from: mode.0.map { keys[$0].publicKey },
                    preSharedKey: mode.1.map { psks[$0] }, cipher: cipher)
                #expect(throws: CryptoError.authenticationFailed) { try recipient.open(message) }
            }
        }
        #expect(opened == modes.count)
    }

    @Test func weakArgumentsAreRefused() throws {
        let secret = try SystemEntropy().secret(count: 31)
        #expect(throws: CryptoError(.invalidKey, "")) { try HPKEPreSharedKey(id: [1], secret: secret) }
        #expect(throws: CryptoError(.invalidArgument, "")) { try HPKEPreSharedKey(id: [], secret: SystemEntropy().secret(count: 32)) }
        #expect(throws: CryptoError(.invalidKey, "")) { try AgreementPrivateKey.derive(.p256, from: secret) }
        let (a, b) = (try AgreementPrivateKey.generate(.p256), try AgreementPrivateKey.generate(.x25519))
        #expect(throws: CryptoError(.invalidKey, "")) { try HPKESender(to: a.publicKey, info: [], authenticatedBy: b) }
        #expect(throws: CryptoError(.invalidKey, "")) {
            try HPKERecipient(encapsulatedKey: a.publicKey.bytes, with: a, info: [], from: b.publicKey)
        }
        for key in [a, b] {
            for encapsulated in [[], Array(key.publicKey.bytes.dropLast()), [UInt8](repeating: 0, count: key.publicKey.bytes.count)] {
                #expect(throws: CryptoError.authenticationFailed) {
                    try HPKERecipient(encapsulatedKey: encapsulated, with: key, info: [])
                }
            }
        }
    }

    @Test func messagesAreCounted() throws {
        let key = try AgreementPrivateKey.generate(.x25519)
        let last = HPKESender.maximumMessageCount - 1
        let sender = try HPKESender(
            to: key.publicKey, info: [], sender: nil, preSharedKey: nil, cipher: .aes256GCM, ephemeral: .generate(.x25519), first: last)
        let message = try sender.seal([1])
        #expect(throws: CryptoError(.limitExceeded, "")) { try sender.seal([1]) }
        let recipient = try HPKERecipient(sender.encapsulatedKey, key, [], nil, nil, .aes256GCM, first: last)
        #expect(try recipient.open(message) == [1])
        #expect(throws: CryptoError(.limitExceeded, "")) { try recipient.open(message) }
    }

    @Test(arguments: AgreementCurve.allCases) func sealedMessagesOpenForTheirRecipientAndContextAlone(curve: AgreementCurve) throws {
        let (mine, theirs) = (try AgreementPrivateKey.generate(curve), try AgreementPrivateKey.generate(curve))
        let message = try SystemEntropy().bytes(count: 20)
        let sealed = try mine.publicKey.seal(message, context: "c", from: theirs)
        #expect(try mine.open(sealed, context: "c", from: theirs.publicKey) == message)
        let plain = try mine.publicKey.seal(SecretBytes(copying: message), context: "c", cipher: .chaCha20Poly1305)
        #expect(try mine.openSecret(plain, context: "c") == SecretBytes(copying: message))
        let other = try AgreementPrivateKey.generate(curve == .p256 ? .x25519 : .p256)
        let attempts: [(AgreementPrivateKey, [UInt8], SealingContext, AgreementPublicKey?)] = [
            (mine, sealed, "d", theirs.publicKey), (mine, sealed, "c", nil), (mine, sealed, "c", mine.publicKey), (theirs, plain, "c", nil),
            (mine, plain, "c", theirs.publicKey), (other, plain, "c", nil), (mine, [], "c", nil),
        ]
        for (key, bytes, context, sender) in attempts {
            #expect(throws: CryptoError.authenticationFailed) { try key.open(bytes, context: context, from: sender) }
        }
        var outcomes: Set<CryptoError.Code?> = []
        func attempt(_ bytes: [UInt8]) {
            do throws(CryptoError) {
                _ = try mine.open(bytes, context: "c", from: theirs.publicKey)
                outcomes.insert(nil)
            } catch { outcomes.insert(error.code) }
        }
        for bit in 0..<8 * sealed.count {
            var changed = sealed
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            attempt(changed)
        }
        for cut in 0..<sealed.count { attempt(Array(sealed.prefix(cut))) }
        attempt(sealed + [0])
        #expect(outcomes == [.authenticationFailed])
    }

    @Test func keysInHardwareServe() throws {
        let software = try AgreementPrivateKey.generate(.p256)
        let key = try AgreementPrivateKey(TokenKey(key: software))
        #expect(key.material == nil && key.attributes.residence == .pkcs11Token && key.publicKey == software.publicKey)
        let sealed = try key.publicKey.seal([1, 2, 3], context: "c")
        #expect(try key.open(sealed, context: "c") == [1, 2, 3])
        let other = try AgreementPrivateKey.generate(.p256)
        let agreed = try other.agree(with: key.publicKey, context: "c").secret("s")
        #expect(try key.agree(with: other.publicKey, context: "c").secret("s") == agreed)
        #expect(throws: CryptoError(.unsupported, "")) { try SealingKey.generate().seal(key, context: "c") }
        // What the hardware says is passed on: it is no statement about the message.
        let absent = try AgreementPrivateKey(TokenKey(key: software, failure: CryptoError(.hardwareUnavailable, "")))
        #expect(throws: CryptoError(.hardwareUnavailable, "")) { try absent.open(sealed, context: "c") }
    }
}
