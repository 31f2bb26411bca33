#if os(Linux)
    import Foundation
    import MerlonCore
    import MerlonVault
    import TestSupport
    import Testing

    /// Processes that change a vault are killed at every call that changes a file, and at random moments; calls fail; processes contend.
    ///
    /// After each, the vault has to open, to be sound, and to hold what was acknowledged: the state after the last acknowledged step, or after the
    /// step that was under way.
    @Suite struct FileStoreKillTests {
        private static let killBefore = 1, killWithin = 2, killAfter = 3, failOnce = 4, failFrom = 5

        /// A vault to copy, its key, and a folder for copies.
        private struct Bench {
            let folder: URL
            let template: URL
            let key: KeyFileProtector
            var keyPath: String { folder.appendingPathComponent("key").path }

            init(_ folder: URL) async throws {
                self.folder = folder
                template = folder.appendingPathComponent("template")
                key = try KeyFileProtector.create(at: folder.appendingPathComponent("key").path)
                _ = try await FileStore.create(at: template.appendingPathComponent("v.db").path, protectors: [key])
            }

            func copy(_ name: String) throws -> String {
                let copy = folder.appendingPathComponent(name)
                try FileManager.default.copyItem(at: template, to: copy)
                return copy.appendingPathComponent("v.db").path
            }

            /// The store that was opened last may still be closing, on a thread of its own, which takes its log away: what is gone is no fault.
            func discard(_ path: String) throws {
                let copy = URL(fileURLWithPath: path).deletingLastPathComponent()
                while FileManager.default.fileExists(atPath: copy.path) {
                    do { try FileManager.default.removeItem(at: copy) } catch CocoaError.fileNoSuchFile {}
                }
            }
        }

        /// The models that are allowed after a run: each failed or interrupted step happened or did not.
        private static func allowed(_ run: VaultProbeProcess.Run, _ script: VaultScript, from start: Set<VaultModel>) -> Set<VaultModel> {
            var models = start
            let acknowledged = Set(run.acknowledged)
            for (index, step) in script.steps.enumerated() {
                if acknowledged.contains(index) {
                    models = Set(models.map { $0.after(step) })
                } else if run.failed[index] != nil || (run.closed == nil && index == (run.acknowledged.last ?? -1) + 1) {
                    models.formUnion(models.map { $0.after(step) })
                }
            }
            return models
        }

        @Test(arguments: [[Self.killBefore], [Self.killWithin, Self.killAfter]]) func killedAtEveryCall(_ faults: [Int]) async throws {
            try await withTemporaryFolder { folder in
                let bench = try await Bench(folder)
                let probe = try VaultProbeProcess()
                var path = try bench.copy("count")
                try probe.send("run \(path) \(bench.keyPath) 0 0 -1 0 0 0 0")
                let whole = try probe.finish()
                let calls = try #require(whole.calls)
                #expect(whole.acknowledged.count == VaultScript.everyKind.steps.count && calls > 60)
                var killed = 0
                for fault in faults {
                    for call in 1...calls {
                        path = try bench.copy("\(fault)-\(call)")
                        try probe.send("run \(path) \(bench.keyPath) 0 0 -1 \(fault) \(call) 0 0")
                        let run = try probe.finish()
                        killed += run.status == 256 + 9 ? 1 : 0
                        let allowed = Self.allowed(run, .everyKind, from: [VaultModel()])
                        let found = try await contents(of: FileStore.open(at: path, with: [bench.key]))
                        if !allowed.contains(found) {
                            Issue.record("fault \(fault) at call \(call): after \(run.acknowledged.count) steps the vault holds \(found)")
                        }
                        try bench.discard(path)
                    }
                }
                #expect(killed >= faults.count * (calls - 2))
            }
        }

        /// Each vault goes through many lives, so that each also begins with what a kill left.
        @Test(arguments: [1, 2]) func killedAtRandomMoments(_ lane: Int) async throws {
            try await withTemporaryFolder { folder in
                let bench = try await Bench(folder)
                let probe = try VaultProbeProcess()
                var random = SystemRandomNumberGenerator()
                let wanted = 1000
                var (killed, life) = (0, 0)
                // A run that was faster than its kill does not count; of those there are few.
                while killed < wanted, life < 30 {
                    let path = try bench.copy("\(life)")
                    var model = VaultModel()
                    for round in 0..<50 where killed < wanted {
                        let seed = 1 + UInt64.random(in: 0..<1 << 40, using: &random)
                        // More than a quick machine does in the longest time that is left to it.
                        let script = VaultScript(seed: seed, count: 400)
                        try probe.send("run \(path) \(bench.keyPath) \(seed) 400 \(Int.random(in: 1500...12_000, using: &random)) 0 0 0 0")
                        let run = try probe.finish()
                        killed += run.status == 256 + 9 ? 1 : 0
                        #expect(run.closed == nil && run.failed.isEmpty, "life \(life) round \(round) seed \(seed): \(run)")
                        let allowed = Self.allowed(run, script, from: [model])
                        model = try await contents(of: FileStore.open(at: path, with: [bench.key]))
                        if !allowed.contains(model) {
                            Issue.record("life \(life), round \(round), seed \(seed), after \(run.acknowledged.count) steps: \(model)")
                        }
                    }
                    try bench.discard(path)
                    life += 1
                }
                #expect(killed == wanted, "only \(killed) were killed in time")
            }
        }

        /// The disk is full, or gives an error, or takes no writing, from some call on or once.
        @Test(arguments: [("disk full", ENOSPC), ("input/output error", EIO), ("read-only", EROFS)])
        func failedCalls(_ name: String, _ error: Int32) async throws {
            try await withTemporaryFolder { folder in
                let bench = try await Bench(folder)
                let probe = try VaultProbeProcess()
                var failures = 0
                for fault in [Self.failOnce, Self.failFrom] {
                    for call in stride(from: 1, through: 76, by: 3) {
                        let path = try bench.copy("\(fault)-\(call)")
                        try probe.send("run \(path) \(bench.keyPath) 0 0 -1 \(fault) \(call) \(error) \(fault == Self.failFrom ? 1 : 0)")
                        let run = try probe.finish()
                        #expect(run.status == 0, "\(name) at call \(call): \(run)")
                        failures += run.failed.count + (run.closed == nil ? 0 : 1)
                        // A failing disk is no damage.
                        #expect(
                            run.failed.values.allSatisfy { $0 == "store-unavailable" }
                                && (run.closed ?? "store-unavailable") == "store-unavailable",
                            "\(name) at call \(call): \(run)")
                        let allowed = Self.allowed(run, .everyKind, from: [VaultModel()])
                        let found = try await contents(of: FileStore.open(at: path, with: [bench.key]))
                        if !allowed.contains(found) { Issue.record("\(name) at call \(call): \(run) left \(found)") }
                        try bench.discard(path)
                    }
                }
                #expect(failures >= 26)
            }
        }

        @Test func twoProcessesOfEightTasksAtOnce() async throws {
            try await withTemporaryFolder { folder in
                let bench = try await Bench(folder)
                let path = try bench.copy("shared")
                let probes = [try VaultProbeProcess(), try VaultProbeProcess()]
                for (index, probe) in probes.enumerated() { try probe.send("contend \(path) \(bench.keyPath) p\(index) 8 12") }
                for probe in probes {
                    let run = try probe.finish()
                    #expect(run.notes == ["done"], "\(run)")
                }
                let store = try await FileStore.open(at: path, with: [bench.key])
                #expect(try await store.verify().isSound)
                #expect(try await store.keys(in: Namespace("app0", environment: .production)).count == 2 * 8 * 3)
                for probe in 0..<2 {
                    for task in 0..<8 {
                        for slot in 0..<3 {
                            let key = try ItemKey("p\(probe) \(task) \(slot)", in: Namespace("app0", environment: .production))
                            let value = try await store.read(key, prompt: nil)
                            #expect(try value == SecretBytes(copying: VaultScript.bytes(9 + slot)))
                        }
                    }
                }
            }
        }
    }
#endif
