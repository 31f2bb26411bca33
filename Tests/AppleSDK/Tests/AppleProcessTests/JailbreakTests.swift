import CMerlonProbes
import Foundation
import MerlonCore
@testable import MerlonRuntime
import Testing

/// Every sign of a jailbreak that is looked for, one by one, by the probes that look: each alone is found under its own name.
@Suite(.serialized) struct JailbreakTests {
    private static func indicators(_ ids: Set<String>, _ plant: () -> Void) async -> [String: Indicator.Confidence] {
        emulated_reset()
        emulated_set_text("hw.machine", "iPhone16,2")
        emulated_set_text("kern.osversion", "21E219")
        emulated_add_path(PathQuestions.anchor, 22, 22, 0)
        plant()
        let probes = ProbeRegistry.all.filter { ids.contains($0.id) || $0.id == "apple-host" }
        let empty = ProbeRegistry.emptySnapshot(at: WallTime(seconds: 1_796_000_000))
        let facts = await ProbeRunner(probes: probes, time: SystemTimeSource()).run([.cheap, .costly], into: empty)
        let found = ShieldPolicy.bank.verdict(for: facts).indicators
        return Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0.confidence) })
    }

    @Test func everyPathIsFoundAlone() async {
        let clean = await Self.indicators(["apple-paths"]) {}
        #expect(clean == [:])
        #expect(PathRule.all.count >= 100)
        for rule in PathRule.all where rule.pattern == nil {
            // EINVAL of readlink: there, and no link. A folder means something as a link alone.
            let found = await Self.indicators(["apple-paths"]) { emulated_add_path(rule.path, 22, 22, 0) }
            let linked = await Self.indicators(["apple-paths"]) { emulated_add_path(rule.path, 0, 0, 13) }
            switch rule.meaning {
            case .jailbreak: #expect(found == ["apple-jailbreak-path": .firm] && linked == found, "\(rule.path)")
            case .ordinary: #expect(found == ["apple-ordinary-path": .weak] && linked == found, "\(rule.path)")
            case .folder: #expect(found == [:] && linked == ["apple-system-link": .firm], "\(rule.path)")
            }
            // Hidden by a hook in libc, which the kernel's own answer shows.
            let hidden = await Self.indicators(["apple-paths"]) { emulated_add_path(rule.path, 2, 22, 0) }
            #expect(hidden["apple-path-disagreement"] == .certain, "\(rule.path)")
        }
        let three = await Self.indicators(["apple-paths"]) {
            for path in ["/var/jb", "/var/jb/basebin", "/cores/binpack"] { emulated_add_path(path, 22, 22, 0) }
        }
        #expect(three == ["apple-jailbreak-path": .certain])
    }

    @Test func everyFolderThatTakesAFileIsFound() async {
        for folder in ["/", "/private", "/root", "/private/var", "/jb"] {
            let found = await Self.indicators(["apple-writable-folders"]) { emulated_add_writable_folder(folder) }
            #expect(found == ["apple-writable-system": .certain], "\(folder)")
        }
        #expect(await Self.indicators(["apple-writable-folders"]) {} == [:])
    }

    /// A class that is the app's own, or the system's, is none of a tool's, whatever its name.
    @Test func everyHidingClassIsFound() async {
        for name in HidingClassDetector.classes {
            for (image, isFound) in [
                ("/var/jb/x.dylib", true), (nil, true), (Bundle.main.bundlePath + "/Frameworks/Kit", false), ("/System/Library/x", false),
                (Bundle.main.bundlePath + "2/x", true),
            ] as [(String?, Bool)] {
                let found = await Self.indicators(["apple-hiding-classes"]) { emulated_add_class(name, image) }
                #expect(found == (isFound ? ["apple-hiding-class": .firm] : [:]), "\(name) of \(image ?? "no image")")
            }
        }
    }

    /// P_SELECT and an open port, together with an ordinary path and a scheme: weak, and never enough.
    @Test func weakSignsAreNeverEnough() async {
        let found = await Self.indicators(["apple-paths", "apple-process-flags"]) {
            emulated_set_process(0x4040, 0x4040, 0, 1)
            for path in ["/bin/bash", "/bin/sh", "/usr/sbin/sshd"] { emulated_add_path(path, 22, 22, 0) }
        }
        #expect(found == ["apple-ordinary-path": .weak, "apple-selecting": .weak])
        var snapshot = ProbeRegistry.emptySnapshot(at: WallTime(seconds: 1_796_000_000))
        snapshot.apple?.isSelecting = .value(true)
        snapshot.apple?.ports = .value([27042, 4444, 22, 44].map { ListeningPort(port: $0, answer: .value(.open)) })
        snapshot.apple?.schemes = .value([SchemeAnswer(scheme: "cydia", isOpened: .value(true))])
        // Judged by these alone: where nothing else was read there is no clear verdict.
        let detectors = [SelectingDetector.apple, ToolPortDetector.apple, SchemeDetector.apple]
        let verdict = ShieldPolicy.bank.verdict(for: snapshot, detectors: detectors)
        #expect(
            verdict.level == .clear
                && Set(verdict.indicators.map(\.id)) == ["apple-selecting", "apple-tool-port-open", "apple-jailbreak-scheme"])
        #expect(verdict.indicators.allSatisfy { $0.confidence == .weak })
    }

    @Test func modelsAndMacsAreTold() async {
        emulated_reset()
        emulated_add_class("NSProcessInfo", "/System/Library/Frameworks/Foundation.framework/Foundation")
        emulated_add_method("NSProcessInfo", "isiOSAppOnMac", false, 1)
        emulated_set_answer("isiOSAppOnMac", true)
        emulated_set_text("hw.machine", "arm64")
        let probes = ProbeRegistry.all.filter { $0.id == "apple-host" }
        let empty = ProbeRegistry.emptySnapshot(at: WallTime(seconds: 0))
        let facts = await ProbeRunner(probes: probes, time: SystemTimeSource()).run([.cheap], into: empty)
        #expect(facts.apple?.host.value?.kind == .appOnMac)
    }
}
