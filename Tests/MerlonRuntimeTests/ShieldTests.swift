import Foundation
import MerlonCore
import Testing

@testable import MerlonRuntime

@Suite struct ShieldTests {
    private static func probe(
        _ id: String, deadline: TimeSpan = .seconds(5), _ field: any WritableKeyPath<LinuxFacts, Fact<String>> & Sendable,
        ask: @escaping @Sendable () -> Fact<String>
    ) -> Probe {
        Probe(id, tier: .cheap, deadline: deadline, giveUp: { $0.linux?[keyPath: field] = .timedOut }) {
            let fact = ask()
            return { $0.linux?[keyPath: field] = fact }
        }
    }

    private static let empty = FactsSnapshot(
        recorded: WallTime(seconds: 0), platform: .linux, systemVersion: "6", linux: LinuxFacts())

    /// A probe that hangs is given up, those after it are asked, and it is not asked again while it hangs.
    @Test func aProbeThatHangsIsTimedOut() async {
        let gate = Gate()
        let runner = ProbeRunner(
            probes: [
                Self.probe("first", \.tracerName) { .value("a") },
                Self.probe("hangs", deadline: .milliseconds(30), \.parentName) {
                    gate.enter()
                    return .value("late")
                },
                Self.probe("last", \.virtualMachine) { .value("b") },
            ], time: SystemTimeSource())
        for _ in 0..<2 {
            let facts = await runner.run([.cheap], into: Self.empty).linux
            #expect(facts?.tracerName == .value("a"))
            #expect(facts?.parentName == .timedOut)
            #expect(facts?.virtualMachine == .value("b"))
        }
        #expect(gate.count == 1)
        gate.open()
        // Once it has come back it is asked again.
        for _ in 0..<200 {
            let facts = await runner.run([.cheap], into: Self.empty).linux
            if facts?.parentName == .value("late") { return }
            try? await Task.sleep(nanoseconds: 5_000_000)
        }
        Issue.record("the probe was never asked again")
    }

    @Test func nothingToAskComesBackAtOnce() async {
        #expect(await ProbeRunner(probes: [], time: SystemTimeSource()).run([.cheap], into: Self.empty) == Self.empty)
    }

    @Test func theConditionOpensOnAClearVerdictAlone() async {
        for level in ShieldVerdict.Level.allCases {
            let condition = ShieldCondition(name: "x") { ShieldVerdict(level: level, indicators: [], reasons: [], undecided: [:]) }
            let isReleased = await condition.decide() == .release
            #expect(isReleased == (level == .clear))
        }
    }

    @Test func responsesFollowTheLevel() {
        func responses(_ level: ShieldVerdict.Level) -> [Response] {
            ResponsePlan.standard.responses(to: ShieldVerdict(level: level, indicators: [], reasons: [], undecided: [:]))
        }
        #expect(responses(.clear).isEmpty)
        #expect(responses(.suspicious).contains(.stepUp) && !responses(.suspicious).contains(.withholdKeys))
        #expect(responses(.compromised).contains(.withholdKeys))
    }

    /// An indicator is given when it is new or has changed, and not again.
    @Test func theWatchGivesWhatIsNew() async {
        let turns = Gate()
        let probe = Probe("p", tier: .cheap, giveUp: { _ in }) {
            let turn = turns.tick()
            return { $0.linux?.parentName = .value("\(turn < 3 ? 1 : 2)") }
        }
        let detector = Detector("d", "x", platforms: [.linux, .iOS, .macOS], tier: .cheap, indicators: ["d"]) { snapshot in
            .judged([Indicator("d", .debugging, .firm, evidence: [.init(snapshot.linux?.parentName.value ?? "", source: "x")], advice: "x")]
            )
        }
        let shield = Shield(policy: .bank, probes: [probe], detectors: [detector], time: SystemTimeSource())
        var given: [String] = []
        for await indicator in shield.watch(every: .milliseconds(100)) {
            given += indicator.evidence.map(\.what)
            if given.count == 2 { break }
        }
        #expect(given == ["1", "2"])
        #expect(turns.count >= 3)
    }

    @Test func aCheapSweepLeavesTheRestUndecided() async {
        let detectors = [Detector.Tier.cheap, .costly].map { tier in
            Detector(tier.rawValue, "x", platforms: [.linux, .iOS, .macOS], tier: tier, indicators: []) { _ in .judged([]) }
        }
        let shield = Shield(policy: .bank, probes: [], detectors: detectors, time: SystemTimeSource())
        #expect(await shield.sweep(.cheap).undecided == ["costly": "left to a full sweep"])
        #expect(await shield.sweep(.full).undecided.isEmpty)
    }

    @Test func whatAPersonChoseIsScrubbed() {
        #expect(ScrubbedPath.scrub("/home/ada/secret project/x.so") == "…/x.so")
        #expect(ScrubbedPath.scrub("/usr/lib/libc.so.6") == "/usr/lib/libc.so.6")
        #expect(ScrubbedPath.scrub("/memfd:frida-agent-64.so (deleted)") == "/memfd:frida-agent-64.so (deleted)")
        #expect(ScrubbedPath.object("") == "(executable)")
        #expect(ScrubbedPath.scrub("/") == "…/")
        let variables = ProcText.loaderVariables(in: Array("A=1\0LD_PRELOAD=/home/ada/a.so:b.so\0LD_X\0LD_AUDIT=\0".utf8))
        #expect(variables == [LoaderVariable(name: "LD_PRELOAD", files: ["a.so", "b.so"])])
        // What brings code in is not crowded out by others.
        let many = (0..<100).map { "LD_X\($0)=y\0" }.joined() + "LD_AUDIT=a.so\0LD_PRELOAD=b.so\0"
        #expect(ProcText.loaderVariables(in: Array(many.utf8)).prefix(2).map(\.name) == ["LD_AUDIT", "LD_PRELOAD"])
    }

    @Test func theMemoryMapIsReadWithoutTrust() {
        let text = """
            55fd784c2000-55fd784c4000 r--p 00000000 fe:00 254163                     /usr/bin/head
            55fd784c4000-55fd784c8000 r-xp 00002000 fe:00 254163                     /usr/bin/head
            7f0000000000-7f0000003000 rwxp 00000000 00:00 0 
            7f0000004000-7f0000005000 r-xs 00000000 00:01 12                         /memfd:a b (deleted)
            7f0000006000-7f0000005000 r-xp 00000000 00:00 0
            x-y r-xp 00000000 00:00 0
            7fff00000000-7fff00001000 r-xp 00000000 00:00 0                          [vdso]
            """
        let map = MemoryMap(Array(text.utf8))
        #expect(map.lines.map(\.name) == ["/usr/bin/head", "", "/memfd:a b (deleted)", "[vdso]"])
        #expect(map.lines.map(\.backing) == [.file, .anonymous, .memoryFile, .kernel])
        #expect(map.lines.map(\.isWritable) == [false, true, false, false])
        #expect(map.lines.first?.mapping(owner: nil).pages == 4)
        // Cut anywhere it is read as far as it goes, and one that ends within a line, or has too many, is not whole.
        let bytes = Array(text.utf8)
        #expect(!map.isComplete && MemoryMap(bytes + [0x0A]).isComplete)
        let line = Array("7f0000000000-7f0000003000 r-xp 00000000 00:00 0\n".utf8)
        let many = MemoryMap(Array(repeatElement(line, count: MemoryMap.maximumLines + 1).joined()))
        #expect(many.lines.count == MemoryMap.maximumLines && !many.isComplete)
        for length in 0...bytes.count { #expect(MemoryMap(Array(bytes.prefix(length))).lines.count <= 4) }
    }
}

/// Counts who comes, and lets nobody through before it is opened.
private final class Gate: @unchecked Sendable {
    private let lock = Lock()
    private var entered = 0
    private var isOpen = false

    var count: Int { lock.withLock { entered } }
    func tick() -> Int {
        lock.withLock {
            entered += 1
            return entered
        }
    }

    func enter() {
        _ = tick()
        while !lock.withLock({ isOpen }) { usleep(1000) }
    }

    func open() { lock.withLock { isOpen = true } }
}
