import Foundation
import MerlonCore
@testable import MerlonCrypto
import Testing

@Suite struct ResumableFileTests {
    let folder: SealedFileTests.Folder
    let key: SealingKey
    let contents: [UInt8]

    init() throws {
        folder = try SealedFileTests.Folder()
        key = try SealingKey.generate()
        contents = try SystemEntropy().bytes(count: 6_500_000)
        try folder.write(contents, "plain")
    }

    /// Seals, and stops once so many bytes are done.
    private func begin(stoppingAt stop: Int, recipients: [FileRecipient]? = nil) throws(CryptoError) {
        try SealedFile.beginSealing(
            folder.path("plain"), to: folder.path("sealed"), for: recipients ?? [.key(key)], context: "c"
        ) { $0.doneByteCount < stop }
    }

    private func resume(with identity: FileIdentity? = nil, stoppingAt stop: Int = .max) throws(CryptoError) {
        try SealedFile.resumeSealing(
            folder.path("plain"), to: folder.path("sealed"), with: identity ?? .key(key), context: "c"
        ) { $0.doneByteCount < stop }
    }

    private func code(_ body: () throws(CryptoError) -> Void) -> CryptoError.Code? {
        do throws(CryptoError) { try body() } catch { return error.code }
        return nil
    }

    private func opened() throws -> [UInt8] {
        try SealedFile.open(folder.path("sealed"), to: folder.path("opened"), with: .key(key), context: "c")
        return try folder.read("opened")
    }

    @Test func sealingGoesOnWhereItStopped() throws {
        for stop in [1, 1 << 20, 3 << 20, 4 << 20, 5 << 20, 6_500_000] {
            #expect(code { () throws(CryptoError) in try begin(stoppingAt: stop) } == .cancelled)
            let part = try folder.read("sealed.part")
            #expect(folder.names == ["plain", "sealed.part", "sealed.part-journal"])
            // Twice begun is refused: what is there might be of use.
            #expect(code { () throws(CryptoError) in try begin(stoppingAt: .max) } == .inputOutput)
            #expect(code { () throws(CryptoError) in try resume(stoppingAt: 2 << 20) } == .cancelled)
            try resume()
            #expect(try folder.read("sealed").starts(with: part))
            #expect(folder.names == ["plain", "sealed"])
            #expect(try opened() == contents)
            for name in ["sealed", "opened"] { try FileManager.default.removeItem(atPath: folder.path(name)) }
        }
    }

    /// No nonce meets two contents: what may have been sealed must not have changed, what was not may have.
    @Test func changedSourcesAreRefused() throws {
        for (change, expected): (Int, CryptoError.Code?) in [(0, .sourceChanged), (3 << 20, .sourceChanged), (6 << 20, nil)] {
            // Four megabytes have their hashes on the disk, though only two were sealed.
            #expect(code { () throws(CryptoError) in try begin(stoppingAt: 2 << 20) } == .cancelled)
            let before = try (folder.read("sealed.part"), folder.read("sealed.part-journal"))
            var changed = contents
            changed[change] ^= 1
            try folder.write(changed, "plain")
            #expect(code { () throws(CryptoError) in try resume() } == expected)
            if expected == nil {
                #expect(try opened() == changed)
            } else {
                #expect(try folder.read("sealed.part") == before.0 && folder.read("sealed.part-journal") == before.1)
                try folder.write(Array(contents.prefix(4 << 20)), "plain")
                #expect(code { () throws(CryptoError) in try resume() } == nil, "the rest may be another, or nothing")
                try FileManager.default.removeItem(atPath: folder.path("sealed"))
            }
            try folder.write(contents, "plain")
        }
        #expect(code { () throws(CryptoError) in try begin(stoppingAt: .max) } == nil)
        try SealedFile.discardPartial(of: folder.path("sealed"))
    }

    @Test func damageIsMendedOrRefused() throws {
        func interrupted() throws -> (part: [UInt8], journal: [UInt8]) {
            try? SealedFile.discardPartial(of: folder.path("sealed"))
            #expect(code { () throws(CryptoError) in try begin(stoppingAt: 5 << 20) } == .cancelled)
            return try (folder.read("sealed.part"), folder.read("sealed.part-journal"))
        }
        // Bytes that did not reach the disk: zeros, or too few.
        var (part, journal) = try interrupted()
        part.replaceSubrange(200_000..<2_000_000, with: [UInt8](repeating: 0, count: 1_800_000))
        try folder.write(Array(part.dropLast(100)), "sealed.part")
        try resume()
        #expect(try opened() == contents)
        // A record that did not: its batch was never sealed, so the file ends before it.
        (part, journal) = try interrupted()
        try folder.write(Array(part.prefix(3 << 20)), "sealed.part")
        try folder.write(Array(journal.dropLast(3 * FileJournal.recordByteCount + 9)), "sealed.part-journal")
        try resume()
        #expect(try opened() == contents)
        // A journal that says less than the file holds cannot tell what was sealed.
        (part, journal) = try interrupted()
        let inputs: [([UInt8]?, [UInt8]?, CryptoError.Code)] = [
            (nil, Array(journal.prefix(48)), .malformed), (nil, [], .malformed), (nil, Array(journal.reversed()), .malformed),
            ([], nil, .malformed), (Array(part.prefix(60)), nil, .malformed), (Array(part.prefix(120)), nil, .authenticationFailed),
        ]
        for (changedPart, changedJournal, expected) in inputs {
            try folder.write(changedPart ?? part, "sealed.part")
            try folder.write(changedJournal ?? journal, "sealed.part-journal")
            #expect(code { () throws(CryptoError) in try resume() } == expected)
        }
    }

    @Test func onlyItsOwnKeysGoOn() throws {
        let pair = try AgreementPrivateKey.generate(.x25519)
        #expect(code { () throws(CryptoError) in try begin(stoppingAt: 1, recipients: [.publicKey(pair.publicKey)]) } == .invalidArgument)
        let recipients: [FileRecipient] = [.key(key), .publicKey(pair.publicKey)]
        #expect(code { () throws(CryptoError) in try begin(stoppingAt: 1, recipients: recipients) } == .cancelled)
        // Whoever has the public key could have made this file, and would know its key.
        #expect(code { () throws(CryptoError) in try resume(with: .privateKey(pair)) } == .authenticationFailed)
        #expect(code { () throws(CryptoError) in try resume(with: .key(SealingKey.generate())) } == .authenticationFailed)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.path("sealed.part"))
        #expect(code { () throws(CryptoError) in try resume() } == .inputOutput)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.path("sealed.part"))
        let lock = try PartialFile(FilePlace(folder.path("sealed"), .replaced), .some)
        #expect(code { () throws(CryptoError) in try resume() } == .inputOutput)
        withExtendedLifetime(lock) {}
        try FileManager.default.moveItem(atPath: folder.path("sealed.part"), toPath: folder.path("moved"))
        try FileManager.default.createSymbolicLink(atPath: folder.path("sealed.part"), withDestinationPath: folder.path("moved"))
        #expect(code { () throws(CryptoError) in try resume() } == .inputOutput)
    }

    @Test func openingGoesOnWhereItStopped() throws {
        try SealedFile.seal(folder.path("plain"), to: folder.path("sealed"), for: [.key(key)], context: "c")
        try SealedFile.seal(folder.path("plain"), to: folder.path("other"), for: [.key(key)], context: "c")
        func open(_ source: String = "sealed", stoppingAt stop: Int = .max, _ seen: ((Int) -> Void)? = nil) throws(CryptoError) {
            try SealedFile.openResumably(folder.path(source), to: folder.path("opened"), with: .key(key), context: "c") {
                seen?($0.doneByteCount)
                return $0.doneByteCount < stop
            }
        }
        for stop in [1, 3 << 20, 6 << 20] {
            #expect(code { () throws(CryptoError) in try open(stoppingAt: stop) } == .cancelled)
            #expect(folder.names == ["opened.part", "opened.part-journal", "other", "plain", "sealed"])
            // What somebody changed is opened again; a file that is sealed otherwise takes nothing of it.
            var part = try folder.read("opened.part")
            part[part.count / 2] ^= 1
            try folder.write(part, "opened.part")
            try open(stop == 1 ? "other" : "sealed")
            #expect(try folder.read("opened") == contents)
            try FileManager.default.removeItem(atPath: folder.path("opened"))
        }
        var sealed = try folder.read("sealed")
        sealed[6_000_000] ^= 1
        try folder.write(sealed, "changed")
        #expect(code { () throws(CryptoError) in try open("changed") } == .authenticationFailed)
        #expect(folder.names == ["changed", "other", "plain", "sealed"])
    }
}
