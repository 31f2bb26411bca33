import MerlonCore
@testable import MerlonCrypto
import Testing

/// What counts its messages never gives two of them one number, however many threads seal: the same plaintext under one key and nonce would be
/// the same ciphertext.
@Suite struct ConcurrentSealingTests {
    @Test func channelsCountAcrossThreads() async throws {
        let (client, server) = try ChannelTests.Keys(.x25519).parties(.ik)
        let (up, _) = try ChannelTests.connect(client, server)
        try await Self.expectDistinct { try up.seal([1, 2, 3]) }
    }

    @Test func hpkeCountsAcrossThreads() async throws {
        let key = try AgreementPrivateKey.generate(.x25519)
        let sender = try HPKESender(to: key.publicKey, info: [])
        try await Self.expectDistinct { try sender.seal([1, 2, 3]) }
    }

    /// Salt and nonce of 160,000 messages that two objects of one key seal, as two processes would, over many subkeys. Benchmarks/crypto does the
    /// same with ten million.
    @Test(arguments: SealingAlgorithm.allCases) func noncesNeverRepeat(algorithm: SealingAlgorithm) async throws {
        let material = try SystemEntropy().secret(count: 32)
        let keys = (0..<2).map { _ in
            let schedule = SubkeySchedule(material: material, algorithm: algorithm, entropy: SystemEntropy(), messagesPerSubkey: 500)
            return SealingKey(id: KeyID(rawValue: 1), schedule: schedule)
        }
        let end = SealingKey.overhead(of: algorithm) - AEAD.tagByteCount
        let seen = try await withThrowingTaskGroup(of: [[UInt8]].self) { group in
            for number in 0..<8 {
                group.addTask {
                    try (0..<20_000).map { _ in Array(try keys[number % 2].seal([0], context: "c")[SealedHeader.byteCount..<end]) }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(seen.count == 160_000 && Set(seen).count == seen.count)
        #expect(Set(seen.map { $0.prefix(algorithm.saltByteCount) }).count == (algorithm.saltByteCount == 0 ? 1 : 320))
    }

    private static func expectDistinct(_ seal: @escaping @Sendable () throws -> [UInt8]) async throws {
        let sealed = try await withThrowingTaskGroup(of: [[UInt8]].self) { group in
            for _ in 0..<8 { group.addTask { try (0..<2_000).map { _ in try seal() } } }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(sealed.count == 16_000 && Set(sealed).count == sealed.count)
    }
}
