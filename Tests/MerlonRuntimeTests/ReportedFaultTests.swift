import Foundation
import MerlonCore
import TestSupport
import Testing

@testable import MerlonMachO
@testable import MerlonRuntime

/// What users of older libraries complained about, each with the right behaviour. The numbers are those of the list in Documentation/Runtime.md.
@Suite struct ReportedFaultTests {
    private func verdict(_ name: String) throws -> ShieldVerdict {
        ShieldPolicy.bank.verdict(for: try #require(RuntimeProfile.all[name]).snapshot, detectors: DetectorRegistry.appleProcess)
    }

    private func ids(_ name: String) throws -> Set<String> { Set(try verdict(name).indicators.map(\.id)) }

    /// The sources that run in an app on Apple's systems.
    private static let sources = RuntimeSources.all.filter { !$0.isForLinux && !$0.path.hasPrefix("MerlonMachO/") }

    private func users(of words: [String]) -> [String] { RuntimeSources.users(of: words, in: Self.sources) }

    @Test func fault1AnExportTrieWithoutEndOverflowedTheStack() throws {
        // A chain of 100,000 nodes, each with one edge of one letter, and one that leads back to itself.
        var chain: [UInt8] = []
        for index in 0..<100_000 {
            let next = (index + 1) * 7
            let offset = [0, 7, 14].map { UInt8((next >> $0) & 0x7F) }
            chain += [0, 1, 0x61, 0, offset[0] | 0x80, offset[1] | 0x80, offset[2]]
        }
        let name = String(repeating: "a", count: 60_000)
        for trie in [chain, [0, 1, 0x61, 0, 0]] {
            let lookup = try ExportLookup(trie: ByteView(copying: trie), baseAddress: 0)
            let found = try? lookup.export(named: name)
            #expect(found.flatMap { $0 } == nil)
        }
    }

    @Test func fault2EveryDeviceWithANewSystemWasJailbroken() throws {
        #expect(try verdict("newer-with-odd-answers").level == .clear && verdict("beta-with-odd-answers").level == .clear)
        #expect(try verdict("newer-than-known").level == .clear && verdict("everything-is-there").level == .clear)
        // What cannot come about otherwise counts on new systems as well.
        let shadow = try #require(RuntimeProfile.all["shadow"]).snapshot
        var newer = shadow
        newer.systemVersion = "99.0"
        #expect(ShieldPolicy.bank.verdict(for: newer).level == .compromised)
    }

    @Test func fault3SchemesOfOrdinaryAppsWereAJailbreak() throws {
        #expect(try verdict("file-manager-user").level == .clear && ids("file-manager-user") == ["apple-jailbreak-scheme"])
        var all = try #require(RuntimeProfile.all["clean-iphone-17"]).snapshot
        all.apple?.schemes = .value(SchemeDetector.schemes.map { SchemeAnswer(scheme: $0, isOpened: .value(true)) })
        #expect(ShieldPolicy.bank.verdict(for: all, detectors: DetectorRegistry.appleProcess).level == .clear)
    }

    @Test func fault4SharedIPadsWereJailbroken() throws { #expect(try ids("shared-ipad").isEmpty) }

    @Test func fault5MacsWereJailbroken() throws {
        for name in ["mac-app-store", "mac-developer-id", "catalyst", "iphone-app-on-mac", "mac-without-enclave"] {
            #expect(try verdict(name).level == .clear, "\(name)")
            #expect(try verdict(name).undecided["apple-paths"] == "a Mac has no such protection to take away")
        }
        // Who says on an iPhone that it is a Mac is not spared the checks.
        #expect(try ids("mac-claimed-on-iphone").isSuperset(of: ["apple-host-contradiction", "apple-jailbreak-path"]))
    }

    @Test func fault6TheSimulatorWasJailbroken() throws {
        for name in ["simulator", "simulator-on-intel"] {
            #expect(try verdict(name).level == .clear && ids(name).contains("apple-simulator"), "\(name)")
        }
        #expect(try verdict("simulator-claimed-on-iphone").undecided.isEmpty, "the variables of the simulator switch nothing off")
    }

    @Test func fault7ForkHungTheLaunch() {
        #expect(Self.sources.count > 60)
        #expect(users(of: ["fork(", "posix_spawn", "popen(", "system(\""]) == [])
    }

    @Test func fault8TheMainThreadHungInTheKeychain() async {
        let empty = FactsSnapshot(recorded: WallTime(seconds: 0), platform: .iOS, systemVersion: "17", apple: AppleFacts())
        let gate = DispatchSemaphore(value: 0)
        defer { gate.signal() }
        let probe = Probe(
            "hangs", tier: .costly, deadline: .milliseconds(30), giveUp: { $0.apple?.hasPasscode = .timedOut },
            ask: {
                let isMain = Thread.isMainThread
                gate.wait()
                return { $0.apple?.hasPasscode = .value(isMain) }
            })
        let snapshot = await ProbeRunner(probes: [probe], time: SystemTimeSource()).run([.costly], into: empty)
        #expect(snapshot.apple?.hasPasscode == .timedOut)
        #expect(ShieldPolicy.bank.verdict(for: snapshot).undecided["apple-passcode"] == "the probe did not answer in time")
        // No probe waits without end for the main actor, and none is on it but those that UIKit and WebKit want there.
        #expect(users(of: ["MainActorQuestion.ask"]) == ["ApplicationProbe.swift", "ProbeRegistry+Apple.swift"])
        #expect(users(of: ["DispatchQueue.main.sync"]) == [])
    }

    @Test func fault9CanOpenURLWasAskedOffTheMainThread() {
        #expect(users(of: ["canOpenURL("]) == ["ApplicationProbe.swift"])
        let probe = Self.sources.first { $0.name == "ApplicationProbe.swift" }?.text ?? ""
        let question = probe.range(of: "MainActorQuestion.ask(within: patience) {\n                asked.filter")
        #expect(question != nil, "the schemes are asked for in a question to the main actor")
    }

    @Test func fault10WritingToConstantsCrashed() {
        // A sweep writes nowhere: what changes the protection of memory is repair, which the app asks for, by three functions in C.
        let words = ["vm_protect", "mprotect", "vm_write", "vm_remap"]
        #expect(users(of: words) == ["code.c", "hooks.c"])
        let parts = (Self.sources.first { $0.name == "hooks.c" }?.text ?? "").components(separatedBy: "int merlon_darwin_set_pointer")
        let after = parts.last?.components(separatedBy: "\n}\n").dropFirst().joined() ?? ""
        #expect(parts.count == 2 && words.allSatisfy { !parts[0].contains($0) && !after.contains($0) })
        // And those are asked for by the view of the live process alone, for repair alone.
        for function in ["merlon_darwin_set_pointer(", "merlon_darwin_set_code(", "merlon_darwin_make_code("] {
            #expect(users(of: [function]).filter { $0.hasSuffix(".swift") } == ["LiveProcess.swift"])
        }
        #expect(
            users(of: [".setCode(", ".makeCode("]) == ["FunctionRepair.swift"] && users(of: [".setPointer("]) == ["SymbolRepair.swift"])
    }

    @Test func fault11ChainedFixupsWereNotRead() throws {
        // The pointers that a sweep compares come from the one reader of imports, which knows both forms. Tried on real libraries in
        // ReportedHookFaultTests.
        let reader = Self.sources.first { $0.name == "BoundPointers.swift" }?.text ?? ""
        #expect(reader.contains("ImportTable"))
    }

    @Test func fault12HidersPassedListsOfPaths() throws {
        for name in ["shadow", "hider-with-odd-errors", "hider-of-everything", "dopamine-hidden", "debugger-hidden"] {
            #expect(try verdict(name).level == .compromised, "\(name)")
        }
        #expect(try ids("hider-with-odd-errors") == ["apple-path-disagreement"])
        // What still gets through, as the documentation says.
        #expect(try verdict("dopamine-removed-for-this-app").level == .clear)
    }

    @Test func fault13AReviewerSawJailbrokenWithoutAReason() throws {
        for profile in RuntimeProfile.all.values {
            let verdict = ShieldPolicy.bank.verdict(for: profile.snapshot)
            #expect(
                !verdict.reasons.isEmpty && verdict.indicators.allSatisfy { !$0.evidence.isEmpty && !$0.advice.isEmpty }, "\(profile.name)")
        }
        #expect(users(of: ["exit(", "abort(", "fatalError(", "preconditionFailure("]) == [])
    }

    /// The same everywhere, with what stops a program in other ways. The guard of Linux is a process of its own, which ends itself when its work is over.
    @Test func nothingEverEndsTheApp() throws {
        #expect(RuntimeSources.all.count > 250 && RuntimeSources.all.contains(where: \.isForLinux))
        let words = [
            "exit(", "abort(", "fatalError(", "preconditionFailure(", "assertionFailure(", "__builtin_trap", "raise(", "kill(", "tgkill",
            "SIGKILL", "SIGTRAP", "try!", "as!", "terminate(", "unsafeDowncast",
        ]
        #expect(RuntimeSources.users(of: words) == ["guard.c"])
        let guardian = try #require(RuntimeSources.all.first { $0.name == "guard.c" }).text
        // `_exit` alone, in the child: what the parent does comes after the child's last call, which does not return.
        let parts = guardian.components(separatedBy: "        serve(process);\n    }\n")
        #expect(parts.count == 2 && parts[1].contains("return") && !parts[1].contains("exit("))
        #expect(guardian.components(separatedBy: "exit(").count == guardian.components(separatedBy: " _exit(").count)
        #expect(guardian.contains("static _Noreturn void serve("))
    }

    @Test func fault14TheHashNeverMatchedTheShippedFile() {
        // One reader makes the digests for the command and in the process. Tried on real libraries in ReportedHookFaultTests.
        let code = ByteView(copying: (0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let shipped = CodeDigest(name: "__TEXT,__text", of: code)
        #expect(shipped == CodeDigest(name: "__TEXT,__text", of: ByteView(copying: code.array)))
        #expect(Self.sources.filter { $0.text.contains("struct CodeDigest") }.count == 1)
    }

    @Test func fault15ThePrivacyManifestWasMissing() throws {
        let file = PackageFolder.url.appendingPathComponent("Sources/MerlonRuntime/PrivacyInfo.xcprivacy")
        let list = try PropertyListReader.read(Array(try Data(contentsOf: file)))
        #expect(list["NSPrivacyTracking"]?.boolean == false)
        let types = list["NSPrivacyAccessedAPITypes"]?.array?.compactMap { $0["NSPrivacyAccessedAPIType"]?.string }
        #expect(types == ["NSPrivacyAccessedAPICategoryFileTimestamp"])
        #expect(users(of: ["UserDefaults.", "UserDefaults(", "CFPreferences", "statfs(", "systemUptime", "mach_absolute_time"]) == [])
    }

    /// A team that is only looked for in a profile is never right in the App Store, where there is none.
    @Test func theTeamComesFromTheSignature() throws {
        #expect(try verdict("expected-identity").level == .clear)
        var other = try #require(RuntimeProfile.all["expected-identity"]).snapshot
        other.expected?.teams = ["OTHER00000"]
        #expect(ShieldPolicy.bank.verdict(for: other).indicators.map(\.id).contains("apple-identity-mismatch"))
    }
}
