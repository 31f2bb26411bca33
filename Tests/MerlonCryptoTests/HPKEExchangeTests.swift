import Foundation
import MerlonCore
@testable import MerlonCrypto
import TestSupport
import Testing

/// HPKE with two implementations from PyPI: pyhpke for every mode, and cryptography's own for single messages of the base mode.
@Suite(.enabled(if: Executable.projectPython.isInstalled, "needs pyhpke and cryptography, which Scripts/setup --tests installs"))
struct HPKEExchangeTests {
    private struct Reply: Decodable, Sendable {
        struct Row: Decodable, Sendable {
            let opened: [String]
            let enc: HexBytes
            let sealed: [HexBytes]
            let exported: String
            let single: HexBytes?
            let singleOpened: String?
        }
        let rows: [Row]
    }

    /// Reads rows of what Merlon sealed, opens them, and answers with messages of its own for the same keys.
    private static let peer = """
        import json, sys
        from pyhpke import AEADId, CipherSuite, KDFId, KEMId
        from cryptography.hazmat.primitives import hpke
        from cryptography.hazmat.primitives.asymmetric import ec, x25519
        rows = []
        for row in json.load(sys.stdin)["rows"]:
            b = {k: bytes.fromhex(v) for k, v in row.items() if isinstance(v, str)}
            suite = CipherSuite.new(KEMId(row["kem"]), KDFId.HKDF_SHA256, AEADId(row["aead"]))
            sk, sks = suite.kem.deserialize_private_key(b["key"]), None
            pk, pks = suite.kem.deserialize_public_key(b["public"]), None
            if b["sender"]:
                sks, pks = suite.kem.deserialize_private_key(b["sender"]), suite.kem.deserialize_public_key(b["senderPublic"])
            recipient = suite.create_recipient_context(b["enc"], sk, b["info"], pks, b["psk"], b["pskId"])
            opened = [recipient.open(bytes.fromhex(m), bytes([i])).hex() for i, m in enumerate(row["sealed"])]
            enc, sender = suite.create_sender_context(pk, b["info"], sks, b["psk"], b["pskId"])
            sealed = [sender.seal(b"reply %d" % i, bytes([i])).hex() for i in range(3)]
            answer = dict(opened=opened, enc=enc.hex(), sealed=sealed, exported=recipient.export(b"x", 48).hex())
            if not b["sender"] and not b["psk"]:
                kem = {32: hpke.KEM.X25519, 16: hpke.KEM.P256}[row["kem"]]
                aead = [None, hpke.AEAD.AES_128_GCM, hpke.AEAD.AES_256_GCM, hpke.AEAD.CHACHA20_POLY1305][row["aead"]]
                other = hpke.Suite(kem, hpke.KDF.HKDF_SHA256, aead)
                if row["kem"] == 32:
                    private = x25519.X25519PrivateKey.from_private_bytes(b["key"])
                else:
                    private = ec.derive_private_key(int.from_bytes(b["key"], "big"), ec.SECP256R1())
                answer["single"] = other.encrypt(b"single", private.public_key(), b["info"]).hex()
                answer["singleOpened"] = other.decrypt(b["single"], private, b["info"]).hex()
            rows.append(answer)
        json.dump(dict(rows=rows), sys.stdout)
        """

    @Test func messagesGoBothWays() throws {
        var rows: [JSONValue] = []
        var contexts: [(AgreementPrivateKey, AgreementPrivateKey?, HPKEPreSharedKey?, HPKECipher, HPKESender)] = []
        let info = Array("info".utf8)
        for curve in AgreementCurve.allCases {
            for cipher in HPKECipher.allCases where cipher != .exportOnly {
                for mode in 0..<4 {
                    let key = try AgreementPrivateKey.generate(curve)
                    let from = mode >= 2 ? try AgreementPrivateKey.generate(curve) : nil
                    let secret = try SystemEntropy().secret(count: 32)
                    let psk = mode % 2 == 1 ? try HPKEPreSharedKey(id: [1, 2], secret: secret) : nil
                    let sender = try HPKESender(
                        to: key.publicKey, info: info, authenticatedBy: from, preSharedKey: psk, cipher: cipher)
                    let sealed = try (0..<3).map { try sender.seal("message \($0)".utf8, authenticating: [UInt8($0)]) }
                    let single = try HPKESender(to: key.publicKey, info: info, cipher: cipher)
                    let row: [String: String] = [
                        "key": hex(key.material), "public": Hex.encode(key.publicKey.bytes), "sender": hex(from?.material),
                        "senderPublic": Hex.encode(from?.publicKey.bytes ?? []), "info": Hex.encode(info),
                        "psk": psk == nil ? "" : hex(secret), "pskId": Hex.encode(psk?.id ?? []), "enc": Hex.encode(sender.encapsulatedKey),
                        "single": Hex.encode(single.encapsulatedKey + (try single.seal("single".utf8))),
                    ]
                    var object = row.mapValues { JSONValue.string($0) }
                    object["sealed"] = .array(sealed.map { .string(Hex.encode($0)) })
                    object["kem"] = .integer(Int64(curve.kemID))
                    object["aead"] = .integer(Int64(cipher.rawValue))
                    rows.append(.object(object))
                    contexts.append((key, from, psk, cipher, sender))
                }
            }
        }
        let input = JSONValue.object(["rows": .array(rows)]).serialized()
        let run = try Executable.projectPython.run(["-c", Self.peer], input: input)
        try #require(run.status == 0, "\(run.errors)")
        let reply = try JSONDecoder().decode(Reply.self, from: Data(run.output.utf8))
        try #require(reply.rows.count == 24)
        for ((key, from, psk, cipher, sender), row) in zip(contexts, reply.rows) {
            #expect(row.opened == (0..<3).map { Hex.encode(Array("message \($0)".utf8)) })
            #expect(row.exported == hex(try sender.exportSecret(context: Array("x".utf8), count: 48)))
            let recipient = try HPKERecipient(
                encapsulatedKey: row.enc.bytes, with: key, info: info, from: from?.publicKey, preSharedKey: psk, cipher: cipher)
            let opened = try row.sealed.enumerated().map { try recipient.open($1.bytes, authenticating: [UInt8($0)]) }
            #expect(opened == (0..<3).map { Array("reply \($0)".utf8) })
            #expect((row.single != nil) == (from == nil && psk == nil))
            if let single = row.single?.bytes {
                let count = key.curve.publicKeyByteCount
                let recipient = try HPKERecipient(encapsulatedKey: single.prefix(count), with: key, info: info, cipher: cipher)
                #expect(try recipient.open(single.dropFirst(count)) == Array("single".utf8))
                #expect(row.singleOpened == Hex.encode(Array("single".utf8)))
            }
        }
    }

    private func hex(_ secret: SecretBytes?) -> String { secret.map { unsafe $0.withUnsafeBytes { unsafe Hex.encode(Array($0)) } } ?? "" }
}
