#if os(Linux)
    import Foundation
    import MerlonRuntime
    import TestSupport
    import Testing

    extension LinuxProcessTests {
        /// A system that lies, refuses or hangs: a sweep ends, and nothing is clear because it could not be read.
        @Suite(.serialized, .enabled(if: Attackers.compiler != nil, "\(Attackers.need)")) struct BadInputTests {
            private static let always: Set<String> = ["linux-debug-registers", "linux-manifest"]

            /// Libraries laid out in memory, with their headers and tables changed in thousands of ways, and nothing mapped around them.
            @Test func imagesThatLie() throws {
                let program = try Attackers.buildWithProbes("hostile", ["-g"], source: "hostile.c")
                // One of each linker that is at hand.
                let libraries = try [
                    Attackers.build("plain.so"),
                    Attackers.build("plain-bfd.so", ["-fuse-ld=bfd", "-Wl,--hash-style=both"], source: "plain.c"),
                ]
                let run = try Executable(at: program).run(libraries, atMost: 200)
                #expect(run.status == 0, "\(run.errors)")
                let counts = run.output.split(separator: "\n").compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
                #expect(counts.count == 2 && counts.allSatisfy { $0 > 3000 }, "\(run.output)")
            }

            /// Objects whose segments are not as most are: two of code, one without end. Kernels of arm64 map pages of up to 64 KiB as a whole, and so is code
            /// listed, or none of it would be anybody's.
            @Test func segmentsOfOddForms() throws {
                let program = try Attackers.buildWithProbes("segments", [], source: "segments.c")
                let run = try Executable(at: program).run([])
                #expect(
                    run.output.split(separator: "\n").dropFirst() == [
                        "two segments: status 0 objects 1 own 1 complete 1", "one without end: status 0 objects 1 own 0 complete 0",
                    ], "\(run)")
                let largePages = try Attackers.buildWithProbes("segments-64k", ["-DMERLON_PAGE_SIZE=65536"], source: "segments.c")
                #expect(try Executable(at: largePages).run([]).output.hasPrefix("listed 1 whole 1\n"))
            }

            #if arch(x86_64)
                private static let calls: [(names: String, numbers: String, undecided: Set<String>)] = [
                    ("perf_event_open", "298", ["linux-debug-registers"]), ("socket", "41", ["linux-tool-port"]),
                    ("connect", "42", ["linux-tool-port"]), ("getdents64", "217", ["linux-tracer", "linux-debug-registers"]),
                    ("faccessat", "269", []), ("getppid", "110", ["linux-parent"]), ("geteuid", "107", []), ("statx", "332", []),
                    (
                        "all of these", "298,41,42,217,110,107,269,332",
                        ["linux-tracer", "linux-debug-registers", "linux-tool-port", "linux-parent"]
                    ),
                ]

                /// Calls that a filter refuses, with EPERM, EACCES and ENOSYS.
                @Test(arguments: [1, 13, 38])
                func callsThatAreRefused(_ error: Int) throws {
                    let program = BuiltProducts.executable("RuntimeProbe").path
                    for call in Self.calls {
                        let victim = try Victim(startedBy: [Attackers.build("deny"), "\(error)", call.numbers], program: program)
                        let verdict = try victim.sweep()
                        #expect(verdict.indicators.filter(\.category.isThreat).isEmpty, "\(call.names)")
                        #expect(
                            Set(verdict.undecided.keys).subtracting(Self.always) == call.undecided.subtracting(Self.always), "\(call.names)"
                        )
                        #expect(
                            verdict.undecided.keys.contains("linux-debug-registers") || !call.undecided.contains("linux-debug-registers"))
                        #expect((verdict.level == .clear) == !call.undecided.contains("linux-tracer"), "\(call.names)")
                        // What a filter took away is not called absent.
                        if call.numbers.contains("269") {
                            #expect(!verdict.indicators.contains { $0.id == "linux-unconfined" && error != 38 })
                        }
                    }
                }
            #endif

            private static let mountLack: String? =
                Attackers.isRoot && (try? Executable("unshare").run(["--mount", "true"]).status) == 0
                ? nil : "needs root, and the right to make a mount namespace"

            private static func isolated(_ script: String) -> [String] {
                ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", script + " && exec \"$0\" \"$@\""]
            }

            /// No /proc, one of somebody else's making, and no /sys: everything that needs it is undecided, and the verdict is not clear.
            @Test(
                .enabled(if: mountLack == nil, "\(mountLack ?? "")"),
                arguments: [
                    "umount -l /proc",
                    "mount -t tmpfs tmpfs /proc && mkdir /proc/self /proc/self/task && printf 'Name:\\tx\\n' >/proc/self/status",
                    "mount -t tmpfs tmpfs /proc && mkdir -p /proc/self && printf '7f0000000000-7f' >/proc/self/maps && mkfifo /proc/self/environ",
                ])
            func procIsNotThere(_ script: String) throws {
                let victim = try Victim(startedBy: Self.isolated("umount -l /sys && " + script))
                let verdict = try victim.sweep()
                let needing: Set<String> = ["linux-tracer", "linux-mappings", "linux-tools", "linux-text", "linux-debug-registers"]
                #expect(Set(verdict.undecided.keys).isSuperset(of: needing), "\(verdict.undecided)")
                #expect(verdict.level == .suspicious)
                #expect(verdict.indicators.filter(\.category.isThreat).isEmpty)
                #expect(!verdict.indicators.contains { $0.id == "linux-unconfined" })
            }

            /// Root mounts a status without a tracer over the victim's, and traces it: not believed, and so not clear.
            @Test(.enabled(if: mountLack == nil, "\(mountLack ?? "")"))
            func aFileOfProcIsForged() throws {
                let victim = try Victim()
                let forged = Attackers.folder.appendingPathComponent("status").path
                try Data("Name:\tRuntimeProbe\nTracerPid:\t0\nSeccomp:\t0\n".utf8).write(to: URL(fileURLWithPath: forged))
                let mount = try #require(Executable("mount").path)
                #expect(try Executable(at: mount).run(["--bind", forged, "/proc/\(victim.pid)/status"]).status == 0)
                defer { _ = try? Executable("umount").run(["-l", "/proc/\(victim.pid)/status"]) }
                let verdict = try victim.sweep()
                #expect(verdict.undecided["linux-tracer"] != nil)
                #expect(verdict.level == .suspicious)
            }

            /// Root mounts an empty folder, or another process's, over that of the victim's threads: that none of them is traced is not believed.
            @Test(.enabled(if: mountLack == nil, "\(mountLack ?? "")"), arguments: ["empty", "/proc/self/fdinfo", "/proc/1/task"])
            func theFolderOfThreadsIsForged(_ folder: String) throws {
                let victim = try Victim()
                let mount = try #require(Executable("mount").path)
                let empty = Attackers.folder.appendingPathComponent("empty")
                try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
                let folder = folder == "empty" ? empty.path : folder
                #expect(try Executable(at: mount).run(["--bind", folder, "/proc/\(victim.pid)/task"]).status == 0)
                defer { _ = try? Executable("umount").run(["-l", "/proc/\(victim.pid)/task"]) }
                let verdict = try victim.sweep()
                #expect(verdict.undecided["linux-tracer"] != nil)
                #expect(verdict.undecided["linux-debug-registers"] != nil)
                #expect(verdict.level == .suspicious)
            }

            /// Other processes are hidden: the parent is not known, and all else is as ever.
            @Test(.enabled(if: mountLack == nil, "\(mountLack ?? "")"))
            func otherProcessesAreHidden() throws {
                let starter = Self.isolated("mount -t proc -o hidepid=2 proc /proc") + Attackers.command(as: 65534, [])
                let verdict = try Victim(startedBy: starter).sweep()
                #expect(verdict.level == .clear)
                #expect(Set(verdict.undecided.keys).subtracting(Self.always) == ["linux-parent"], "\(verdict.undecided)")
            }

            /// The file of a loaded library is cut, taken away, or exchanged for a pipe that nobody writes to.
            @Test(arguments: ["cut", "removed", "pipe", "another"])
            func filesOfLibraries(_ how: String) throws {
                let folder = Attackers.folder.appendingPathComponent("files-\(how)")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                let library = folder.appendingPathComponent("plain.so")
                try FileManager.default.copyItem(atPath: Attackers.build("plain.so"), toPath: library.path)
                let victim = try Victim(["libraries", folder.path])
                #expect(try victim.threats() == [])
                let line = try #require(victim.maps().first { $0.last?.hasSuffix("/plain.so") == true && $0[1].hasPrefix("r-x") })
                let start = try #require(UInt64(line[0].split(separator: "-")[0], radix: 16))
                // A page that somebody wrote to, so that the file is asked for.
                #expect(try Attackers.attack("mem", victim, at: "\(start + 16)") == "done")
                switch how {
                case "cut": try FileHandle(forWritingTo: library).truncate(atOffset: 0)
                case "removed": try FileManager.default.removeItem(at: library)
                case "pipe":
                    try FileManager.default.removeItem(at: library)
                    #expect(unsafe mkfifo(library.path, 0o644) == 0)
                default:
                    try FileManager.default.removeItem(at: library)
                    try Data(repeating: 0, count: 1 << 20).write(to: library)
                }
                let verdict = try victim.sweep()
                // That somebody wrote there is known without the file; when the file was cut the kernel threw the page away, too.
                let threats = Set(verdict.indicators.filter(\.category.isThreat).map(\.id))
                #expect(threats == (how == "cut" ? [] : ["linux-text-written"]), "\(threats) \(verdict.undecided)")
                #expect(how != "cut" || (verdict.undecided["linux-slots"] != nil && verdict.level == .suspicious))
                #expect(try victim.ask("call") == "7")
            }

            /// Somebody listens on Frida's port and never answers, or answers nonsense: weak evidence, in time.
            @Test(arguments: [nil, "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 10", String(repeating: "x", count: 100_000)] as [String?])
            func aPortThatHangs(_ answer: String?) throws {
                let script = """
                    import socket, sys, threading
                    server = socket.socket(); server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                    server.bind(('127.0.0.1', 27042)); server.listen(8); print('up', flush=True)
                    held = []
                    def serve():
                        while True:
                            client = server.accept()[0]; held.append(client)
                            try: client.sendall(sys.argv[1].encode())
                            except OSError: pass
                    threading.Thread(target=serve, daemon=True).start()
                    sys.stdin.read()
                    """
                guard let python = Executable("python3").path else { try Test.cancel("needs python3: Scripts/setup --tests") }
                try ToolPort.opened {
                    let held = try Attackers.Held(python, ["-c", script, answer ?? ""])
                    try #require(held.firstLine == "up")
                    #expect(try Victim().threats() == ["linux-tool-port-open"])
                    held.release()
                }
            }

            /// More mappings than are read: what is odd among them counts, and otherwise nothing is said.
            @Test func environmentsThatAreLarge() throws {
                // Forty variables for the loader before the one that matters, in a megabyte of others.
                var variables = Dictionary(uniqueKeysWithValues: (0..<40).map { ("LD_AAA\($0)", "x") })
                for number in 0..<10 { variables["A\(number)"] = String(repeating: "x", count: 120_000) }
                variables["LD_PRELOAD"] = try Attackers.build("preload.so")
                let verdict = try Victim(environment: variables).sweep()
                let preload = try #require(verdict.indicators.first { $0.id == "linux-preload" })
                #expect(preload.evidence.contains { $0.source == "/proc/self/environ" })
            }
        }
    }
#endif
