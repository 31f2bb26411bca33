import Foundation
import MerlonCore
@testable import MerlonCrypto
import TestSupport
import Testing

@Suite struct SealedFileTests {
    /// A folder of its own for a test; everything in it goes with it.
    final class Folder {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("sealed-\(UUID().uuidString)")
        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(at: url) }
        func path(_ name: String) -> String { url.appendingPathComponent(name).path }
        func write(_ bytes: [UInt8], _ name: String) throws { try Data(bytes).write(to: url.appendingPathComponent(name)) }
        func read(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: url.appendingPathComponent(name))) }
        var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }
    }

    let folder: Folder
    let key: SealingKey

    init() throws {
        folder = try Folder()
        key = try SealingKey.generate()
    }

    @Test func filesOfAllSizesComeBack() throws {
        // Around a chunk, and around the 64 chunks that are read at once.
        for size in [0, 1, 16_384, 1 << 20, (1 << 20) - 1, (1 << 20) + 1, 3_000_000, 8 << 20, (9 << 20) + 5] {
            let contents = try SystemEntropy().bytes(count: size)
            try folder.write(contents, "plain")
            try SealedFile.seal(folder.path("plain"), to: folder.path("sealed"), for: [.key(key)], context: "c")
            try SealedFile.open(folder.path("sealed"), to: folder.path("opened"), with: .key(key), context: "c")
            #expect(try folder.read("opened") == contents, "\(size)")
            let reader = try SealedFileReader(folder.path("sealed"), with: .key(key), context: "c")
            #expect(reader.byteCount == size)
            for range in [0..<0, 0..<min(size, 10), max(0, size - 10)..<size, size / 3..<min(size, size / 3 + 40_000)] {
                #expect(try reader.read(range) == Array(contents[range]))
            }
            #expect(throws: CryptoError(.invalidArgument, "")) { try reader.read(0..<size + 1) }
        }
        #expect(folder.names == ["opened", "plain", "sealed"])
    }

    @Test func everyChangeFailsAndLeavesNothing() throws {
        let contents = try SystemEntropy().bytes(count: 40_000)
        try folder.write(contents, "plain")
        try SealedFile.seal(folder.path("plain"), to: folder.path("sealed"), for: [.key(key)], context: "c")
        let sealed = try folder.read("sealed")
        try folder.write(Array("old".utf8), "opened")
        func attempt(_ bytes: [UInt8]) throws -> CryptoError.Code? {
            try folder.write(bytes, "changed")
            do throws(CryptoError) {
                try SealedFile.open(folder.path("changed"), to: folder.path("opened"), with: .key(key), context: "c")
                return nil
            } catch { return error.code }
        }
        let headerCount = try SealedFileHeader.byteCount(from: Array(sealed.prefix(12)))
        var outcomes: [Bool: Set<CryptoError.Code?>] = [:]
        for position in Array(0..<headerCount + 80) + Array(stride(from: headerCount + 80, to: sealed.count, by: 997)) {
            var changed = sealed
            changed[position] ^= 0x04
            outcomes[position >= headerCount, default: []].insert(try attempt(changed))
        }
        for cut in Array(0..<headerCount + 80) + [headerCount + 56 + 16_400, sealed.count - 1] {
            outcomes[cut >= headerCount, default: []].insert(try attempt(Array(sealed.prefix(cut))))
        }
        outcomes[true, default: []].insert(try attempt(sealed + [0]))
        #expect(outcomes[true] == [.authenticationFailed])
        // The header's shape is public; a change that keeps it is an authentication failure.
        #expect(outcomes[false]?.isSubset(of: [.authenticationFailed, .malformed, .limitExceeded, .unsupported]) == true)
        #expect(throws: CryptoError.authenticationFailed) {
            try SealedFile.open(folder.path("sealed"), to: folder.path("opened"), with: .key(key), context: "d")
        }
        #expect(throws: CryptoError.authenticationFailed) {
            try SealedFile.open(folder.path("sealed"), to: folder.path("opened"), with: .key(SealingKey.generate()), context: "c")
        }
        #expect(try folder.read("opened") == Array("old".utf8))
        #expect(folder.names == ["changed", "opened", "plain", "sealed"])
    }

    @Test func anyRecipientOpens() throws {
        var keys = try KeySet.generate()
        try folder.write([1, 2, 3], "plain")
        try SealedFile.seal(folder.path("plain"), to: folder.path("sealed"), for: [.key(key), .keys(keys)], context: "c")
        try keys.rotate()
        for identity in [FileIdentity.key(key), .keys(keys)] {
            try SealedFile.open(folder.path("sealed"), to: folder.path("opened"), with: identity, context: "c")
            #expect(try folder.read("opened") == [1, 2, 3])
        }
        #expect(throws: CryptoError(.invalidArgument, "")) {
            try SealedFile.seal(folder.path("plain"), to: folder.path("none"), for: [], context: "c")
        }
    }

    @Test func passwordsOpen() throws {
        try folder.write([1, 2, 3], "plain")
        try SealedFile.seal(
            folder.path("plain"), to: folder.path("sealed"), for: [.key(key), .password(Password("p"), cost: PasswordTests.cheap)],
            context: "c")
        try SealedFile.open(folder.path("sealed"), to: folder.path("opened"), with: .password(Password("p")), context: "c")
        #expect(try folder.read("opened") == [1, 2, 3])
        #expect(throws: CryptoError.authenticationFailed) {
            try SealedFile.open(folder.path("sealed"), to: folder.path("opened"), with: .password(Password("q")), context: "c")
        }
        // A header that asks for more work than is bearable is refused before any of it is done.
        let absurd = CBORValue.array([
            .unsigned(1), .unsigned(1 << 40), .unsigned(1), .bytes([UInt8](repeating: 0, count: 16)), .bytes([0]),
        ])
        #expect(throws: CryptoError(.limitExceeded, "")) { try PasswordWrapping(parsing: absurd.serialized()) }
        for cut in 0..<absurd.serialized().count {
            #expect(throws: CryptoError(.malformed, "")) { try PasswordWrapping(parsing: Array(absurd.serialized().prefix(cut))) }
        }
    }

    @Test func stoppingLeavesNothing() throws {
        try folder.write([UInt8](repeating: 7, count: 3 << 20), "plain")
        var seen: [Int] = []
        #expect(throws: CryptoError(.cancelled, "")) {
            try SealedFile.seal(folder.path("plain"), to: folder.path("sealed"), for: [.key(key)], context: "c") { progress in
                seen.append(progress.doneByteCount)
                #expect(progress.totalByteCount == 3 << 20)
                return progress.doneByteCount < 2 << 20
            }
        }
        #expect(seen == [1 << 20, 2 << 20])
        #expect(folder.names == ["plain"])
    }

    /// Two threads work on these: whichever of them fails, at whichever end, nothing stays.
    @Test func largeFilesFailAsSmallOnesDo() throws {
        let contents = try SystemEntropy().bytes(count: (9 << 20) + 77)
        try folder.write(contents, "plain")
        try SealedFile.seal(folder.path("plain"), to: folder.path("sealed"), for: [.key(key)], context: "c")
        let sealed = try folder.read("sealed")
        var inputs = [Array(sealed.dropLast()), sealed + [0], Array(sealed.prefix(sealed.count - 93)), Array(sealed.prefix(9 << 20))]
        for place in [200, 1_100_000, 5_000_000, sealed.count - 1] {
            var changed = sealed
            changed[place] ^= 1
            inputs.append(changed)
        }
        var outcomes: [CryptoError.Code?] = []
        for input in inputs {
            try folder.write(input, "changed")
            do throws(CryptoError) {
                try SealedFile.open(folder.path("changed"), to: folder.path("opened"), with: .key(key), context: "c")
                outcomes.append(nil)
            } catch { outcomes.append(error.code) }
        }
        #expect(outcomes == inputs.map { _ in .authenticationFailed })
        var seen = 0
        #expect(throws: CryptoError(.cancelled, "")) {
            try SealedFile.seal(folder.path("plain"), to: folder.path("none"), for: [.key(key)], context: "c") { progress in
                seen = progress.doneByteCount
                return progress.doneByteCount < 2 << 20
            }
        }
        #expect(seen >= 2 << 20 && folder.names == ["changed", "plain", "sealed"])
    }

    @Test func unreadableAndUnwritablePlacesAreTypedErrors() throws {
        try folder.write([1], "plain")
        func code(_ source: String, _ destination: String) -> (CryptoError.Code?, Int64?) {
            do throws(CryptoError) {
                try SealedFile.seal(source, to: destination, for: [.key(key)], context: "c")
                return (nil, nil)
            } catch { return (error.code, error.nativeStatus) }
        }
        #expect(code(folder.path("absent"), folder.path("sealed")) == (.inputOutput, Int64(ENOENT)))
        #expect(code(folder.path("plain"), folder.path("absent/sealed")) == (.inputOutput, Int64(ENOENT)))
        #expect(code(folder.url.path, folder.path("sealed")) == (.inputOutput, Int64(EISDIR)))
        #expect(code(folder.path("plain"), folder.url.path).0 == .inputOutput)
        #expect(folder.names == ["plain"])
    }

    /// A file-size limit stands for the full disk: the error comes from the same call.
    @Test func fullDiskLeavesNothing() throws {
        try folder.write([UInt8](repeating: 1, count: 3 << 20), "plain")
        try folder.write([9], "sealed")
        let child = try ChildProcess.run(
            URL(fileURLWithPath: "/bin/sh"),
            [
                "-c", "trap '' XFSZ; ulimit -f 1024; exec \"$0\" seal-file \"$1\" \"$2\"", BuiltProducts.executable("SecretProbe").path,
                folder.path("plain"), folder.path("sealed"),
            ])
        #expect(child.output == "input-output \(EFBIG)\n")
        #expect(folder.names == ["plain", "sealed"])
        #expect(try folder.read("sealed") == [9])
    }

    @Test func filesAreSealedToPublicKeys() throws {
        let keys = try [AgreementCurve.p256, .x25519, .p256].map { try AgreementPrivateKey.generate($0) }
        try folder.write([1, 2, 3], "plain")
        try SealedFile.seal(
            folder.path("plain"), to: folder.path("sealed"),
            for: [.publicKey(keys[0].publicKey), .key(key), .publicKey(keys[1].publicKey)],
            context: "c")
        let identities = [FileIdentity.privateKey(keys[0]), .privateKey(keys[1]), .key(key)]
        for identity in identities {
            #expect(try SealedFileReader(folder.path("sealed"), with: identity, context: "c").read(0..<3) == [1, 2, 3])
        }
        #expect(throws: CryptoError.authenticationFailed) {
            try SealedFileReader(folder.path("sealed"), with: .privateKey(keys[2]), context: "c")
        }
        #expect(throws: CryptoError.authenticationFailed) { try SealedFileReader(folder.path("sealed"), with: identities[0], context: "d") }
        // Hardware is not asked for a stanza that is another's: it would fail here in another way.
        let absent = HPKETests.TokenKey(key: keys[2], failure: CryptoError(.hardwareUnavailable, ""))
        #expect(throws: CryptoError.authenticationFailed) {
            try SealedFileReader(folder.path("sealed"), with: .privateKey(AgreementPrivateKey(absent)), context: "c")
        }
        let locked = HPKETests.TokenKey(key: keys[0], failure: CryptoError(.hardwareUnavailable, ""))
        #expect(throws: CryptoError(.hardwareUnavailable, "")) {
            try SealedFileReader(folder.path("sealed"), with: .privateKey(AgreementPrivateKey(locked)), context: "c")
        }
    }
}
