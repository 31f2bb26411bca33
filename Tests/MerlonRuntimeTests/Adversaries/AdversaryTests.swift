#if os(Linux)
    import Foundation
    import MerlonRuntime
    import TestSupport
    import Testing

    extension LinuxProcessTests {
        /// Each attacker, as root and as the victim's own user, before the start, at work and gone, against a victim without and with protections:
        /// what is found within one sweep is what `Documentation/Runtime.md` says, row by row.
        @Suite(.serialized, .enabled(if: Attackers.compiler != nil, "\(Attackers.need)")) struct AdversaryTests {
            /// Where Yama is at work the same user is kept out already.
            private static let isYama =
                (try? String(contentsOfFile: "/proc/sys/kernel/yama/ptrace_scope", encoding: .utf8))?.first ?? "0" != "0"

            @Test func theToolsAreNamed() throws {
                for (tool, argument) in [("gdb", "--version"), ("strace", "-V"), ("ltrace", "--version")] where Executable(tool).isInstalled
                {
                    print(
                        try Executable(tool).run([argument]).output.split(separator: "\n").first.map(String.init)
                            ?? "\(tool) does not say its version")
                }
                print("Frida \(Frida.version), Linux \(try String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8))")
            }

            @Test(arguments: Adversary.all)
            func isSeenAsDocumented(_ adversary: Adversary) throws {
                if let lack = adversary.lack { try Test.cancel("\(lack)") }
                var cells: [Adversary.Stage: [String?]] = [:]
                for (index, column) in AdversaryTable.columns.enumerated() {
                    // Who is not root cannot come as root, and need not become another user.
                    if column.isRoot ? !Attackers.isRoot : (adversary.isForRoot || Self.isYama) { continue }
                    let scene = Scene(isRoot: column.isRoot, protection: column.protection, stable: adversary.stable)
                    do { try adversary.attack(scene) } catch is Scene.NotMeasured { continue } catch {
                        Issue.record(error, "\(AdversaryTable.titles[index]), after \(scene.seen)")
                        continue
                    }
                    for (stage, words) in scene.seen {
                        cells[stage, default: Array(repeating: nil, count: AdversaryTable.columns.count)][index] = words
                    }
                }
                let rows = Adversary.Stage.allCases.compactMap { stage in
                    cells[stage].map { AdversaryTable.Row(name: adversary.name, stage: stage.rawValue, cells: $0) }
                }
                #expect(!rows.isEmpty)
                if ProcessInfo.processInfo.environment["MERLON_WRITE_ATTACKERS"] != nil { return try AdversaryTable.write(rows) }
                let documented = try AdversaryTable.documented().filter { $0.name == adversary.name }
                #expect(rows.count == documented.count)
                for (measured, row) in zip(rows, documented) { #expect(measured.agrees(with: row), "\(measured.line)\(row.line)") }
            }

            /// The table has each attacker, and each threat is caused by some attacker of it.
            @Test func theTableIsWhole() throws {
                let rows = try AdversaryTable.documented()
                #expect(Set(rows.map(\.name)) == Set(Adversary.all.map(\.name)))
                let found = Set(rows.flatMap(\.cells).flatMap { ($0 ?? "").split { ",; ".contains($0) } }.map { "linux-\($0)" })
                let context = [
                    "linux-own-guard", "linux-seccomp", "linux-preload-known", "linux-library-path", "linux-replaced-file",
                ]
                let declared = DetectorRegistry.all.filter { $0.platforms.contains(.linux) && $0.id != "linux-surroundings" }.flatMap(
                    \.indicators)
                // Files on disk have tests of their own (LinuxManifestTests), an open port too (BadInputTests).
                let elsewhere = ["linux-changed-file", "linux-unlisted-binary", "linux-tool-port-open"]
                #expect(Set(declared).subtracting(found) == Set(context + elsewhere).intersection(declared))
            }
        }
    }
#endif
