import MerlonCore
@testable import MerlonCrypto
import Testing

@Suite struct SealingKeyTests {
    static let lengths = [0, 1, 15, 16, 17, 64, 1000]

    @Test func messagesComeBackAndAreNeverTheSame() throws {
        for algorithm in SealingAlgorithm.allCases {
            let key = try SealingKey.generate(algorithm)
            for length in Self.lengths {
                let message = try SystemEntropy().bytes(count: length)
                let sealed = try key.seal(message, context: "test")
                #expect(sealed.count == length + SealingKey.overhead(of: algorithm))
                #expect(try key.open(sealed, context: "test") == message)
                #expect(try key.openSecret(sealed, context: "test") == SecretBytes(copying: message))
                #expect(try key.open(key.seal(SecretBytes(copying: message), context: "test"), context: "test") == message)
                #expect(try key.seal(message, context: "test") != sealed)
                let header = try #require(SealedHeader(of: sealed))
                #expect(header.keyID == key.id && header.algorithm == algorithm)
            }
        }
    }

    /// The property that matters: whatever is done to a message, one error.
    @Test func everyChangeFailsAlike() throws {
        for algorithm in SealingAlgorithm.allCases {
            let key = try SealingKey.generate(algorithm)
            let sealed = try key.seal(Array("attack at dawn".utf8), context: "orders")
            var outcomes: [String: Int] = [:]
            func attempt(_ sealed: [UInt8], _ context: SealingContext = "orders", with key: SealingKey) {
                do throws(CryptoError) {
                    _ = try key.open(sealed, context: context)
                    outcomes["opened", default: 0] += 1
                } catch { outcomes[error.description, default: 0] += 1 }
                do throws(CryptoError) {
                    _ = try key.openSecret(sealed, context: context)
                    outcomes["opened", default: 0] += 1
                } catch { outcomes[error.description, default: 0] += 1 }
            }
            for bit in 0..<8 * sealed.count {
                var changed = sealed
                changed[bit / 8] ^= 1 << UInt8(bit % 8)
                attempt(changed, with: key)
            }
            for length in 0..<sealed.count { attempt(Array(sealed.prefix(length)), with: key) }
            attempt(sealed + [0], with: key)
            attempt(Array(sealed.dropFirst()), with: key)
            for context: SealingContext in ["", "order", "orders ", SealingContext("orders", ""), SealingContext("order", "s")] {
                attempt(sealed, context, with: key)
            }
            attempt(sealed, with: try SealingKey.generate(algorithm))
            attempt(sealed, with: try SealingKey(material: SystemEntropy().secret(count: 32), id: key.id, algorithm: algorithm))
            for other in SealingAlgorithm.allCases where other != algorithm {
                attempt(sealed, with: try SealingKey(material: key.material, id: key.id, algorithm: other))
            }
            #expect(outcomes.keys.sorted() == ["authentication-failed: The input does not authenticate."])
        }
    }

    @Test func anotherInstanceOfTheKeyOpens() throws {
        for algorithm in SealingAlgorithm.allCases {
            let key = try SealingKey.generate(algorithm)
            let sealed = try (0..<20).map { _ in
                try SealingKey(material: key.material, id: key.id, algorithm: algorithm).seal([7], context: "c")
            }
            for message in sealed + sealed.reversed() { #expect(try key.open(message, context: "c") == [7]) }
        }
    }

    /// A subkey is left after its share of messages, and every message before and after still opens.
    @Test func subkeysAreLeftInTime() throws {
        let material = try SystemEntropy().secret(count: 32)
        let schedule = SubkeySchedule(material: material, algorithm: .aes256GCM, entropy: SystemEntropy(), messagesPerSubkey: 5)
        let key = SealingKey(id: KeyID(rawValue: 1), schedule: schedule)
        let sealed = try (0..<23).map { try key.seal([UInt8($0)], context: "c") }
        let salts = sealed.map { Array($0[6..<22]) }
        #expect(Set(salts).count == 5)
        #expect((0..<23).allSatisfy { salts[$0] == salts[$0 / 5 * 5] })
        #expect(SubkeySchedule.messagesPerSubkey <= 1 << 32)
        for (index, message) in sealed.enumerated() { #expect(try key.open(message, context: "c") == [UInt8(index)]) }
    }

    /// Two clones of a machine have the same entropy buffered; the clock keeps their nonces apart.
    @Test func repeatedEntropyDoesNotRepeatNonces() throws {
        struct Stuck: Entropy {
            func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(CoreError) {
                unsafe buffer.initializeMemory(as: UInt8.self, repeating: 42)
            }
        }
        let material = try SystemEntropy().secret(count: 32)
        let keys = try (0..<2).map { _ in try SealingKey(material: material, id: KeyID(rawValue: 1), entropy: Stuck()) }
        let starts = try (0..<200).map { Array(try keys[$0 % 2].seal([1], context: "c")[..<34]) }
        #expect(Set(starts).count == starts.count)
    }

    @Test func wrongLengthsOfKeysAreRefused() throws {
        for count in [0, 16, 31, 33, 64] {
            let material = try SystemEntropy().secret(count: count)
            #expect(throws: CryptoError(.invalidKey, "")) { try SealingKey(material: material, id: KeyID(rawValue: 1)) }
        }
    }

    @Test func nothingPrintedShowsTheKey() throws {
        let key = try SealingKey.generate()
        var text = "\(key) \(String(reflecting: key)) \(KeySet(primary: key))"
        dump(key, to: &text)
        dump(KeySet(primary: key), to: &text)
        dump(try DerivationKey.generate(), to: &text)
        dump(try AuthenticationKey.generate(), to: &text)
        #expect(text.contains(key.id.description))
        let bytes = key.material.copy
        #expect(!text.contains(Hex.encode(bytes)) && !text.contains("\(bytes[0]), \(bytes[1])"))
    }

    /// The format, composed by hand of HMAC and the bare cipher.
    @Test func formatIsAsDocumented() throws {
        let key = try SealingKey.generate()
        let sealed = try key.seal(Array("hello".utf8), context: SealingContext("a", "bc"))
        #expect(Array(sealed[..<2]) == [1, 1] && Hex.encode(sealed[2..<6]) == key.id.description)
        let subkey = try HMAC.code(.sha256, key: key.material, message: Array("merlon.seal.1".utf8) + [1] + sealed[6..<22] + [1])
        let context: [UInt8] = [0, 0, 0, 1, 0x61, 0, 0, 0, 2, 0x62, 0x63]
        let data = Array(sealed[..<34]) + context
        var output = [UInt8](repeating: 0, count: 5)
        unsafe try subkey.withBytes { (subkey) throws(CryptoError) in
            unsafe try sealed.withBytes { (sealed) throws(CryptoError) in
                unsafe try data.withBytes { (data) throws(CryptoError) in
                    unsafe try output.withMutableBytes { (output) throws(CryptoError) in
                        let input = unsafe AEADInput(
                            key: subkey, nonce: UnsafeRawBufferPointer(rebasing: sealed[22..<34]), authenticating: data,
                            message: UnsafeRawBufferPointer(rebasing: sealed[34...]))
                        unsafe try Backend.open(.aes256GCM, input, into: output)
                    }
                }
            }
        }
        #expect(output == Array("hello".utf8))
    }
}
