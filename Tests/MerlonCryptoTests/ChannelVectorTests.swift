import Foundation
import MerlonCore
@testable import MerlonCrypto
import TestSupport
import Testing

private struct ChannelVectors: Decodable, Sendable {
    struct Vector: Decodable, Sendable {
        let `protocol`, pattern, curve, cipher: String
        let first, second, confirmation, binding, agreed: HexBytes
        let up, down: [HexBytes]
    }
    let messagesPerKey: Int
    let seeds: [String: HexBytes]
    let vectors: [Vector]
}

/// A source that has known bytes and no others.
struct FixedEntropy: Entropy {
    let bytes: [UInt8]
    func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(CoreError) {
        guard buffer.count == bytes.count else { throw CoreError(.entropyUnavailable, "no more bytes") }
        unsafe buffer.copyBytes(from: bytes)
    }
}

/// Whole channels whose every byte an independent implementation of Noise computed: all patterns, curves and ciphers, with three new keys
/// each way.
@Suite struct ChannelVectorTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Vectors/Channel")

    @Test func channelsAreThoseOfTheVectors() throws {
        let file = try JSONDecoder().decode(
            ChannelVectors.self, from: try Data(contentsOf: Self.folder.appendingPathComponent("vectors.json")))
        #expect(file.vectors.count == NoisePattern.allCases.count * AgreementCurve.allCases.count * ChannelCipher.allCases.count)
        #expect(Set(file.vectors.map(\.protocol)).count == file.vectors.count)
        let seeds = try file.seeds.mapValues { try SecretBytes(copying: $0.bytes) }
        for vector in file.vectors {
            let curve: AgreementCurve = vector.curve == "P256" ? .p256 : .x25519
            let cipher: ChannelCipher = vector.cipher == "AESGCM" ? .aes256GCM : .chaCha20Poly1305
            let pattern = try #require(NoisePattern(rawValue: vector.pattern))
            let context = SealingContext("vector", vector.pattern)
            let psk = try #require(seeds["psk"])
            let (mine, theirs) = (
                try AgreementPrivateKey(curve, material: #require(seeds["client"])),
                try AgreementPrivateKey(curve, material: #require(seeds["server"]))
            )
            var (client, server) = try ChannelTests.parties(pattern, mine, theirs, psk, cipher, context)
            (client.settings.messagesPerKey, server.settings.messagesPerKey) = (file.messagesPerKey, file.messagesPerKey)
            #expect(client.settings.protocolName == vector.protocol)
            let start = try client.begin(using: FixedEntropy(bytes: file.seeds["client ephemeral"]?.bytes ?? []))
            #expect(start.message == vector.first.bytes, "\(vector.protocol)")
            let answer = try server.answer(vector.first.bytes, using: FixedEntropy(bytes: file.seeds["server ephemeral"]?.bytes ?? []))
            #expect(answer.message == vector.second.bytes, "\(vector.protocol)")
            let (up, confirmation) = try start.finish(vector.second.bytes)
            #expect(confirmation == vector.confirmation.bytes, "\(vector.protocol)")
            let down = try answer.confirm(vector.confirmation.bytes)
            #expect(up.binding == vector.binding.bytes && down.binding == vector.binding.bytes, "\(vector.protocol)")
            let agreed = try DerivationKey(material: SecretBytes(copying: vector.agreed.bytes)).secret("x")
            #expect(try up.agreedKey.secret("x") == agreed && down.agreedKey.secret("x") == agreed, "\(vector.protocol)")
            var wrong = 0
            for (number, sealed) in vector.up.enumerated() {
                let message = Array("up \(number + 1)".utf8)
                if try up.seal(message) != sealed.bytes || down.open(sealed.bytes) != message { wrong += 1 }
            }
            for (number, sealed) in vector.down.enumerated() {
                let message = Array("down \(number)".utf8)
                if try down.seal(message) != sealed.bytes || up.open(sealed.bytes) != message { wrong += 1 }
            }
            #expect(wrong == 0 && vector.up.count == 7 && vector.down.count == 8, "\(vector.protocol)")
        }
    }

    @Test(.enabled(if: Executable.projectPython.isInstalled, "needs dissononce, which Scripts/setup --tests installs"))
    func theIndependentImplementationStillSaysSo() throws {
        let run = try Executable.projectPython.run([Self.folder.appendingPathComponent("generate.py").path])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output == String(decoding: try Data(contentsOf: Self.folder.appendingPathComponent("vectors.json")), as: UTF8.self))
    }
}
