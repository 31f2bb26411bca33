import MerlonCore
import MerlonRuntime
import Testing

/// Every detector for Linux on recorded facts: what it finds, what it leaves alone, and what it cannot decide.
@Suite struct LinuxDetectorTests {
    typealias Change = @Sendable (inout LinuxFacts) -> Void

    /// A clean program on a server.
    static let clean: LinuxFacts = {
        var facts = LinuxFacts()
        facts.tracerPID = .value(0)
        facts.tracerName = .value("")
        facts.threadTracerPID = .value(0)
        facts.parentName = .value("systemd")
        facts.privileges = .value(ProcessPrivileges(isRoot: false, seccomp: 2, noNewPrivileges: true))
        facts.debugRegisters = .value(DebugRegisters(total: 4, leastFree: 4, threads: 8))
        facts.executableMappings = .value([
            ExecutableMapping(name: "/opt/app/bin/app", backing: .file, pages: 900, owner: "(executable)"),
            ExecutableMapping(
                name: "/usr/lib/x86_64-linux-gnu/libc.so.6", backing: .file, pages: 400, owner: "/usr/lib/x86_64-linux-gnu/libc.so.6"),
            ExecutableMapping(name: "[vdso]", backing: .kernel, pages: 2, owner: nil),
        ])
        facts.loadedObjects = .value([
            LoadedObject(name: "(executable)", isNeeded: true), LoadedObject(name: "linux-vdso.so.1", isNeeded: false),
            LoadedObject(name: "/usr/lib/x86_64-linux-gnu/libc.so.6", isNeeded: true),
            LoadedObject(name: "/usr/lib/x86_64-linux-gnu/libnss_files.so.2", isNeeded: false),
        ])
        facts.loaderVariables = .value([])
        facts.changedText = .value([])
        facts.patchedSlots = .value([])
        facts.toolPort = .value(.closed)
        facts.sanitizers = .value([])
        facts.containers = .value([])
        facts.virtualMachine = .value("")
        facts.accessControl = .value(["apparmor:app (enforce)"])
        facts.manifest = .value(IntegrityFindings(examined: 3))
        return facts
    }()

    private static func verdict(_ changes: [Change], _ policy: ShieldPolicy = .bank) -> ShieldVerdict {
        var facts = clean
        for change in changes { change(&facts) }
        return policy.verdict(
            for: FactsSnapshot(recorded: WallTime(seconds: 0), platform: .linux, systemVersion: "6.12.1", linux: facts))
    }

    private static func ids(_ changes: Change...) -> Set<String> { Set(verdict(changes).indicators.map(\.id)) }

    private static func adding(_ mapping: ExecutableMapping) -> Change {
        { $0.executableMappings = .value(($0.executableMappings.value ?? []) + [mapping]) }
    }

    private static func text(
        _ expected: [UInt8], _ actual: [UInt8], pages: Int = 1, isCompared: Bool = true, isReplaced: Bool = false
    ) -> Change {
        {
            let differences =
                expected.isEmpty ? [] : [ChangedText.Difference(offset: 4096, symbol: "abort", expected: expected, actual: actual)]
            $0.changedText = .value([
                ChangedText(
                    object: "(executable)", ownPages: pages, differingRuns: differences.count, differences: differences,
                    isCompared: isCompared, isReplaced: isReplaced)
            ])
        }
    }

    @Test func aCleanProgramIsClear() {
        let verdict = Self.verdict([])
        #expect(verdict.level == .clear)
        #expect(verdict.undecided.isEmpty)
        #expect(Set(verdict.indicators.map(\.id)) == ["linux-seccomp"])
    }

    private static let cases: [(Change, Set<String>)] = [
        ({ $0.tracerPID = .value(7) }, ["linux-tracer"]),
        (
            {
                $0.tracerPID = .value(7)
                $0.tracerName = .value("merlon-guard")
                $0.tracerIsOwnGuard = .value(true)
            }, ["linux-own-guard"]
        ),
        // A debugger with the guard's name.
        (
            {
                $0.tracerPID = .value(7)
                $0.tracerName = .value("merlon-guard")
                $0.tracerIsOwnGuard = .value(false)
            }, ["linux-tracer"]
        ),
        (
            {
                $0.tracerPID = .value(7)
                $0.tracerName = .value("merlon-guard")
            }, ["linux-tracer"]
        ),
        // One thread that is not the first is traced, also beside the own guard.
        ({ $0.threadTracerPID = .value(9) }, ["linux-tracer"]),
        (
            {
                $0.tracerPID = .value(7)
                $0.tracerIsOwnGuard = .value(true)
                $0.threadTracerPID = .value(9)
            }, ["linux-own-guard", "linux-tracer"]
        ),
        ({ $0.parentName = .value("gdb") }, ["linux-debugger-parent"]),
        ({ $0.parentName = .value("gdbus") }, []),
        ({ $0.debugRegisters = .value(DebugRegisters(total: 4, leastFree: 3, threads: 1)) }, ["linux-hardware-breakpoint"]),
        (
            adding(ExecutableMapping(name: "/memfd:frida-agent-64.so (deleted)", backing: .memoryFile)),
            ["linux-tool-mapping", "linux-memory-file-code"]
        ),
        (adding(ExecutableMapping(name: "", backing: .anonymous)), ["linux-anonymous-code"]),
        (adding(ExecutableMapping(name: "", backing: .anonymous, isWritable: true)), ["linux-anonymous-code", "linux-writable-code"]),
        (adding(ExecutableMapping(name: "", backing: .anonymous, owner: "(executable)")), ["linux-replaced-text"]),
        (adding(ExecutableMapping(name: "…/audit.so", backing: .file)), ["linux-unlisted-library"]),
        (adding(ExecutableMapping(name: "[uprobes]", backing: .kernel)), ["linux-uprobe"]),
        (
            adding(ExecutableMapping(name: "/opt/app/x.so (deleted)", backing: .deletedFile, owner: "/opt/app/x.so")),
            ["linux-replaced-file"]
        ),
        (adding(ExecutableMapping(name: "/opt/friday/libfriday.so", backing: .file, owner: "/opt/friday/libfriday.so")), []),
        (adding(ExecutableMapping(name: "/opt/frida/libcalendar.so", backing: .file, owner: "/opt/frida/libcalendar.so")), []),
        ({ $0.loaderVariables = .value([LoaderVariable(name: "LD_PRELOAD", files: ["evil.so"])]) }, ["linux-preload"]),
        ({ $0.loaderVariables = .value([LoaderVariable(name: "LD_PRELOAD", files: ["libjemalloc.so.2"])]) }, ["linux-preload-known"]),
        ({ $0.loaderVariables = .value([LoaderVariable(name: "LD_PRELOAD", files: ["libasan.so.8", "x.so"])]) }, ["linux-preload"]),
        ({ $0.loaderVariables = .value([LoaderVariable(name: "LD_AUDIT", files: ["a.so"])]) }, ["linux-audit-library"]),
        ({ $0.loaderVariables = .value([LoaderVariable(name: "LD_LIBRARY_PATH", files: ["lib"])]) }, ["linux-library-path"]),
        ({ $0.loaderVariables = .value([LoaderVariable(name: "LD_BIND_NOW", files: ["1"])]) }, []),
        (
            {
                $0.loadedObjects = .value([
                    LoadedObject(name: "(executable)", isNeeded: true), LoadedObject(name: "…/evil.so", isNeeded: false),
                    LoadedObject(name: "/usr/lib/libc.so.6", isNeeded: true),
                ])
            }, ["linux-preload"]
        ),
        (
            { $0.patchedSlots = .value([PatchedSlot(object: "(executable)", symbol: "getenv", target: nil)]) }, ["linux-got-patch"]
        ),
        (text([0x55, 0x48, 0x89], [0xCC, 0x48, 0x89]), ["linux-software-breakpoint"]),
        (text([0x55, 0x48, 0x89, 0xE5], [0x00, 0x00, 0x20, 0xD4]), ["linux-software-breakpoint"]),
        (text([0x55, 0x48, 0x89], [0xCC, 0x90, 0x90]), ["linux-patched-text"]),
        (text(Array(repeating: 0x55, count: 16), [0xE9, 1, 2, 3, 4] + Array(repeating: 0x55, count: 11)), ["linux-inline-hook"]),
        (text(Array(repeating: 0x55, count: 16), [0xFF, 0x25, 0, 0, 0, 0] + Array(repeating: 1, count: 10)), ["linux-inline-hook"]),
        (
            text(Array(repeating: 0x55, count: 16), [0x48, 0xB8, 1, 2, 3, 4, 5, 6, 7, 8, 0xFF, 0xE0, 1, 1, 1, 1]), ["linux-inline-hook"]
        ),
        // arm64: `b` far away; `ldr x16, #8; br x16`; `adrp x17; add x17; br x17`.
        (text(Array(repeating: 0x55, count: 8), [0x10, 0x20, 0x30, 0x14, 1, 1, 1, 1]), ["linux-inline-hook"]),
        (text(Array(repeating: 0x55, count: 8), [0x50, 0, 0, 0x58, 0x00, 0x02, 0x1F, 0xD6]), ["linux-inline-hook"]),
        (
            text(
                Array(repeating: 0x55, count: 12), [0x11, 0x00, 0x00, 0x90, 0x31, 0x02, 0x00, 0x91, 0x20, 0x02, 0x1F, 0xD6]),
            ["linux-inline-hook"]
        ),
        (
            text([0x48, 0x83, 0xEC] + Array(repeating: 0x55, count: 13), [0x48, 0xB8, 1, 2, 3, 4, 5, 6, 7, 8, 0xFF, 0xE0, 1, 1, 1, 1]),
            ["linux-inline-hook"]
        ),
        (text([1, 2, 0x55, 0x48, 0x89], [1, 2, 0xCC, 0x48, 0x89]), ["linux-software-breakpoint"]),
        (text([0x74], [0xEB]), ["linux-patched-text"]),
        (text([], [], pages: 2), ["linux-text-written"]),
        (text([], [], pages: 0, isCompared: false, isReplaced: true), []),
        ({ $0.toolPort = .value(.open) }, ["linux-tool-port-open"]),
        ({ $0.toolPort = .value(.webSocket) }, ["linux-tool-server"]),
        ({ $0.containers = .value(["docker"]) }, ["linux-container"]),
        ({ $0.virtualMachine = .value("QEMU") }, ["linux-virtual-machine"]),
        ({ $0.privileges = .value(ProcessPrivileges(isRoot: true, seccomp: 2)) }, ["linux-root"]),
        ({ $0.accessControl = .value([]) }, ["linux-unconfined"]),
        ({ $0.accessControl = .value(["selinux-enforcing"]) }, []),
        ({ $0.sanitizers = .value(["address"]) }, ["linux-sanitizer"]),
        ({ $0.manifest = .value(IntegrityFindings(differences: [.init(.file, "app")], examined: 3)) }, ["linux-changed-file"]),
        ({ $0.manifest = .value(IntegrityFindings(differences: [.init(.unlisted, "x.so")], examined: 3)) }, ["linux-unlisted-binary"]),
    ]

    @Test func indicators() {
        for (index, (change, expected)) in Self.cases.enumerated() {
            #expect(Self.ids(change).subtracting(["linux-seccomp"]) == expected, "case \(index)")
        }
    }

    /// Every indicator that a detector says it can give is given by some case: a check that never speaks is none.
    @Test func everyIndicatorHasACase() {
        let given = Self.cases.reduce(into: Set(["linux-seccomp"])) { $0.formUnion($1.1) }
        let declared = Set(DetectorRegistry.all.filter { $0.platforms.contains(.linux) }.flatMap(\.indicators))
        #expect(given == declared)
        for (change, _) in Self.cases {
            for indicator in Self.verdict([change]).indicators { #expect(declared.contains(indicator.id)) }
        }
    }

    /// What was not read is never nothing found.
    @Test(arguments: [Fact<Int32>.denied(13), .unsupported, .timedOut])
    func unreadIsUndecided(_ state: Fact<Int32>) throws {
        @Sendable func like<Value>(_: Fact<Value>) -> Fact<Value> {
            switch state {
            case .denied(let status): .denied(status)
            case .timedOut: .timedOut
            default: .unsupported
            }
        }
        let verdict = Self.verdict([
            {
                $0.tracerPID = like($0.tracerPID)
                $0.parentName = like($0.parentName)
                $0.debugRegisters = like($0.debugRegisters)
                $0.executableMappings = like($0.executableMappings)
                $0.loadedObjects = like($0.loadedObjects)
                $0.loaderVariables = like($0.loaderVariables)
                $0.changedText = like($0.changedText)
                $0.patchedSlots = like($0.patchedSlots)
                $0.toolPort = like($0.toolPort)
                $0.manifest = like($0.manifest)
            }
        ])
        let deciding = DetectorRegistry.all.filter { $0.platforms.contains(.linux) && $0.id != "linux-surroundings" }.map(\.id)
        #expect(Set(verdict.undecided.keys) == Set(deciding))
        // A memory map in which the program itself is missing, and text that could not be compared, decide nothing either.
        #expect(Self.verdict([{ $0.executableMappings = .value([]) }]).undecided["linux-mappings"] != nil)
        #expect(Self.verdict([Self.text([], [], pages: 0, isCompared: false)]).undecided["linux-text"] != nil)
        // Without the tracer or the memory map nothing is clear, whatever the policy; without others it is, and says what was not looked at.
        #expect(verdict.level == .suspicious)
        for change: Change in [
            { $0.tracerPID = like($0.tracerPID) }, { $0.executableMappings = like($0.executableMappings) },
            { $0.executableMappings = .value([]) },
        ] {
            #expect(Self.verdict([change]).level == .suspicious)
            #expect(Self.verdict([change], .observe).level == .suspicious)
        }
        #expect(Self.verdict([{ $0.toolPort = like($0.toolPort) }]).level == .clear)
        // In a cheap sweep other threads are not asked; in a full one they could not be.
        let threads = Self.verdict([{ $0.threadTracerPID = like($0.threadTracerPID) }])
        #expect((threads.undecided["linux-tracer"] == nil) == (state == .unsupported))
        let surroundings = Self.verdict([
            {
                $0.containers = like($0.containers)
                $0.virtualMachine = like($0.virtualMachine)
                $0.privileges = like($0.privileges)
                $0.accessControl = like($0.accessControl)
                $0.sanitizers = like($0.sanitizers)
            }
        ])
        #expect(surroundings.undecided["linux-surroundings"] != nil)
    }

    @Test func olderQuestionsHaveReasons() {
        func answer(_ category: Indicator.Category, _ change: Change) -> ShieldAnswer {
            var facts = Self.clean
            change(&facts)
            return ShieldAnswer(
                about: category, in: FactsSnapshot(recorded: WallTime(seconds: 0), platform: .linux, systemVersion: "6", linux: facts))
        }
        #expect(answer(.debugging) { _ in }.outcome == .no)
        #expect(answer(.debugging) { $0.tracerPID = .value(7) }.failedChecks == ["linux-tracer"])
        #expect(answer(.debugging) { $0.tracerPID = .denied(13) }.outcome == .unknown)
        #expect(answer(.hooking) { $0.tracerPID = .denied(13) }.outcome == .no)
        #expect(answer(.tooling) { $0.toolPort = .value(.open) }.outcome == .no)
        #expect(answer(.systemIntegrity) { _ in }.outcome == .unknown)
    }
}
