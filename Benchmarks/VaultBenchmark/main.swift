import CSQLite
import Foundation
import MerlonCore
import MerlonVault

/// Measures the file store and prints a line `NAME VALUE` for each figure; Benchmarks/vault runs it beside libsecret and PyPI `keyring`.
///
/// `VaultBenchmark FOLDER RECORDS`: makes its vaults in the folder, which must be empty; the largest gets so many records.
func report(_ name: String, _ value: Double) { print(name, value) }

/// Seconds of the clock on the wall: what is measured waits for the disk.
func now() -> Double { Double(SystemTimeSource().monotonicTime.nanoseconds) / 1e9 }

/// The middle of the values.
func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// Memory of this process in bytes, as Linux counts it.
func residentBytes() -> Double {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
    return 1024 * (Double(line.split(separator: " ").dropFirst().first ?? "") ?? 0)
}

/// A table with one row of an item's size, and a commit that lasts: what SQLite itself costs.
@safe final class BareDatabase {
    private var database: OpaquePointer?
    private var update: OpaquePointer?
    private let count: Int

    init(_ path: String, rows: Int) {
        count = rows
        unsafe sqlite3_open(path, &database)
        unsafe sqlite3_exec(
            database,
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE item (id BLOB PRIMARY KEY, value BLOB) WITHOUT ROWID", nil,
            nil, nil)
        unsafe sqlite3_exec(
            database,
            "WITH n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows - 1)) INSERT INTO item SELECT substr(cast(i as text) || '                ', 1, 16), randomblob(96) FROM n",
            nil, nil, nil)
        unsafe sqlite3_prepare_v2(
            database, "UPDATE item SET value = randomblob(96) WHERE id = substr(?1 || '                ', 1, 16)", -1, &update, nil)
    }

    deinit {
        unsafe sqlite3_finalize(update)
        unsafe sqlite3_close(database)
    }

    func commit(_ index: Int) -> Bool {
        unsafe sqlite3_bind_text(update, 1, String(index % count), -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
        let isDone = unsafe sqlite3_step(update) == SQLITE_DONE
        unsafe sqlite3_reset(update)
        return isDone
    }
}

func readTime(_ store: FileStore, _ keys: [ItemKey], rounds: Int) async throws -> Double {
    var times: [Double] = []
    for _ in 0..<rounds {
        let start = now()
        for key in keys { _ = try await store.read(key, prompt: nil) }
        times.append((now() - start) / Double(keys.count))
    }
    return median(times)
}

/// Off the main actor: a change of thread to it and back for each call is the caller's choice, and no cost of the store.
@concurrent func measure(in folder: String, recordCount: Int) async throws {
    let key = try KeyFileProtector.create(at: folder + "/key")
    let namespace = try Namespace("com.example.bench", environment: .production)
    let token = try SystemEntropy().secret(count: 32)

    // A durable write beside a bare commit, turn by turn, so that the disk's mood is the same for both.
    let small = try await FileStore.create(at: folder + "/small.db", protectors: [key])
    let rows = 1000
    let keys = try (0..<rows).map { try ItemKey("item \($0)", in: namespace) }
    for key in keys { try await small.write(token, for: key, policy: .thisDevice()) }
    let bare = BareDatabase(folder + "/bare.db", rows: rows)
    // A log that still grows takes longer: both have their size before anything is measured.
    for index in 0..<1100 {
        guard bare.commit(index) else { throw VaultError(.storeUnavailable, "The bare commit failed.") }
    }
    var (own, others): ([Double], [Double]) = ([], [])
    // So long that the disk is in each of its moods: rounds differ by a third.
    for round in 0..<400 {
        var start = now()
        for index in 0..<50 {
            guard bare.commit(round * 50 + index) else { throw VaultError(.storeUnavailable, "The bare commit failed.") }
        }
        others.append((now() - start) / 50)
        start = now()
        for index in 0..<50 { try await small.write(token, for: keys[(round * 50 + index) % rows], policy: .thisDevice()) }
        own.append((now() - start) / 50)
    }
    report("bare-commit", median(others) * 1e6)
    report("durable-write", median(own) * 1e6)
    // Of each round's pair: a pause of the disk in one round is not the store's.
    report("durable-write-ratio", median(zip(own, others).map { $0 / $1 }))

    report("warm-read", try await readTime(small, keys, rounds: 30) * 1e6)

    // A large vault.
    if recordCount > 0 {
        let path = folder + "/large.db"
        do {
            let large = try await FileStore.create(at: path, protectors: [key])
            for index in 0..<recordCount {
                try await large.write(token, for: ItemKey("item \(index)", in: namespace), policy: .thisDevice())
            }
        }
        let before = residentBytes()
        var times: [Double] = []
        var large = small
        for _ in 0..<11 {
            let start = now()
            large = try await FileStore.open(at: path, with: [key])
            times.append(now() - start)
        }
        report("open-large", median(times) * 1e3)
        let some = try stride(from: 0, to: recordCount, by: max(1, recordCount / 5000)).map { try ItemKey("item \($0)", in: namespace) }
        var start = now()
        for key in some { _ = try await large.read(key, prompt: nil) }
        report("cold-read-large", (now() - start) / Double(some.count) * 1e6)
        report("warm-read-large", try await readTime(large, some, rounds: 5) * 1e6)
        start = now()
        for index in 0..<500 { try await large.write(token, for: some[index % some.count], policy: .thisDevice()) }
        report("durable-write-large", (now() - start) / 500 * 1e6)
        report("memory-large", max(0, residentBytes() - before) / 1e6)
        start = now()
        let listed = try await large.keys(in: namespace).count
        report("list-large", (now() - start) * 1e3)
        guard listed == recordCount else { throw VaultError(.corrupted, "\(listed) items of \(recordCount) are listed.") }
        start = now()
        guard try await large.verify().isSound else { throw VaultError(.corrupted, "The large vault is damaged.") }
        report("verify-large", (now() - start) * 1e3)
        start = now()
        try await large.rotateMasterKey([key])
        report("rotate-large", (now() - start) * 1e3)
        start = now()
        try await large.removeAll(in: namespace)
        report("wipe-large", (now() - start) * 1e3)
    }
}

try await measure(in: CommandLine.arguments[1], recordCount: Int(CommandLine.arguments[2]) ?? 100_000)
