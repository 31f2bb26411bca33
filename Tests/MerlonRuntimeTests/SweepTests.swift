#if os(Linux)
    import Dispatch
    import MerlonCore
    import TestSupport
    import Testing

    @testable import MerlonRuntime

    /// Where a sweep works, and what becomes of it when probes hang.
    @Suite struct SweepTests {
        private static let mainKey: DispatchSpecificKey<Bool> = {
            let key = DispatchSpecificKey<Bool>()
            DispatchQueue.main.setSpecific(key: key, value: true)
            return key
        }()
        private static var isOnMain: Bool { DispatchQueue.getSpecific(key: mainKey) == true }

        @MainActor @Test(.timeLimit(.minutes(5))) func theMainActorOnlyWaits() async {
            #expect(Self.isOnMain, "the test itself must be where nothing of a sweep may be")
            let places = Places()
            let (probes, detectors) = (ProbeRegistry.all, DetectorRegistry.own)
            let shield = Shield(policy: .bank, probes: probes.map(places.noting), detectors: detectors.map(places.noting), time: places)
            for _ in 0..<2 {
                let verdict = await shield.sweep()
                #expect(Self.isOnMain && !verdict.reasons.isEmpty)
            }
            _ = await shield.facts(.cheap)
            #expect(places.onMain == [])
            let expected = probes.flatMap { ["probe " + $0.id, "record " + $0.id] } + detectors.map { "detector " + $0.id }
            #expect(places.all == Set(expected + ["wall time", "monotonic time"]))
        }

        /// The whole of a real sweep, also the first one, while the main thread does nothing but wait for it: a process of its own, whose main thread no
        /// other test needs.
        @Test func aSweepDoesNotWaitForTheMainActor() throws {
            let run = try Executable(product: "RuntimeProbe").run(["held"], atMost: 300)
            #expect(run.status == 0 && run.output == "swept\n", "\(run)")
        }

        /// Of eight probes six hang, more than small machines have processors: the indicators of the other two arrive, those that hang are timed out and
        /// their detectors undecided. So in the next sweep, which begins while they hang.
        @Test(.timeLimit(.minutes(5))) func indicatorsOfTheOthersArrive() async {
            let gate = DispatchSemaphore(value: 0)
            let hanging: [(id: String, field: any WritableKeyPath<LinuxFacts, Fact<[String]>> & Sendable)] = [
                ("h0", \.containers), ("h1", \.sanitizers), ("h2", \.accessControl), ("h3", \.containers), ("h4", \.sanitizers),
                ("h5", \.accessControl),
            ]
            defer { for _ in hanging { gate.signal() } }
            func answering(_ id: String, _ put: @escaping @Sendable (inout LinuxFacts?, Fact<String>) -> Void) -> Probe {
                .linux(id, tier: .cheap, deadline: .seconds(300), put: put) { .value(id) }
            }
            let probes =
                [answering("first") { $0?.parentName = $1 }]
                + hanging.map { hanging in
                    Probe(
                        hanging.id, tier: .cheap, deadline: .milliseconds(20),
                        giveUp: { $0.linux?[keyPath: hanging.field] = .timedOut },
                        ask: {
                            gate.wait()
                            return { $0.linux?[keyPath: hanging.field] = .value([]) }
                        })
                } + [answering("last") { $0?.tracerName = $1 }]
            func detector<Value>(_ id: String, _ field: any KeyPath<LinuxFacts, Fact<Value>> & Sendable) -> Detector {
                Detector(id, "x", platforms: [.linux], tier: .cheap, indicators: [id]) { snapshot in
                    let fact = snapshot.linux?[keyPath: field] ?? .unsupported
                    guard case .value(let value) = fact else { return .undecided(reason: fact.whyNot) }
                    return .judged([Indicator(id, .debugging, .certain, evidence: [.init("\(value)", source: "x")], advice: "x")])
                }
            }
            let detectors =
                [detector("first", \.parentName), detector("last", \.tracerName)] + hanging.map { detector($0.id, $0.field) }
            let shield = Shield(policy: .bank, probes: probes, detectors: detectors, time: SystemTimeSource())
            for _ in 0..<2 {
                let verdict = await shield.sweep(.cheap)
                #expect(verdict.indicators.map(\.id) == ["first", "last"])
                #expect(verdict.level == .compromised)
                let late = "the probe did not answer in time"
                #expect(verdict.undecided == Dictionary(uniqueKeysWithValues: hanging.map { ($0.id, late) }))
            }
            // What tasks of the app run on is not taken for good by probes that hang.
            await withTaskGroup(of: Void.self) { group in for _ in 0..<8 { group.addTask { await Task.yield() } } }
        }

        /// Whether things were done on the main actor.
        private final class Places: TimeSource, @unchecked Sendable {
            private let lock = Lock()
            private var places: [String: Bool] = [:]

            var onMain: Set<String> { lock.withLock { Set(places.filter(\.value).keys) } }
            var all: Set<String> { lock.withLock { Set(places.keys) } }

            func note(_ what: String) {
                let isMain = isOnMain
                lock.withLock { places[what] = places[what] ?? false || isMain }
            }

            var wallTime: WallTime {
                note("wall time")
                return SystemTimeSource().wallTime
            }

            var monotonicTime: MonotonicTime {
                note("monotonic time")
                return SystemTimeSource().monotonicTime
            }

            func noting(_ probe: Probe) -> Probe {
                Probe(
                    probe.id, tier: probe.tier, deadline: .seconds(300), giveUp: probe.giveUp,
                    asking: { context in
                        self.note("probe " + probe.id)
                        let record = probe.ask(context)
                        return {
                            self.note("record " + probe.id)
                            record(&$0)
                        }
                    })
            }

            func noting(_ detector: Detector) -> Detector {
                Detector(
                    detector.id, detector.summary, platforms: detector.platforms, tier: detector.tier, indicators: detector.indicators
                ) {
                    self.note("detector " + detector.id)
                    return detector.judge($0)
                }
            }
        }
    }
#endif
