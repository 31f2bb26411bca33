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

    private static func expectDistinct(_ seal: @escaping @Sendable () throws -> [UInt8]) async throws {
        let sealed = try await withThrowingTaskGroup(of: [[UInt8]].self) { group in
            for _ in 0..<8 { group.addTask { try (0..<2_000).map { _ in try seal() } } }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(sealed.count == 16_000 && Set(sealed).count == sealed.count)
    }
}
