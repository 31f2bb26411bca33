import Foundation
import MerlonCore
@testable import MerlonCrypto
import TestSupport
import Testing

private struct HPKEVector: Decodable, Sendable {
    struct Encryption: Decodable, Sendable { let aad, ct, nonce, pt: HexBytes }
    struct Export: Decodable, Sendable {
        let exporterContext, exportedValue: HexBytes
        let L: Int
    }
    let mode: Int
    let kemId, aeadId: UInt16
    let info, ikmR, ikmE, skRm, skEm, pkRm, pkEm, enc: HexBytes
    let ikmS, skSm, pkSm, psk, pskId: HexBytes?
    let encryptions: [Encryption]
    let exports: [Export]
}

/// The vectors of RFC 9180 (the whole file that appendix A is taken from): every mode and cipher of both KEMs, 257 messages each.
@Suite(.enabled(if: Executable.projectPython.isInstalled, "needs cryptography-vectors, which Scripts/setup --tests installs"))
struct HPKEVectorTests {
    private static func vectors() throws -> [HPKEVector] {
        let program = """
            import cryptography_vectors as v, json, os, sys
            path = os.path.join(os.path.dirname(v.__file__), "HPKE", "test-vectors.json")
            json.dump([x for x in json.load(open(path)) if x["kem_id"] in (16, 32) and x["kdf_id"] == 1], sys.stdout)
            """
        let run = try Executable.projectPython.run(["-c", program])
        #expect(run.status == 0, "\(run.errors)")
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode([HPKEVector].self, from: Data(run.output.utf8))
    }

    @Test func appendixA() throws {
        let vectors = try Self.vectors()
        // Two KEMs, four ciphers with the one that only exports, four modes.
        #expect(vectors.count == 32 && Set(vectors.map { [UInt16($0.mode), $0.kemId, $0.aeadId] }).count == 32)
        for vector in vectors {
            let name = "mode \(vector.mode), KEM \(vector.kemId), AEAD \(vector.aeadId)"
            let curve = try #require(AgreementCurve(kemID: vector.kemId))
            let cipher = try #require(HPKECipher(rawValue: vector.aeadId))
            let keys = try key(curve, vector.ikmE, vector.skEm)
            let recipientKey = try key(curve, vector.ikmR, vector.skRm)
            let senderKey = try vector.ikmS.map { try key(curve, $0, vector.skSm) }
            #expect(keys.publicKey.bytes == vector.pkEm.bytes && recipientKey.publicKey.bytes == vector.pkRm.bytes, "\(name)")
            #expect(senderKey?.publicKey.bytes == vector.pkSm?.bytes && (senderKey != nil) == (vector.mode >= 2), "\(name)")
            let psk = try vector.psk.map {
                try HPKEPreSharedKey(id: vector.pskId?.bytes ?? [], secret: SecretBytes(copying: $0.bytes))
            }
            #expect((psk != nil) == (vector.mode % 2 == 1), "\(name)")
            let sender = try HPKESender(
                to: recipientKey.publicKey, info: vector.info.bytes, sender: senderKey, preSharedKey: psk, cipher: cipher, ephemeral: keys)
            let recipient = try HPKERecipient(
                encapsulatedKey: vector.enc.bytes, with: recipientKey, info: vector.info.bytes, from: senderKey?.publicKey,
                preSharedKey: psk, cipher: cipher)
            #expect(sender.encapsulatedKey == vector.enc.bytes, "\(name)")
            #expect(vector.encryptions.count == (cipher == .exportOnly ? 0 : 257), "\(name)")
            var wrong = 0
            for message in vector.encryptions {
                let sealed = try sender.seal(message.pt.bytes, authenticating: message.aad.bytes)
                let opened = try recipient.open(message.ct.bytes, authenticating: message.aad.bytes)
                if sealed != message.ct.bytes || opened != message.pt.bytes { wrong += 1 }
            }
            #expect(!vector.exports.isEmpty)
            for export in vector.exports {
                let expected = try SecretBytes(copying: export.exportedValue.bytes)
                let context = export.exporterContext.bytes
                if try sender.exportSecret(context: context, count: export.L) != expected { wrong += 1 }
                if try recipient.exportSecret(context: context, count: export.L) != expected { wrong += 1 }
            }
            #expect(wrong == 0, "\(name)")
        }
    }

    /// The key that the vector's seed gives, which must be the one that the vector says.
    private func key(_ curve: AgreementCurve, _ seed: HexBytes, _ expected: HexBytes?) throws -> AgreementPrivateKey {
        let key = try AgreementPrivateKey.derive(curve, from: SecretBytes(copying: seed.bytes))
        let material = try SecretBytes(copying: expected?.bytes ?? [])
        // An X25519 scalar is the same key before and after clamping.
        let same = try key.material == material || AgreementPrivateKey(curve, material: material).publicKey == key.publicKey
        #expect(same)
        return key
    }
}
