#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    extension LinuxProcessTests {
        /// A clean program under circumstances that look odd: no threat.
        @Suite(.serialized) struct FalseAlarmTests {
            private func sweeps(_ arguments: [String], environment: [String: String] = [:]) throws -> String {
                let run = try Executable(product: "RuntimeProbe").run(arguments, environment: environment.mapValues { $0 })
                #expect(run.status == 0)
                return run.output.trimmingCharacters(in: .whitespacesAndNewlines)
            }

            @Test func manySweepsUnderLoad() throws {
                let load = (0..<2).map { _ in
                    let process = Process()
                    process.executableURL = URL(fileURLWithPath: "/bin/sh")
                    process.arguments = ["-c", "i=0; while [ $i -lt 100000000 ]; do i=$((i+1)); done"]
                    return process
                }
                for process in load { try process.run() }
                defer {
                    for process in load {
                        kill(process.processIdentifier, SIGKILL)
                        process.waitUntilExit()
                    }
                }
                #expect(try sweeps(["threads", "4", "sweeps", "500"]) == "{}")
            }

            @Test(.enabled(if: Attackers.compiler != nil, "needs clang, which Swift brings"))
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

            @Test(
                .enabled(if: Attackers.compiler != nil, "needs clang, which Swift brings"),
                arguments: [
                    (["-static"], "static"), (["-static-pie", "-fuse-ld=bfd"], "static-pie"), (["-no-pie"], "fixed"),
                    (["-Wl,-z,lazy"], "lazy"),
                    (["-fsanitize=address"], "address"),
                ])
            func otherBuilds(_ flags: [String], _ name: String) throws {
                let root = PackageFolder.url.appendingPathComponent("Sources/CMerlonProbes")
                let probes = try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent("linux").path)
                    .filter { $0.hasSuffix(".c") }.map { root.appendingPathComponent("linux/\($0)").path }
                let program = try Attackers.build(
                    "probes-\(name)", ["-I", root.appendingPathComponent("include").path] + probes + flags, source: "probes.c")
                let run = try Executable(at: program).run([])
                #expect(
                    run.output == "slots 0 differences 0 own 0 address \(name == "address" ? 1 : 0) thread \(name == "thread" ? 1 : 0)\n")
            }
        }
    }
#endif
