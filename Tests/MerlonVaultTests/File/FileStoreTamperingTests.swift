import Foundation
import MerlonCore
import MerlonVault
import TestSupport
import Testing

/// The vault's files changed by somebody without its keys: an error or the right values, never others.
@Suite struct FileStoreTamperingTests {
    /// A small vault, part of it in the log, as its files are after its process was killed: with what they have to give.
    private struct Victim {
        let folder: URL
        let key: KeyFileProtector
        var files: [String: [UInt8]] = [:]
        var values: [ItemKey: [UInt8]] = [:]
        var path: String { folder.appendingPathComponent("v/v.db").path }

        init(_ folder: URL) async throws {
            self.folder = folder
            key = try KeyFileProtector.create(at: folder.appendingPathComponent("key").path)
            let store = try await FileStore.create(at: path, protectors: [key])
            for index in 0..<5 { try await write("old \(index)", index, to: store) }
            try await store.remove(Self.item(4))
            values[try Self.item(4)] = nil
            // After the removal the log was emptied; these stand in the log alone.
            for index in 0..<2 { try await write("new \(index)", index, to: store) }
            files = try snapshot()
        }

        static func item(_ index: Int) throws -> ItemKey { try ItemKey("item \(index)", in: Namespace("app", environment: .production)) }

        mutating func write(_ text: String, _ index: Int, to store: FileStore) async throws {
            try await store.write(SecretBytes(copying: Array(text.utf8)), for: Self.item(index), policy: .thisDevice())
            values[try Self.item(index)] = Array(text.utf8)
        }

        /// The files as they are now, without the shared index, which is made anew.
        func snapshot() throws -> [String: [UInt8]] {
            var files: [String: [UInt8]] = [:]
            for suffix in ["", "-wal", "-anchor"] where FileManager.default.fileExists(atPath: path + suffix) {
                files[suffix] = Array(try Data(contentsOf: URL(fileURLWithPath: path + suffix)))
            }
            return files
        }

        /// Puts files in place of the vault's.
        func restore(_ files: [String: [UInt8]], at place: String) throws {
            for suffix in ["", "-wal", "-shm", "-anchor"] {
                try? FileManager.default.removeItem(atPath: place + suffix)
                guard let bytes = files[suffix] else { continue }
                try Data(bytes).write(to: URL(fileURLWithPath: place + suffix))
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: place + suffix)
            }
        }

        /// Reads everything there: `nil` when it is right or refused, else what is wrong.
        func judge(_ place: String) async -> (problem: String?, isRefused: Bool) {
            do { return try await judgement(place) } catch {
                let isKnown = (error as? VaultError).map {
                    [.corrupted, .storeUnavailable, .authenticationFailed, .locked, .tooLarge].contains($0.code)
                }
                return (isKnown == true ? nil : "\(error)", true)
            }
        }

        private func judgement(_ place: String) async throws -> (problem: String?, isRefused: Bool) {
            var isRefused = false
            let store = try await FileStore.open(at: place, with: [key])
            for index in 0..<6 {
                let item = try Self.item(index)
                do throws(VaultError) {
                    let value = try await store.read(item, prompt: nil)
                    let bytes = unsafe value.withUnsafeBytes { unsafe Array($0) }
                    if bytes != values[item] { return ("item \(index) is '\(String(decoding: bytes, as: UTF8.self))'", false) }
                } catch {
                    if error.code == .notFound, values[item] != nil { return ("item \(index) is said not to exist", false) }
                    isRefused = isRefused || error.code != .notFound
                }
            }
            let namespace = try Self.item(0).namespace
            do throws(VaultError) {
                let names = try await store.keys(in: namespace).map(\.name)
                if names != values.keys.map(\.name).sorted() { return ("\(names) are listed", false) }
            } catch { isRefused = true }
            return (nil, isRefused)
        }
    }

    /// The bytes that are flipped at once: each by itself, and those of free space, which are zeros amid zeros, sixteen together.
    private static func groups(of bytes: [UInt8]) -> [Range<Int>] {
        func isFree(_ index: Int) -> Bool { index >= 8 && index + 8 < bytes.count && bytes[index - 8...index + 8].allSatisfy { $0 == 0 } }
        var groups: [Range<Int>] = []
        var index = 0
        while index < bytes.count {
            let end = index + 16 <= bytes.count && (index..<index + 16).allSatisfy(isFree) ? index + 16 : index + 1
            groups.append(index..<end)
            index = end
        }
        return groups
    }

    /// Every byte of every file, one bit of it; two lanes at once.
    @Test(arguments: [0, 1]) func aFlippedBitNeverGivesAnotherValue(_ lane: Int) async throws {
        try await withTemporaryFolder { folder in
            let victim = try await Victim(folder)
            let places = folder.appendingPathComponent("w")
            var place: String { places.appendingPathComponent("v\(tried).db").path }
            var (tried, refused) = (0, 0)
            try FileManager.default.createDirectory(
                atPath: places.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            #expect(Set(victim.files.keys) == ["", "-wal", "-anchor"])
            try victim.restore(victim.files, at: place)
            let untouched = await victim.judge(place)
            #expect(untouched.problem == nil && !untouched.isRefused)
            for (suffix, bytes) in victim.files.sorted(by: { $0.key < $1.key }) {
                let groups = Self.groups(of: bytes)
                #expect(groups.reduce(0) { $0 + $1.count } == bytes.count, "every byte")
                for (number, group) in groups.enumerated() where number % 2 == lane {
                    var files = victim.files
                    for index in group { files[suffix]?[index] ^= 1 << UInt8(index % 8) }
                    // Each at a place of its own: the store before may close late, and SQLite then removes the log at the place that it knew.
                    try? victim.restore([:], at: place)
                    tried += 1
                    try victim.restore(files, at: place)
                    let verdict = await victim.judge(place)
                    refused += verdict.isRefused ? 1 : 0
                    if let problem = verdict.problem { Issue.record("byte \(group) of '\(suffix)': \(problem)") }
                }
            }
            #expect(tried > 2000 && refused > tried / 4, "\(tried) tried, \(refused) refused")
        }
    }

    /// Rows of the database changed by SQL, as whoever has the file can: each is seen, where it is read and by the check of everything.
    @Test(arguments: [
        (
            "two values exchanged",
            "UPDATE record SET body = (SELECT body FROM record r WHERE r.id <> record.id AND length(r.namespace) = 16 AND r.namespace <> zeroblob(16) LIMIT 1) WHERE namespace <> zeroblob(16)"
        ),
        (
            "two rows exchanged",
            "CREATE TEMP TABLE t AS SELECT * FROM record WHERE namespace <> zeroblob(16); UPDATE record SET (tag, head, body) = (SELECT tag, head, body FROM t WHERE t.id <> record.id LIMIT 1) WHERE namespace <> zeroblob(16)"
        ),
        ("a row removed", "DELETE FROM record WHERE id = (SELECT min(id) FROM record WHERE namespace <> zeroblob(16))"),
        ("all rows removed", "DELETE FROM record"),
        ("a namespace removed", "DELETE FROM record WHERE namespace = zeroblob(16)"),
        (
            "a row moved to another namespace",
            "UPDATE record SET namespace = randomblob(16) WHERE id = (SELECT min(id) FROM record WHERE namespace <> zeroblob(16))"
        ),
        ("a row added", "INSERT INTO record SELECT randomblob(16), namespace, tag, head, body FROM record LIMIT 1"),
        ("no state", "DELETE FROM state"),
        ("no key ring", "DELETE FROM vault"),
        ("another name of the vault", "UPDATE vault SET name = randomblob(16)"),
        ("a second key slot", "INSERT INTO slot SELECT 7, slot FROM slot"),
        ("no key slot", "DELETE FROM slot"),
        ("one more table", "CREATE TABLE more (a)"),
        ("a trigger", "CREATE TRIGGER t AFTER UPDATE ON record BEGIN DELETE FROM record; END"),
        ("a view in the place of a table", "DROP TABLE slot; CREATE VIEW slot AS SELECT 0 AS id, randomblob(99) AS slot"),
    ]) func changedRowsAreSeen(_ name: String, _ sql: String) async throws {
        try await withTemporaryFolder { folder in
            let victim = try await Victim(folder)
            try victim.restore(victim.files, at: victim.path)
            try SQLiteEditor.run(sql, on: victim.path)
            let verdict = await victim.judge(victim.path)
            // A row that belongs to nothing is in nobody's way; the check of everything sees it.
            let isInTheWay = name != "a row added"
            #expect(verdict.problem == nil && (verdict.isRefused || !isInTheWay), "\(name): \(verdict)")
            if let store = try? await FileStore.open(at: victim.path, with: [victim.key]) {
                let found = try? await store.verify()
                #expect(found?.isSound != true, "\(name): the check of everything saw nothing")
            }
        }
    }

    /// One old record, put back with all of its columns; and its old neighbours in the state it had.
    @Test func anOldRecordIsNotTakenForTheNewOne() async throws {
        try await withTemporaryFolder { folder in
            let victim = try await Victim(folder)
            let store = try await FileStore.open(at: victim.path, with: [victim.key])
            try SQLiteEditor.run(
                "CREATE TABLE keep AS SELECT * FROM record; CREATE TABLE keepstate AS SELECT * FROM state", on: victim.path)
            try await store.write(SecretBytes(copying: Array("newest".utf8)), for: Victim.item(0), policy: .thisDevice())
            try SQLiteEditor.run("INSERT OR REPLACE INTO record SELECT * FROM keep; DROP TABLE keep", on: victim.path)
            await #expect(throws: VaultError(.corrupted, "")) { _ = try await store.read(Victim.item(0), prompt: nil) }
            // Writing a neighbour does not make it right again.
            await #expect(throws: VaultError(.corrupted, "")) {
                try await store.write(SecretBytes(copying: [1]), for: Victim.item(0), policy: .thisDevice())
                _ = try await store.read(Victim.item(0), prompt: nil)
                throw VaultError(.corrupted, "Written anew, so it reads.")
            }
            // With the old state too, while it is open: it is older than what was seen.
            try SQLiteEditor.run("INSERT OR REPLACE INTO state SELECT * FROM keepstate; DROP TABLE keepstate", on: victim.path)
            await #expect(throws: VaultError(.corrupted, "")) { _ = try await store.read(Victim.item(1), prompt: nil) }
        }
    }

    /// A store that has written keeps what it wrote in memory; what somebody changes meanwhile is seen by its next write all the same.
    @Test(arguments: [
        ("the state before", "INSERT OR REPLACE INTO state SELECT * FROM keepstate"),
        ("no state", "DELETE FROM state"),
        ("another state", "UPDATE state SET state = zeroblob(length(state))"),
        ("no row to write", "DELETE FROM record WHERE namespace <> zeroblob(16)"),
        ("a row of nobody", "UPDATE record SET namespace = randomblob(16) WHERE namespace <> zeroblob(16)"),
    ]) func aWriteSeesWhatWasChangedBehindIt(_ name: String, _ sql: String) async throws {
        try await withTemporaryFolder { folder in
            let victim = try await Victim(folder)
            let store = try await FileStore.open(at: victim.path, with: [victim.key])
            try SQLiteEditor.run("CREATE TABLE keepstate AS SELECT * FROM state", on: victim.path)
            let write = {
                try await store.write(SecretBytes(copying: Array("newest".utf8)), for: Victim.item(0), policy: .thisDevice())
            }
            try await write()
            try await write()
            try SQLiteEditor.run(sql, on: victim.path)
            await #expect(throws: VaultError(.corrupted, ""), "\(name)") { try await write() }
        }
    }

    /// Old files put back: the database alone is seen by the anchor. All files together are not, and the documentation says so.
    @Test func oldFilesAreSeenUnlessAllOfThemArePutBack() async throws {
        try await withTemporaryFolder { folder in
            var victim = try await Victim(folder)
            let old = victim.files
            do {
                let store = try await FileStore.open(at: victim.path, with: [victim.key])
                try await victim.write("newest", 0, to: store)
            }
            let new = try victim.snapshot()
            var mixed = old
            mixed["-anchor"] = new["-anchor"]
            try victim.restore(mixed, at: victim.path)
            await #expect(throws: VaultError(.corrupted, "")) { _ = try await FileStore.open(at: victim.path, with: [victim.key]) }
            mixed["-anchor"] = nil
            try victim.restore(mixed, at: victim.path)
            await #expect(throws: VaultError(.corrupted, "")) { _ = try await FileStore.open(at: victim.path, with: [victim.key]) }
            let accepted = try await FileStore.open(at: victim.path, with: [victim.key], dangerouslyAcceptRollback: true)
            #expect(try await accepted.read(Victim.item(0), prompt: nil) == SecretBytes(copying: Array("new 0".utf8)))
            // Known and stated: without a counter outside of the disk nobody can tell.
            try victim.restore(old, at: victim.path)
            _ = try await FileStore.open(at: victim.path, with: [victim.key])
        }
    }

    /// A file that is no vault is refused, and left as it is.
    @Test(arguments: [0, 1, 100, 5000]) func whatIsNoVaultIsNeverMadeOne(_ count: Int) async throws {
        try await withTemporaryFolder { folder in
            let key = try KeyFileProtector.create(at: folder.appendingPathComponent("key").path)
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
            let path = folder.appendingPathComponent("v.db").path
            let bytes = Data(repeating: 0x41, count: count)
            try bytes.write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            await #expect(throws: VaultError(.corrupted, "")) { _ = try await FileStore.open(at: path, with: [key]) }
            await #expect(throws: VaultError(.duplicate, "")) { _ = try await FileStore.create(at: path, protectors: [key]) }
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
        }
    }

    @Test func placesThatOthersReachAreRefused() async throws {
        try await withTemporaryFolder { folder in
            let victim = try await Victim(folder)
            let place = folder.appendingPathComponent("v").path
            for (mode, path) in [
                (0o770, place), (0o707, place), (0o640, victim.path), (0o604, victim.path), (0o660, victim.path + "-anchor"),
            ] {
                let before = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
                await #expect(throws: VaultError(.storeUnavailable, ""), "\(String(mode, radix: 8)) \(path)") {
                    _ = try await FileStore.open(at: victim.path, with: [victim.key])
                }
                try FileManager.default.setAttributes([.posixPermissions: before as Any], ofItemAtPath: path)
            }
            _ = try await FileStore.open(at: victim.path, with: [victim.key])
            let link = folder.appendingPathComponent("v/link.db").path
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: victim.path)
            await #expect(throws: VaultError(.storeUnavailable, "")) { _ = try await FileStore.open(at: link, with: [victim.key]) }
            await #expect(throws: VaultError(.storeUnavailable, "")) {
                _ = try await FileStore.open(at: folder.appendingPathComponent("v/none.db").path, with: [victim.key])
            }
            try await FileStore.destroy(at: victim.path)
            #expect(try FileManager.default.contentsOfDirectory(atPath: place) == ["link.db"])
        }
    }

    /// After a wipe neither the items nor the key of their namespace stand in any of the files, though the process is still running.
    @Test func whatWasWipedStandsInNoFile() async throws {
        try await withTemporaryFolder { folder in
            let victim = try await Victim(folder)
            let store = try await FileStore.open(at: victim.path, with: [victim.key])
            let rows = try SQLiteEditor.rows("SELECT hex(substr(head, 1, 48)), hex(substr(body, 1, 24)) FROM record", on: victim.path)
            #expect(rows.count >= 5)
            try await store.removeAll(in: Victim.item(0).namespace)
            for (suffix, bytes) in try victim.snapshot() {
                let hex = Hex.encode(bytes).uppercased()
                for row in rows { #expect(!hex.contains(row[0]) && !(row[1].count > 20 && hex.contains(row[1])), "'\(suffix)'") }
            }
        }
    }
}
