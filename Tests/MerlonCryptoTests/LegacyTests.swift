import Foundation
import MerlonCore
@testable import MerlonCrypto
import TestSupport
import Testing

/// Messages that an independent composition of the same standards made, as CryptoKit and Security write them.
@Suite(.enabled(if: Executable.projectPython.isInstalled, "needs cryptography, which Scripts/setup --tests installs"))
struct LegacyTests {
    private struct Samples: Decodable, Sendable {
        /// By curve: `secp256r1`, `secp384r1`, `secp521r1`.
        let recipients: [String: Recipient]
        let boxes: [Box]
        struct Recipient: Decodable, Sendable {
            let key, point: HexBytes
            let messages: [String: [HexBytes]]
        }
        struct Box: Decodable, Sendable {
            let cipher: String
            let key, combined, data, plain: HexBytes
        }
    }

    private static let program = """
        import json, os, sys
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM, ChaCha20Poly1305
        from cryptography.hazmat.primitives.kdf.x963kdf import X963KDF
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
        functions = dict(SHA1=hashes.SHA1(), SHA256=hashes.SHA256(), SHA384=hashes.SHA384(), SHA512=hashes.SHA512())
        def encoded(key): return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        def message(recipient, plain, name, variable):
            ephemeral = ec.generate_private_key(recipient.curve)
            point = encoded(ephemeral)
            secret = ephemeral.exchange(ec.ECDH(), recipient.public_key())
            size = 32 if recipient.curve.key_size > 256 else 16
            derived = X963KDF(functions[name], size + 16 if variable else size, point).derive(secret)
            return point + AESGCM(derived[:size]).encrypt(derived[size:] if variable else bytes(16), plain, None)
        recipients = {}
        for curve in (ec.SECP256R1(), ec.SECP384R1(), ec.SECP521R1()):
            recipient = ec.generate_private_key(curve)
            messages = {}
            for name in functions:
                for kind in ("Standard", "Cofactor"):
                    for variable in (False, True) if name != "SHA1" else (False,):
                        algorithm = "eciesEncryption%s%sX963%sAESGCM" % (kind, "VariableIV" if variable else "", name)
                        messages[algorithm] = [message(recipient, plain, name, variable).hex() for plain in (b"", b"secret of old")]
            scalar = recipient.private_numbers().private_value.to_bytes((curve.key_size + 7) // 8, "big")
            recipients[curve.name] = dict(key=scalar.hex(), point=encoded(recipient).hex(), messages=messages)
        boxes = []
        for count, cipher in ((16, AESGCM), (24, AESGCM), (32, AESGCM), (32, ChaCha20Poly1305)):
            for plain, data in ((b"", b""), (b"box of old", b"context")):
                key, nonce = os.urandom(count), os.urandom(12)
                box = nonce + cipher(key).encrypt(nonce, plain, data)
                boxes.append(dict(cipher=cipher.__name__, key=key.hex(), combined=box.hex(), data=data.hex(), plain=plain.hex()))
        json.dump(dict(recipients=recipients, boxes=boxes), sys.stdout)
        """

    private let samples: Samples
    private let sealing: SealingKey

    init() throws {
        let run = try Executable.projectPython.run(["-c", Self.program])
        #expect(run.status == 0, "\(run.errors)")
        samples = try JSONDecoder().decode(Samples.self, from: Data(run.output.utf8))
        sealing = try SealingKey.generate()
    }

    @Test func eciesMessagesOpen() throws {
        let recipient = try #require(samples.recipients["secp256r1"])
        let key = try AgreementPrivateKey(.p256, material: SecretBytes(copying: recipient.key.bytes))
        let token = try AgreementPrivateKey(HPKETests.TokenKey(key: key))
        #expect(recipient.messages.count == SecurityECIESMessage.Algorithm.allCases.count)
        for (name, messages) in recipient.messages {
            let algorithm = try #require(SecurityECIESMessage.Algorithm(rawValue: name))
            #expect(try SecurityECIESMessage(messages[0].bytes, algorithm).open(with: key) == [], "\(name)")
            let message = SecurityECIESMessage(messages[1].bytes, algorithm)
            #expect(try message.open(with: token) == Array("secret of old".utf8), "\(name)")
            #expect(try message.openSecret(with: key) == SecretBytes(copying: Array("secret of old".utf8)))
            let resealed = try message.reseal(openingWith: key, sealingWith: sealing, context: "c")
            #expect(try sealing.open(resealed, context: "c") == Array("secret of old".utf8))
            // The message does not say its algorithm: every other one fails, but for the one that differs in the cofactor alone.
            for other in SecurityECIESMessage.Algorithm.allCases {
                let same = other.hash == algorithm.hash && other.hasVariableNonce == algorithm.hasVariableNonce
                let opened = try? SecurityECIESMessage(messages[1].bytes, other).open(with: key)
                #expect((opened != nil) == same, "\(name) \(other)")
            }
        }
    }

    @Test func changedECIESMessagesFail() throws {
        let recipient = try #require(samples.recipients["secp256r1"])
        let key = try AgreementPrivateKey(.p256, material: SecretBytes(copying: recipient.key.bytes))
        let algorithm = SecurityECIESMessage.Algorithm.eciesEncryptionCofactorVariableIVX963SHA256AESGCM
        let bytes = try #require(recipient.messages[algorithm.rawValue])[1].bytes
        let outcomes = Self.outcomes(of: bytes) { (changed) throws(CryptoError) in
            _ = try SecurityECIESMessage(changed, algorithm).open(with: key)
        }
        #expect(outcomes == [.authenticationFailed])
        let other = try AgreementPrivateKey.generate(.p256)
        #expect(throws: CryptoError.authenticationFailed) { try SecurityECIESMessage(bytes, algorithm).open(with: other) }
        #expect(throws: CryptoError(.invalidKey, "")) {
            try SecurityECIESMessage(bytes, algorithm).open(with: AgreementPrivateKey.generate(.x25519))
        }
        let absent = try AgreementPrivateKey(HPKETests.TokenKey(key: key, failure: CryptoError(.hardwareUnavailable, "")))
        #expect(throws: CryptoError(.hardwareUnavailable, "")) { try SecurityECIESMessage(bytes, algorithm).open(with: absent) }
    }

    @Test(arguments: [(LegacyAgreementKey.Curve.p384, "secp384r1"), (.p521, "secp521r1")])
    func eciesMessagesOfLargerCurvesOpen(curve: LegacyAgreementKey.Curve, name: String) throws {
        let recipient = try #require(samples.recipients[name])
        let key = try LegacyAgreementKey(curve, material: SecretBytes(copying: recipient.key.bytes))
        #expect(key.publicKey == recipient.point.bytes)
        let exported = try LegacyAgreementKey(externalRepresentation: SecretBytes(copying: recipient.point.bytes + recipient.key.bytes))
        #expect(exported.curve == curve && exported.publicKey == key.publicKey)
        #expect(recipient.messages.count == SecurityECIESMessage.Algorithm.allCases.count)
        for (name, messages) in recipient.messages {
            let algorithm = try #require(SecurityECIESMessage.Algorithm(rawValue: name))
            #expect(try SecurityECIESMessage(messages[0].bytes, algorithm).open(with: key) == [], "\(name)")
            let message = SecurityECIESMessage(messages[1].bytes, algorithm)
            #expect(try message.open(with: exported) == Array("secret of old".utf8), "\(name)")
            #expect(try message.openSecret(with: key) == SecretBytes(copying: Array("secret of old".utf8)))
            let resealed = try message.reseal(openingWith: key, sealingWith: sealing, context: "c")
            #expect(try sealing.open(resealed, context: "c") == Array("secret of old".utf8))
        }
        let algorithm = SecurityECIESMessage.Algorithm.eciesEncryptionStandardVariableIVX963SHA384AESGCM
        let bytes = try #require(recipient.messages[algorithm.rawValue])[1].bytes
        let outcomes = Self.outcomes(of: bytes) { (changed) throws(CryptoError) in
            _ = try SecurityECIESMessage(changed, algorithm).open(with: key)
        }
        #expect(outcomes == [.authenticationFailed])
        // Neither does it open with the keys of the other curves, whatever their length makes of it.
        let small = try AgreementPrivateKey.generate(.p256)
        #expect(throws: CryptoError.authenticationFailed) { try SecurityECIESMessage(bytes, algorithm).open(with: small) }
        let other = try #require(samples.recipients[curve == .p384 ? "secp521r1" : "secp384r1"])
        let foreign = try LegacyAgreementKey(curve == .p384 ? .p521 : .p384, material: SecretBytes(copying: other.key.bytes))
        #expect(throws: CryptoError.authenticationFailed) { try SecurityECIESMessage(bytes, algorithm).open(with: foreign) }
    }

    @Test(arguments: LegacyAgreementKey.Curve.allCases)
    func whatIsNoKeyOfALargerCurveIsRefused(curve: LegacyAgreementKey.Curve) throws {
        let count = curve.privateKeyByteCount
        let one = [UInt8](repeating: 0, count: count - 1) + [1]
        let point = try LegacyAgreementKey(curve, material: SecretBytes(copying: one)).publicKey
        var shifted = point
        shifted[count] ^= 1
        let scalars = [
            [], [1], [UInt8](repeating: 0, count: count), [UInt8](repeating: 0xFF, count: count), one + [0], Array(one.dropFirst()),
        ]
        for scalar in scalars {
            #expect(throws: CryptoError(.invalidKey, "")) { try LegacyAgreementKey(curve, material: SecretBytes(copying: scalar)) }
        }
        // Cut, too long, the other half of another key, and a point off the curve.
        let exports = [one, point, point + one.dropLast(), point + one + [0], point + one.dropLast() + [2], shifted + one]
        for export in exports {
            #expect(throws: CryptoError(.invalidKey, "")) { try LegacyAgreementKey(externalRepresentation: SecretBytes(copying: export)) }
        }
    }

    @Test func boxesOpen() throws {
        #expect(samples.boxes.count == 8)
        for sample in samples.boxes {
            let cipher: CryptoKitSealedBox.Cipher = sample.cipher == "AESGCM" ? .aesGCM : .chaChaPoly
            let box = CryptoKitSealedBox(combined: sample.combined.bytes, cipher)
            let key = try SecretBytes(copying: sample.key.bytes)
            #expect(try box.open(with: key, authenticating: sample.data.bytes) == sample.plain.bytes)
            #expect(try box.openSecret(with: key, authenticating: sample.data.bytes) == SecretBytes(copying: sample.plain.bytes))
            let resealed = try box.reseal(openingWith: key, authenticating: sample.data.bytes, sealingWith: sealing, context: "c")
            #expect(try sealing.open(resealed, context: "c") == sample.plain.bytes)
            let outcomes = Self.outcomes(of: sample.combined.bytes) { (changed) throws(CryptoError) in
                _ = try CryptoKitSealedBox(combined: changed, cipher).open(with: key, authenticating: sample.data.bytes)
            }
            #expect(outcomes == [.authenticationFailed])
            #expect(throws: CryptoError.authenticationFailed) { try box.open(with: key, authenticating: sample.data.bytes + [0]) }
            #expect(throws: CryptoError.authenticationFailed) {
                try box.open(with: SystemEntropy().secret(count: key.count), authenticating: sample.data.bytes)
            }
            for count in [0, 15, 17, 31, 33] + (cipher == .chaChaPoly ? [16, 24] : []) {
                #expect(throws: CryptoError(.invalidKey, "")) { try box.open(with: SystemEntropy().secret(count: count)) }
            }
        }
    }

    /// How opening fails for every flipped bit, every cut, and a byte too many; `nil` among them when something opened.
    private static func outcomes(
        of bytes: [UInt8], _ open: ([UInt8]) throws(CryptoError) -> Void
    ) -> Set<CryptoError.Code?> {
        var outcomes: Set<CryptoError.Code?> = []
        func attempt(_ changed: [UInt8]) {
            do throws(CryptoError) {
                try open(changed)
                outcomes.insert(nil)
            } catch { outcomes.insert(error.code) }
        }
        for bit in 0..<8 * bytes.count {
            var changed = bytes
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            attempt(changed)
        }
        for cut in 0..<bytes.count { attempt(Array(bytes.prefix(cut))) }
        attempt(bytes + [0])
        return outcomes
    }
}
