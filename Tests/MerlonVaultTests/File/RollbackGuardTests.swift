import Foundation
import MerlonCore
import MerlonCrypto
import MerlonVault
import TestSupport
import Testing

/// A vault whose files are all put back, its anchor too: seen by its counter, as far as the counter has advanced since.
@Suite struct RollbackGuardTests {
    /// A guarded vault in a folder.
    private struct Bench {
        let path: String
        let key: KeyFileProtector
        let guarding: RollbackGuard

        init(_ folder: URL, _ guarding: RollbackGuard) async throws {
            key = try KeyFileProtector.create(at: folder.appendingPathComponent("key").path)
            path = folder.appendingPathComponent("v/v.db").path
            self.guarding = guarding
            _ = try await FileStore.create(at: path, protectors: [key], rollbackGuard: guarding)
        }

        func open(at place: String? = nil, accepting: Bool = false) async throws -> FileStore {
            try await FileStore.open(at: place ?? path, with: [key], rollbackGuard: guarding, dangerouslyAcceptRollback: accepting)
        }

        func write(_ text: String, _ index: Int = 0) async throws { try await Self.write(text, index, to: open()) }

        func read(_ index: Int = 0) async throws -> String {
            let value = try await open().read(Self.item(index), prompt: nil)
            return unsafe value.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
        }

        /// Puts old files back: they do not open, and looking changes nothing. At a place of their own: a store that closes late removes the log of
        /// the place that it knew.
        func expectRefused(_ old: VaultFiles, _ what: Comment) async throws {
            let place = try old.copy(beside: path)
            for _ in 0..<2 { #expect(await code { _ = try await open(at: place) } == .corrupted, what) }
            _ = try await open()
        }

        static func item(_ index: Int) throws -> ItemKey { try ItemKey("item \(index)", in: Namespace("app", environment: .production)) }

        static func write(_ text: String, _ index: Int = 0, to store: FileStore) async throws {
            try await store.write(SecretBytes(copying: Array(text.utf8)), for: item(index), policy: .thisDevice())
        }
    }

    private func withBench(
        _ counter: TestCounter = TestCounter(), interval: TimeSpan = RollbackGuard.defaultInterval,
        time: any TimeSource = SystemTimeSource(), _ body: (Bench) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            try await body(Bench(folder, RollbackGuard(counter, interval: interval, time: time)))
        }
    }

    private func expectOldVaultsRefused(_ bench: Bench, restart: () throws -> Void = {}) async throws {
        let empty = try VaultFiles(of: bench.path)
        try await bench.write("old")
        let old = try VaultFiles(of: bench.path)
        try await bench.expectRefused(empty, "the vault as it was made")
        try restart()
        try await bench.write("new")
        try restart()
        try await bench.expectRefused(old, "the vault as it was before the last opening")
        try await bench.expectRefused(empty, "the vault as it was made")
        #expect(try await bench.read() == "new")
    }

    @Test func aWholeOldVaultIsRefused() async throws {
        try await withBench { bench in try await expectOldVaultsRefused(bench) }
    }

    @Test(.enabled(if: SoftwareTPM.isAvailable, "\(SoftwareTPM.need)")) func aWholeOldVaultIsRefusedByATPM() async throws {
        try await withSoftwareTPM { software in
            let tpm = try TPM.open(configuration: software.configuration)
            try tpm.provision()
            try await withTemporaryFolder { folder in
                let bench = try await Bench(folder, RollbackGuard(try tpm.makeCounter("vault")))
                let old = try VaultFiles(of: bench.path)
                try await expectOldVaultsRefused(bench) {
                    // The machine starts anew.
                    software.stop()
                    try software.start()
                }
                // A counter of the same name that was made anew does not bring the old ones back.
                try tpm.delete(.counter, "vault")
                #expect(await code { _ = try await bench.open() } == .storeUnavailable)
                _ = try tpm.makeCounter("vault")
                #expect(await code { _ = try await bench.open() } == .corrupted)
                let place = try old.copy(beside: bench.path)
                #expect(await code { _ = try await bench.open(at: place) } == .corrupted)
            }
        }
    }

    /// The documented limit: between two advances copies are not told apart. Whatever ends it does.
    @Test(arguments: ["advance", "interval", "wipe", "remove protector", "rotate", "unlock"])
    func aCopyFromAfterTheLastAdvanceIsNotToldApart(_ end: String) async throws {
        let time = ManualTime()
        try await withBench(time: time) { bench in
            let store = try await bench.open()
            try await Bench.write("first", to: store)
            let copy = try VaultFiles(of: bench.path)
            try await Bench.write("second", to: store)
            let new = try VaultFiles(of: bench.path)
            let place = try copy.copy(beside: bench.path)
            let passed = try await bench.open(at: place).read(Bench.item(0), prompt: nil)
            #expect(try passed == SecretBytes(copying: Array("first".utf8)), "this is what an interval lets pass")
            let again = try await bench.open()
            switch end {
            case "advance": try await again.advanceRollbackGuard()
            case "interval":
                try await Bench.write("third", 1, to: again)
                let late = try VaultFiles(of: bench.path)
                time.advance(by: bench.guarding.interval)
                try await Bench.write("fourth", 2, to: again)
                try await bench.expectRefused(late, "what was there before the interval passed")
            case "wipe": try await again.removeAll(in: Bench.item(0).namespace)
            case "remove protector":
                let other = try KeyFileProtector.create(at: bench.path + "-other-key")
                let slot = try await again.add(other, openingWith: [bench.key])
                let late = try VaultFiles(of: bench.path)
                try await again.removeProtector(slot.number)
                try await bench.expectRefused(late, "the vault that the removed protector opens")
            case "rotate": try await again.rotateMasterKey([bench.key])
            default:
                again.lock()
                try await again.unlock(with: [bench.key])
                try await Bench.write("third", 1, to: again)
            }
            try await bench.expectRefused(copy, "\(end)")
            try await bench.expectRefused(new, "\(end)")
        }
    }

    @Test func withoutAnIntervalEveryChangeCounts() async throws {
        try await withBench(interval: .zero) { bench in
            for round in 0..<4 {
                let store = try await bench.open()
                try await Bench.write("\(round)", round % 2, to: store)
                let copy = try VaultFiles(of: bench.path)
                try await store.remove(Bench.item(round % 2))
                try await bench.expectRefused(copy, "round \(round)")
            }
        }
    }

    @Test func aBoundVaultOpensWithItsCounterAlone() async throws {
        let counter = TestCounter()
        try await withBench(counter) { bench in
            #expect(await code { _ = try await FileStore.open(at: bench.path, with: [bench.key]) } == .invalidArgument)
            for number: UInt64 in [0, 40, 44, .max] {
                let other = RollbackGuard(TestCounter(number))
                #expect(await code { _ = try await FileStore.open(at: bench.path, with: [bench.key], rollbackGuard: other) } == .corrupted)
            }
            // Whoever takes an old copy by name gets it, and it is the newest from then on.
            try await bench.write("old")
            let old = try VaultFiles(of: bench.path)
            try await bench.write("new")
            let place = try old.copy(beside: bench.path)
            let unguarded = try await FileStore.open(at: place, with: [bench.key], dangerouslyAcceptRollback: true)
            #expect(await code { try await unguarded.advanceRollbackGuard() } == .invalidArgument)
            #expect(await code { _ = try await bench.open(at: place) } == .corrupted, "looking at it without the counter binds nothing")
            _ = try await bench.open(at: place, accepting: true)
            #expect(try await bench.open(at: place).read(Bench.item(0), prompt: nil) == SecretBytes(copying: Array("old".utf8)))
            #expect(await code { _ = try await bench.open() } == .corrupted, "what was newer before")
            // Somebody else counts: it is closed until a person says otherwise.
            _ = try counter.increment()
            #expect(await code { _ = try await bench.open(at: place) } == .corrupted)
            let store = try await bench.open(at: place, accepting: true)
            _ = try counter.increment()
            #expect(await code { try await store.advanceRollbackGuard() } == .corrupted)
            _ = try await bench.open(at: place, accepting: true)
            let last = try await bench.open(at: place)
            try await last.dangerouslyRemoveRollbackGuard()
            _ = try await FileStore.open(at: place, with: [bench.key])
        }
    }

    @Test func aVaultThatHadNoCounterIsBoundToOne() async throws {
        try await withVault { path, store, key in
            try await Bench.write("old", to: store)
            let unbound = try VaultFiles(of: path)
            let guarding = RollbackGuard(TestCounter())
            #expect(await code { _ = try await FileStore.open(at: path, with: [key], rollbackGuard: guarding) } == .corrupted)
            #expect(await code { try await store.advanceRollbackGuard() } == .invalidArgument)
            let gone = TestCounter()
            gone.answer(0)
            #expect(await code { try await store.bindRollbackGuard(RollbackGuard(gone)) } == .storeUnavailable)
            try await Bench.write("older", to: store)
            try await store.bindRollbackGuard(guarding)
            try await Bench.write("new", to: store)
            _ = try await FileStore.open(at: path, with: [key], rollbackGuard: guarding)
            let place = try unbound.copy(beside: path)
            #expect(await code { _ = try await FileStore.open(at: place, with: [key], rollbackGuard: guarding) } == .corrupted)
        }
    }

    /// The counter goes away, or the process is killed, at each call of it in turn: what was acknowledged is there, the vault opens when the counter
    /// is back, and what was refused before stays refused.
    @Test func aCounterThatStopsAnywhereLosesNothing() async throws {
        for stop in 0..<12 {
            let counter = TestCounter()
            try await withBench(counter, interval: .zero) { bench in
                try await bench.write("0")
                let old = try VaultFiles(of: bench.path)
                var (acknowledged, tried) = (0, 0)
                counter.answer(stop)
                do {
                    let store = try await bench.open()
                    for index in 1...4 {
                        tried = index
                        try await Bench.write("\(index)", to: store)
                        acknowledged = index
                    }
                } catch { #expect((error as? VaultError)?.code == .storeUnavailable, "\(error)") }
                #expect(tried > 0 || stop == 0)
                counter.answer(.max)
                let found = try #require(Int(try await bench.read()))
                #expect(found == acknowledged || found == tried, "stopped at call \(stop): \(found), acknowledged \(acknowledged)")
                if acknowledged > 0 { try await bench.expectRefused(old, "stopped at call \(stop)") }
            }
        }
    }

    /// A counter whose failure has the number by which SQLite says that the disk is full (13): what was committed is not done once more.
    @Test func aChangeThatWasMadeIsNotMadeAgain() async throws {
        var failures = 0
        for stop in 0..<8 {
            let counter = TestCounter()
            try await withBench(counter, interval: .zero) { bench in
                let store = try await bench.open()
                counter.answer(stop, then: 13)
                let code = await code { try await store.add(SecretBytes(copying: [1]), for: Bench.item(0), policy: .thisDevice()) }
                #expect(code == nil || code == .storeUnavailable, "stopped at call \(stop): \(String(describing: code))")
                failures += code == nil ? 0 : 1
            }
        }
        #expect((1..<8).contains(failures))
    }

    @Test func manyWritersShareOneCounter() async throws {
        let counter = TestCounter()
        try await withBench(counter, interval: .zero) { bench in
            let stores = [try await bench.open(), try await bench.open(), try await bench.open()]
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (writer, store) in stores.enumerated() {
                    for task in 0..<4 {
                        group.addTask {
                            for round in 0..<6 { try await Bench.write("\(round)", 10 * writer + task, to: store) }
                        }
                    }
                }
                try await group.waitForAll()
            }
            for writer in 0..<3 { for task in 0..<4 { #expect(try await bench.read(10 * writer + task) == "5") } }
            // One number for the making, one for each change: nobody counted twice.
            #expect(try counter.value() == 41 + 1 + 72)
        }
    }

    @Test func anHourOfWritingCountsOnce() async throws {
        let counter = TestCounter()
        try await withBench(counter) { bench in
            let store = try await bench.open()
            for round in 0..<50 { try await Bench.write("\(round)", to: store) }
            #expect(try counter.value() == 43 && counter.callCount < 16)
        }
    }
}
