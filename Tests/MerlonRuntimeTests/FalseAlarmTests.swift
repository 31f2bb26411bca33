#if os(Linux)
    import Foundation
    import MerlonRuntime
    import TestSupport
    import Testing

    extension LinuxProcessTests {
        /// A clean program under circumstances that look odd: no threat. `EmbedManifestTests` has a program built for release
        /// sweep ten thousand times, under load.
        @Suite(.serialized) struct FalseAlarmTests {
            /// What so many sweeps found.
            private func sweeps(_ arguments: [String], program: String? = nil, startedBy starter: [String] = []) throws -> String {
                let command = starter + [program ?? BuiltProducts.executable("RuntimeProbe").path] + arguments
                let run = try Executable(at: command[0]).run(Array(command.dropFirst()), atMost: 300)
                #expect(run.status == 0, "\(run.errors)")
                return run.output.trimmingCharacters(in: .whitespacesAndNewlines)
            }

            @Test func manySweepsUnderLoad() throws {
                #expect(try withBusyLoops(2) { try sweeps(["threads", "4", "sweeps", "500"]) } == "{}")
            }

            @Test(.enabled(if: Attackers.compiler != nil, "\(Attackers.need)"))
            func manyLibrariesAlsoWhileTheyComeAndGo() throws {
                let folder = Attackers.folder.appendingPathComponent("libraries")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                let library = try Attackers.build("plain.so")
                for number in 0..<50 {
                    let copy = folder.appendingPathComponent("plain\(number).so").path
                    if !FileManager.default.fileExists(atPath: copy) { try FileManager.default.copyItem(atPath: library, toPath: copy) }
                }
                #expect(try sweeps(["libraries", folder.path, "sweeps", "20"]) == "{}")
                #expect(try sweeps(["reload", library, "reload", folder.path + "/plain1.so", "sweeps", "200"]) == "{}")
            }

            /// Replaced by itself after it has swept, in a child, and both.
            @Test(arguments: [["again"], ["fork"], ["fork", "again"], ["again", "fork", "again"]])
            func afterForkAndExec(_ before: [String]) throws {
                #expect(try sweeps(before + ["threads", "2", "sweeps", "20"]) == "{}")
            }

            /// The same objects, linked with sanitizers' libraries or statically: each is clean, named as what it is, and sees a breakpoint.
            @Test(
                .enabled(if: Attackers.compiler != nil && RelinkedProbe.lack == nil, "\(RelinkedProbe.lack ?? Attackers.need)"),
                arguments: [
                    (.address, ["address"]), (.thread, ["thread"]), (.undefined, ["undefined"]), (.boundNow, []), (.boundLazily, []),
                    (.staticStandardLibrary, []), (.staticExecutable, []),
                ] as [(RelinkedProbe, [String])])
            func otherBuildsOfTheWholeProgram(_ kind: RelinkedProbe, _ sanitizers: [String]) throws {
                let program = try RelinkedProbe.build(kind)
                #expect(try sweeps(["threads", "2", "sweeps", "20"], program: program) == "{}")
                let victim = try Victim(program: program)
                let verdict = try victim.sweep()
                #expect(verdict.level == .clear)
                #expect(Set(verdict.undecided.keys).isSubset(of: ["linux-debug-registers", "linux-manifest"]))
                let named = verdict.indicators.first { $0.id == "linux-sanitizer" }?.evidence.first?.what
                // The address sanitizer's library brings that of undefined behaviour along.
                for sanitizer in sanitizers { #expect(named?.split(separator: ", ").map(String.init).contains(sanitizer) == true) }
                #expect((named == nil) == sanitizers.isEmpty)
                #expect(try Attackers.attack("mem", victim, at: victim.ask("address")) == "done")
                #expect(try victim.threats() == ["linux-software-breakpoint"])
            }

            @Test(
                .enabled(if: Attackers.compiler != nil, "\(Attackers.need)"),
                arguments: [
                    (["-static"], "static", (0, 0, 0)), (["-static-pie", "-fuse-ld=bfd"], "static-pie", (0, 0, 0)),
                    (["-no-pie", "-fno-pie", "-DWITH_LIBRARY"], "fixed", (0, 0, 0)), (["-Wl,-z,lazy"], "lazy", (0, 0, 0)),
                    (["-fsanitize=address"], "address", (1, 0, 0)), (["-fsanitize=undefined"], "undefined", (0, 0, 1)),
                ])
            func otherBuildsOfTheProbes(_ flags: [String], _ name: String, _ named: (Int, Int, Int)) throws {
                let library =
                    flags.contains("-DWITH_LIBRARY") ? [try Attackers.build("plain.so"), "-Wl,-rpath,\(Attackers.folder.path)"] : []
                let program = try Attackers.buildWithProbes("probes-\(name)", flags + library, source: "probes.c")
                let run = try Executable(at: program).run([])
                #expect(run.status == 0, "\(run.errors)")
                // A sanitizer's library that is linked into the program brings the one of undefined behaviour along.
                let undefined = named.0 + named.1 + named.2
                #expect(run.output == "slots 0 differences 0 own 0 address \(named.0) thread \(named.1) undefined \(undefined)\n")
            }

            /// No systemd, a root of its own that is an overlay, a process namespace, no network: a container is named as one, and nothing else.
            @Test(.enabled(if: Container.lack == nil, "\(Container.lack ?? "")"), arguments: [nil, 65534] as [Int?])
            func containerWithoutSystemd(_ user: Int?) throws {
                let container = try Container()
                defer { container.remove() }
                let starter = Attackers.command(as: user, [])
                #expect(try sweeps(["threads", "2", "sweeps", "50"], startedBy: container.command + starter) == "{}")
                let answer = try Executable(at: container.command[0]).run(
                    Array(container.command.dropFirst()) + starter + [BuiltProducts.executable("RuntimeProbe").path, "serve"],
                    input: String(repeating: "sweep\n", count: 10))
                let verdicts = try answer.output.split(separator: "\n").filter { $0.hasPrefix("{") }.map { try ShieldVerdict(line: $0) }
                let verdict = try #require(verdicts.first { !$0.wasCutShort } ?? verdicts.last)
                #expect(verdict.level == .clear)
                #expect(verdict.indicators.contains { $0.id == "linux-container" && $0.evidence.first?.what.contains("podman") == true })
                #expect(Set(verdict.undecided.keys).isSubset(of: ["linux-debug-registers", "linux-manifest"]), "\(verdict.undecided)")
            }
        }
    }
#endif
