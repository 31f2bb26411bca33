#if os(Linux)
    import Foundation
    import MerlonRuntime
    import TestSupport
    import Testing

    extension LinuxProcessTests {
        /// Frida from PyPI against a running process.
        @Suite(.serialized, .enabled(if: Frida.isInstalled && Attackers.compiler != nil, "\(Frida.need)")) struct FridaTests {
            @Test(arguments: ["", "Interceptor.attach(Module.getGlobalExportByName('lcong48'), { onEnter() {} });"])
            func attachedAndDetached(_ script: String) throws {
                print("Frida \(Frida.version)")
                let victim = try Victim()
                let held = try Frida.attach(victim, script)
                #expect(held.firstLine == "attached")
                let attached = try victim.sweep()
                let threats = Set(attached.indicators.filter(\.category.isThreat).map(\.id))
                #expect(threats.isSuperset(of: ["linux-tool-mapping", "linux-anonymous-code"]))
                #expect(!threats.isDisjoint(with: ["linux-inline-hook", "linux-patched-text"]))
                #expect(attached.level == .compromised)
                held.release()
                #expect(try victim.threats().contains("linux-text-written"))
            }

            /// As `frida -f` does it: started by Frida, stopped before its first instruction, a script put in, then let go.
            @Test func beforeStart() throws {
                let program = BuiltProducts.executable("RuntimeProbe").path
                let held = try Attackers.Held(Frida.python, ["-u", "-c", Frida.spawn, program, "sweeps", "1"])
                #expect(held.firstLine.hasPrefix("spawned"))
                held.release()
                let threats = Set(held.rest.split(whereSeparator: { !$0.isLetter && $0 != "-" }).map(String.init))
                #expect(threats.isSuperset(of: ["linux-tool-mapping", "linux-anonymous-code"]), "\(held.rest)")
            }

            @Test func portal() throws {
                let victim = try Victim()
                #expect(try victim.threats() == [])
                let held = try Attackers.Held(Frida.python, ["-u", "-c", Frida.portal])
                #expect(held.firstLine == "up")
                #expect(try victim.threats() == ["linux-tool-server"])
                held.release()
            }

            /// No new executable memory: Frida does not get in, root or not, and the process goes on.
            @Test func deniedNewCode() throws {
                let victim = try Victim(["harden", "deny-new-code"])
                try #require(victim.greeting == [#"["deny-new-code: done"]"#], "PR_SET_MDWE needs Linux 6.3")
                let held = try Frida.attach(victim, "")
                #expect(held.firstLine.hasPrefix("refused"))
                #expect(try victim.ask("call") == "7")
            }
        }
    }

    enum Frida {
        static let need = "needs Frida from PyPI (Scripts/setup --tests) and clang"
        static let python = Executable.projectPython.path ?? ""
        static let version =
            (try? Executable.projectPython.run(["-c", "import frida; print(frida.__version__)"]))
            .flatMap { $0.status == 0 ? $0.output.trimmingCharacters(in: .whitespacesAndNewlines) : nil } ?? ""
        static let isInstalled = !version.isEmpty

        static func attach(_ victim: Victim, _ script: String) throws -> Attackers.Held {
            try Attackers.Held(python, ["-u", "-c", program, "\(victim.pid)", script])
        }

        /// Attaches, says so, and detaches when its input ends.
        private static let program = """
            import frida, sys
            try:
                session = frida.attach(int(sys.argv[1]))
                script = session.create_script(sys.argv[2] + "\\nsend('ready');")
                script.load()
            except Exception as error:
                print('refused:', error)
                sys.exit(1)
            print('attached')
            sys.stdin.read()
            session.detach()
            """

        /// Starts a program as `frida -f` does, and says what it prints until it ends.
        static let spawn = """
            import frida, sys, threading
            device = frida.get_local_device()
            ended, said = threading.Event(), []
            def output(pid, fd, data):
                if data:
                    said.append(data.decode())
                else:
                    ended.set()
            device.on('output', output)
            pid = device.spawn(sys.argv[1:], stdio='pipe')
            session = device.attach(pid)
            script = session.create_script("Interceptor.attach(Module.getGlobalExportByName('lcong48'), { onEnter() {} });")
            script.load()
            print('spawned', pid)
            device.resume(pid)
            ended.wait(60)
            print(''.join(said))
            """

        static let portal = """
            import frida, sys
            ends = frida.EndpointParameters(address='127.0.0.1')
            service = frida.PortalService(ends, frida.EndpointParameters(address='127.0.0.1', port=27042))
            service.start()
            print('up')
            sys.stdin.read()
            service.stop()
            """
    }
#endif
