import Foundation
import MerlonCore
@testable import MerlonCrypto
import TestSupport
import Testing

private struct ChunkedGroup: WycheproofGroup {
    struct Case: WycheproofCase {
        let tcId: Int
        let comment: String
        let flags: [String]
        let result: String
        let key, ctx: HexBytes
        /// Compressed with zlib in the file; see `inflated`.
        let ct: HexBytes
        let aeadKey, baseNonce: HexBytes?
        let msgLength: Int?
        let msgSha512: HexBytes?
    }
    let tests: [Case]
}

@Suite struct ChunkedEncryptionTests {
    /// The file with its messages decompressed, which Python does.
    private static func inflated(_ name: String) throws -> Wycheproof<ChunkedGroup> {
        let program = """
            import json, sys, zlib
            file = json.load(open(sys.argv[1]))
            for group in file["testGroups"]:
                for test in group["tests"]:
                    test["ct"] = zlib.decompress(bytes.fromhex(test["ct"])).hex()
            json.dump(file, sys.stdout)
            """
        let path = try #require(Vectors.folder).appendingPathComponent("wycheproof/\(name)_test.json").path
        let run = try Executable("python3").run(["-c", program, path])
        #expect(run.status == 0, "\(run.errors)")
        return try JSONDecoder().decode(Wycheproof<ChunkedGroup>.self, from: Data(run.output.utf8))
    }

    @Test(
        .enabled(if: Vectors.areAvailable, "\(Vectors.need)"),
        .enabled(if: Executable("python3").isInstalled, "needs python3, which Scripts/setup --tests installs"))
    func vectors() throws {
        for (suite, name) in [(ChunkedEncryption.Suite.aes256, "256"), (.aes128, "128")] {
            try Self.inflated("c2sp_chunked_encryption_aes_\(name)_gcm").run("c2sp_chunked_encryption_aes_\(name)_gcm") { _, test in
                guard let key = try? SecretBytes(copying: test.key.bytes), let length = test.msgLength, let digest = test.msgSha512,
                    let message = try? Self.open(test.ct.bytes, key: key, context: test.ctx.bytes, suite)
                else { return false }
                return message.count == length && HashAlgorithm.sha512.digest(of: message) == digest.bytes
            }
        }
    }

    static func open(_ sealed: [UInt8], key: SecretBytes, context: [UInt8], _ suite: ChunkedEncryption.Suite) throws(CryptoError) -> [UInt8]
    {
        let header = Array(sealed.prefix(ChunkedEncryption.headerByteCount))
        let chunks = try ChunkedEncryption(openingWith: key, header: header, context: context, suite: suite)
        let body = Array(sealed.dropFirst(header.count))
        guard let count = ChunkedEncryption.byteCount(ofSealed: body.count, isLast: true) else { throw .authenticationFailed }
        var message = [UInt8](repeating: 0, count: count)
        unsafe try body.withBytes { (body) throws(CryptoError) in
            unsafe try message.withMutableBytes { (output) throws(CryptoError) in
                unsafe try chunks.open(body, from: 0, isLast: true, into: output)
            }
        }
        return message
    }

    static func seal(_ message: [UInt8], key: SecretBytes, context: [UInt8]) throws(CryptoError) -> [UInt8] {
        let chunks = try ChunkedEncryption(sealingWith: key, context: context)
        var sealed = [UInt8](repeating: 0, count: ChunkedEncryption.sealedByteCount(of: message.count, isLast: true))
        unsafe try message.withBytes { (message) throws(CryptoError) in
            unsafe try sealed.withMutableBytes { (output) throws(CryptoError) in
                unsafe try chunks.seal(message, from: 0, isLast: true, into: output)
            }
        }
        return chunks.header + sealed
    }

    @Test func messagesComeBackAndNothingElseDoes() throws {
        let key = try SystemEntropy().secret(count: 32)
        for length in [0, 1, 16_383, 16_384, 16_385, 32_768, 50_000] {
            let message = try SystemEntropy().bytes(count: length)
            let sealed = try Self.seal(message, key: key, context: [1])
            #expect(try Self.open(sealed, key: key, context: [1], .aes256) == message)
            let chunk = ChunkedEncryption.sealedChunkByteCount
            var changed: [[UInt8]] = [sealed + [0], sealed + sealed.suffix(16), Array(sealed.dropFirst())]
            for cut in [0, 1, 55, 56, 57, 71, 72, 56 + chunk, 56 + 2 * chunk, sealed.count - 1, sealed.count - 16]
            where cut < sealed.count && cut >= 0 {
                changed.append(Array(sealed.prefix(cut)))
            }
            for position in stride(from: 0, to: sealed.count, by: max(1, sealed.count / 97)) {
                var flipped = sealed
                flipped[position] ^= 0x10
                changed.append(flipped)
            }
            if sealed.count > 56 + 2 * chunk {
                var swapped = sealed
                swapped.replaceSubrange(56..<56 + chunk, with: sealed[(56 + chunk)..<(56 + 2 * chunk)])
                swapped.replaceSubrange((56 + chunk)..<(56 + 2 * chunk), with: sealed[56..<56 + chunk])
                changed.append(swapped)
                changed.append(Array(sealed[..<56] + sealed[(56 + chunk)...]))
            }
            var outcomes: Set<String> = []
            for input in changed {
                do throws(CryptoError) {
                    _ = try Self.open(input, key: key, context: [1], .aes256)
                    outcomes.insert("opened")
                } catch { outcomes.insert(error.description) }
            }
            #expect(outcomes == [CryptoError.authenticationFailed.description], "\(length)")
            #expect(throws: CryptoError.authenticationFailed) { try Self.open(sealed, key: key, context: [2], .aes256) }
        }
    }
}
