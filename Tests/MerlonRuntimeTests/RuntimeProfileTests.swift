import Foundation
import MerlonCore
import TestSupport
import Testing

@testable import MerlonRuntime

@Suite struct RuntimeProfileTests {
    /// The detectors that the profiles are about.
    private static let detectors = DetectorRegistry.appleProcess

    private static func verdict(_ profile: RuntimeProfile, _ policy: ShieldPolicy = .bank) -> ShieldVerdict {
        policy.verdict(for: profile.snapshot, detectors: detectors)
    }

    @Test func everyProfileIsReadAndComesToWhatItSays() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: RuntimeProfile.folder.path).filter { $0.hasSuffix(".json") }
        #expect(files.count >= 90 && RuntimeProfile.all.count == files.count)
        // Those of hooks are HookProfileTests'.
        for profile in RuntimeProfile.all.values.sorted(by: { $0.name < $1.name }) where !profile.name.hasPrefix("hooks-") {
            let isBlind = profile.name == "nothing-could-be-read"
            profile.expect(Self.verdict(profile), undecided: isBlind ? Set(Self.detectors.map(\.id)) : nil)
        }
    }

    /// A detector that never speaks, or always does, is none.
    @Test func everyDetectorHasAPositiveAndANegativeProfile() {
        RuntimeProfile.expectAllSpeakAndAreSilent(Self.detectors, over: RuntimeProfile.all.values)
        let declared = Self.detectors.flatMap(\.indicators)
        #expect(Set(declared).count == declared.count, "two detectors give the same indicator")
    }

    /// What was refused, or not answered in time, leaves a detector undecided: never clear.
    @Test func factsThatWereNotReadDecideNothing() throws {
        let profile = try #require(RuntimeProfile.all["clean-iphone-17"])
        let object = try #require(
            try JSONSerialization.jsonObject(with: JSONEncoder().encode(profile.snapshot)) as? [String: Any])
        for state: [String: Any] in [["denied": 1], ["state": "timed-out"], ["state": "unsupported"]] {
            var copy = object
            let apple = try #require(object["apple"] as? [String: Any])
            copy["apple"] = apple.mapValues { _ in state }
            let snapshot = try JSONDecoder().decode(FactsSnapshot.self, from: JSONSerialization.data(withJSONObject: copy))
            let verdict = ShieldPolicy.bank.verdict(for: snapshot, detectors: Self.detectors)
            #expect(Set(verdict.undecided.keys) == Set(Self.detectors.map(\.id)))
            #expect(verdict.indicators.isEmpty)
            for category in Indicator.Category.allCases where category != .hooking {
                #expect(ShieldAnswer(about: category, in: snapshot, detectors: Self.detectors).outcome == .unknown)
            }
        }
    }

    @Test func olderQuestions() throws {
        func answer(_ name: String, _ category: Indicator.Category) throws -> ShieldAnswer {
            ShieldAnswer(about: category, in: try #require(RuntimeProfile.all[name]).snapshot, detectors: Self.detectors)
        }
        for (name, category, outcome): (String, Indicator.Category, ShieldAnswer.Outcome) in [
            ("clean-iphone-17", .systemIntegrity, .no), ("dopamine", .systemIntegrity, .yes), ("file-manager-user", .systemIntegrity, .no),
            ("schemes-not-declared", .systemIntegrity, .unknown), ("mac-app-store", .systemIntegrity, .no),
            ("xcode-run", .debugging, .yes), ("crash-reporter", .debugging, .no), ("mac-debugged", .debugging, .yes),
            ("frida-gadget", .tooling, .yes), ("terminal-user", .tooling, .no), ("alt-store", .tampering, .yes),
            ("simulator", .environment, .yes), ("clean-iphone-17", .environment, .no),
        ] {
            #expect(try answer(name, category).outcome == outcome, "\(name) \(category)")
        }
        let jailbreak = DetectorRegistry.appleProcess.filter { ["apple-paths", "apple-mounts"].contains($0.id) }
        let mac = ShieldAnswer(
            about: .systemIntegrity, in: try #require(RuntimeProfile.all["mac-app-store"]).snapshot, detectors: jailbreak)
        #expect(mac.outcome == .notApplicable && !mac.isYes && mac.reasons.count == 2)
        let yes = try answer("palera1n-rootful", .systemIntegrity)
        #expect(
            yes.failedChecks.contains("apple-jailbreak-path") && yes.reasons.contains { $0.contains("/Applications/Sileo.app") == false })
    }

    @Test func questionsAboutOneThing() throws {
        for (name, indicator, outcome): (String, String, ShieldAnswer.Outcome) in [
            ("simulator", "apple-simulator", .yes), ("clean-iphone-17", "apple-simulator", .no), ("vpn-user", "apple-vpn", .yes),
            ("clean-iphone-16", "apple-lockdown-mode", .unknown), ("lockdown-mode", "apple-lockdown-mode", .yes),
            ("development-build", "apple-debuggable", .yes), ("mac-app-store", "apple-parent", .notApplicable),
            ("crash-reporter", "apple-exception-port", .yes), ("clean-iphone-17", "linux-tracer", .unknown),
        ] {
            let answer = ShieldAnswer(whether: indicator, in: try #require(RuntimeProfile.all[name]).snapshot)
            #expect(answer.outcome == outcome && answer.failedChecks == (outcome == .yes ? [indicator] : []), "\(name) \(indicator)")
            #expect(answer.reasons.isEmpty == (outcome == .no))
        }
    }

    @Test func knownSystemsComeWithARulePack() throws {
        let odd = try #require(RuntimeProfile.all["newer-with-odd-answers"])
        #expect(Self.verdict(odd).level == .clear)
        let pack = RulePack(number: 1, knownSystems: ["iOS": "27"])
        #expect(Self.verdict(odd, ShieldPolicy.bank.applying(pack)).level == .compromised)
        let off = RulePack(
            number: 2, disabledDetectors: ["apple-paths", "apple-mounts", "apple-signing-flags"], knownSystems: ["iOS": "27"])
        #expect(Self.verdict(odd, ShieldPolicy.bank.applying(off)).level == .clear)
    }

    @Test func builds() {
        for (build, isBeta) in [
            ("21E219", false), ("23C5027f", true), ("24A5276m", true), ("20H350", false), ("20D771750d", false), ("22A3354", false),
            ("", false),
            ("5", false), ("23C5027", false),
        ] {
            #expect(AppleHost(build: .device, machine: "iPhone15,2", systemBuild: build).isBetaBuild == isBeta, "\(build)")
        }
    }

    /// The names of Debian's packages, over 50,000, as apps, as their frameworks, and as libraries of somebody else: none is taken for a tool.
    @Test func noOrdinaryNameIsATool() throws {
        let text = try String(contentsOf: RuntimeProfile.folder.appendingPathComponent("names.txt"), encoding: .utf8)
        var (names, last): ([String], String) = ([], "")
        for line in text.split(separator: "\n") {
            let common = Int(try #require(line.utf8.first) - UInt8(ascii: "a"))
            last = String(last.prefix(common)) + line.dropFirst()
            names.append(last)
        }
        #expect(names.count >= 50_000 && names.contains("chromium") && names.contains("zsh"))
        var hits: [String] = []
        for name in names {
            for place in LoadedImage.Place.allCases {
                let image = LoadedImage(name: "…/\(name).dylib", place: place)
                if ToolName.isTool(image) || ToolName.isJailbreak(image) { hits.append(name) }
            }
            // The same on Linux: as a program, as its library, and as memory that it named.
            for path in ["/opt/\(name)/bin/\(name)", "/usr/lib/lib\(name).so.1", "/memfd:\(name) (deleted)"]
            where !ToolMappingDetector.found(in: path).isEmpty { hits.append(path) }
        }
        #expect(hits.isEmpty)
    }

    /// The tests that findings name are in the catalogue that the audit works by.
    @Test func referencesToMASTG() throws {
        let folder = PackageFolder.url.appendingPathComponent("Sources/MerlonAudit/Catalogue")
        let text = try String(contentsOf: folder.appendingPathComponent("MASTGTest+Resilience.swift"), encoding: .utf8)
        let known = Set(
            text.components(separatedBy: ".init(\n").dropFirst().compactMap { Int($0.drop { $0 == " " }.prefix { $0.isNumber }) })
        #expect(known.isSuperset(of: [240, 354, 367, 401]))
        var named: Set<String> = []
        for profile in RuntimeProfile.all.values {
            named.formUnion(ShieldPolicy.bank.verdict(for: profile.snapshot).indicators.compactMap(\.test))
        }
        #expect(named.count >= 4)
        for test in named { #expect(test.hasPrefix("MASTG-TEST-0") && known.contains(Int(test.suffix(4)) ?? 0), "\(test)") }
    }

    @Test func namesOfTools() {
        for (name, place, isTool, isJailbreak): (String, LoadedImage.Place, Bool, Bool) in [
            ("…/FridaGadget.dylib", .bundle, true, false), ("…/frida-agent-64.dylib", .outside, true, false),
            ("…/MyFridaThing.dylib", .outside, true, false), ("…/MyFridaThing.dylib", .bundle, false, false),
            ("…/Friday.dylib", .outside, false, false), ("…/FRIDAY", .outside, false, false), ("…/frida", .sharedCache, false, false),
            ("(executable)", .outside, false, false), ("/usr/lib/frida/x.dylib", .system, false, false),
            ("…/Shadow.dylib", .outside, false, true), ("…/Shadow", .bundle, false, false), ("…/shadowsocks.dylib", .outside, false, false),
            ("/usr/lib/systemhook.dylib", .system, false, true), (".dylib", .outside, false, false), ("", .outside, false, false),
            ("…/ellekit.dylib", .outside, false, true), ("…/Substrate.dylib", .bundle, false, false),
        ] {
            let image = LoadedImage(name: name, place: place)
            #expect(ToolName.isTool(image) == isTool && ToolName.isJailbreak(image) == isJailbreak, "\(name) \(place)")
        }
    }
}
