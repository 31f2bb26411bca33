import Foundation
import MerlonCore
import MerlonCrypto
import MerlonVault
import TestSupport
import Testing

@Suite struct ProtectedFileTests {
    let attributes = FakeAttributes()
    let key: SealingKey

    init() throws { key = try SealingKey.generate() }

    @Test func classAndExclusionAreSetAgainAfterEachReplacement() async throws {
        try await withTemporaryFolder { (folder) async throws in
            let path = folder.appendingPathComponent("diary").path
            let file = ProtectedFile(at: path, key: key, attributes: attributes)
            for round in 1...3 {
                try await file.write([UInt8](repeating: UInt8(round), count: 100))
                #expect(try attributes.protection(ofFileAt: path) == .complete)
                #expect(try attributes.isExcludedFromBackup(fileAt: path))
                #expect(try await file.read() == [UInt8](repeating: UInt8(round), count: 100))
            }
            // What a kill between replacing and protecting leaves is mended by the next read.
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            try FileManager.default.removeItem(atPath: path)
            try await Task.sleep(nanoseconds: 5_000_000)
            try bytes.write(to: URL(fileURLWithPath: path))
            #expect(try !file.isAsItShouldBe())
            _ = try await file.read()
            #expect(try file.isAsItShouldBe())
            try await file.remove()
            try await file.remove()
            #expect(await code { _ = try await file.read() } == .notFound)
        }
    }

    @Test func theContentIsSealedAndBoundToItsName() async throws {
        try await withTemporaryFolder { (folder) async throws in
            let path = folder.appendingPathComponent("a").path
            let file = ProtectedFile(at: path, key: key)
            try await file.write(Array("diagnosis".utf8))
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            #expect(bytes.range(of: Data("diagnosis".utf8)) == nil)
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
            try bytes.write(to: folder.appendingPathComponent("b"))
            let moved = ProtectedFile(at: folder.appendingPathComponent("b").path, key: key)
            #expect(await code { _ = try await moved.read() } == .corrupted)
            #expect(await code { _ = try await ProtectedFile(at: path, key: SealingKey.generate()).read() } == .corrupted)
            for position in stride(from: 0, to: bytes.count, by: 3) {
                var changed = bytes
                changed[position] ^= 4
                try changed.write(to: URL(fileURLWithPath: path))
                #expect(await code { _ = try await file.read() } == .corrupted, "byte \(position)")
            }
            let none = ProtectedFile(at: folder.path + "/none/x", key: key)
            #expect(await code { try await none.write([1]) } == .storeUnavailable)
        }
    }

    @Test func directoriesCoverDatabasesWithTheirCompanions() async throws {
        try await withTemporaryFolder { (folder) async throws in
            let path = folder.appendingPathComponent("protected/inner").path
            let directory = try ProtectedDirectory(at: path, attributes: attributes)
            #expect(try directory.audit().isEmpty)
            for name in ["notes.db", "notes.db-wal", "notes.db-shm"] {
                try Data([1]).write(to: URL(fileURLWithPath: directory.database(name)))
            }
            #expect(try directory.audit() == ["notes.db", "notes.db-shm", "notes.db-wal"])
            #expect(try directory.protect() == ["notes.db", "notes.db-shm", "notes.db-wal"])
            #expect(try directory.audit().isEmpty)
            try await Task.sleep(nanoseconds: 5_000_000)
            try Data([2]).write(to: URL(fileURLWithPath: directory.database("notes.db-wal")), options: .atomic)
            #expect(try directory.protect() == ["notes.db-wal"])
            let file = directory.file("x", keys: KeySet(primary: key))
            try await file.write([1])
            #expect(try directory.audit().isEmpty)
            #expect(throws: VaultError(.invalidArgument, "")) { try ProtectedDirectory(at: "relative") }
        }
    }

    @Test func fieldsAreBoundToTheirPlace() throws {
        var keys = try KeySet.generate()
        let field = SealedField(keys: keys, table: "account", column: "iban")
        let sealed = try field.seal("DE02", row: "42")
        #expect(try field.openText(sealed, row: "42") == "DE02")
        #expect(try field.seal("DE02", row: "42") != sealed, "equal values look different")
        let others = [
            (SealedField(keys: keys, table: "account", column: "iban"), "43"),
            (SealedField(keys: keys, table: "account", column: "bic"), "42"),
            (SealedField(keys: keys, table: "customer", column: "iban"), "42"),
            (SealedField(keys: try KeySet.generate(), table: "account", column: "iban"), "42"),
            (SealedField(keys: keys, table: "accounti", column: "ban"), "42"),
        ]
        for (other, row) in others { #expect(throws: VaultError(.corrupted, "")) { try other.open(sealed, row: row) } }
        #expect(throws: VaultError(.corrupted, "")) { try field.open(sealed.dropLast(), row: "42") }
        #expect(throws: VaultError(.wrongKind, "")) { try field.openText(field.seal([0xFF, 0xFE], row: "1"), row: "1") }
        let secret = try SecretBytes(copying: [1, 2])
        #expect(try field.openSecret(field.seal(secret, row: "1"), row: "1") == secret)
        #expect(try field.resealed(sealed, row: "42") == nil)
        try keys.rotate()
        let rotated = SealedField(keys: keys, table: "account", column: "iban")
        let again = try #require(try rotated.resealed(sealed, row: "42"))
        #expect(try rotated.openText(again, row: "42") == "DE02")
        #expect(throws: VaultError(.corrupted, "")) { try field.open(again, row: "42") }
    }
}
