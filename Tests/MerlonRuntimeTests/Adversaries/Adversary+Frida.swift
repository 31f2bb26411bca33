#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    extension Adversary {
        private static let hook = "Interceptor.attach(Module.getGlobalExportByName('lcong48'), { onEnter() {} });"
        /// What Frida causes each time; which functions it hooks, and how, differs.
        private static let traces: Set<String> = [
            "linux-tool-mapping", "linux-memory-file-code", "linux-anonymous-code", "linux-inline-hook", "linux-text-written",
        ]

        static let frida: [Adversary] = [
            Adversary(name: "Frida, empty script", lack: Frida.lack, stable: traces) { try attach($0, "") },
            Adversary(name: "Frida, a function hooked", lack: Frida.lack, stable: traces) { scene in
                // Waits ten seconds in vain: once is enough, with the empty script.
                if scene.protection == .guarded, scene.isRoot { throw Scene.NotMeasured() }
                try attach(scene, hook)
            },
            Adversary(name: "Frida, starts the program", lack: Frida.lack, stable: traces) { scene in
                let program = BuiltProducts.executable("RuntimeProbe").path
                let held = try scene.hold(Frida.python, ["-u", "-c", Frida.spawn, program] + scene.protection.arguments + ["serve"])
                try #require(held.firstLine.hasPrefix("spawned"))
                held.release()
                try scene.note(.beforeStart, answer: held.rest)
            },
            Adversary(name: "Frida's portal on this machine", lack: Frida.lack) { scene in
                let victim = try scene.victim()
                try ToolPort.opened {
                    let held = try scene.hold(Frida.python, ["-u", "-c", Frida.portal])
                    try #require(held.firstLine == "up")
                    try scene.look(.atWork, victim)
                    held.release()
                    try scene.look(.gone, victim)
                }
            },
        ]

        /// Frida takes some processes with it when it detaches, `cat` too: where that happens, another victim is tried.
        private static func attach(_ scene: Scene, _ script: String) throws {
            for attempt in 1...5 {
                let victim = try scene.victim()
                do { return try attach(scene, to: victim, script) } catch {
                    guard victim.isEnded(by: SIGSEGV) else { throw error }
                    print("Frida \(Frida.version) took its victim with it, attempt \(attempt)")
                }
            }
            Issue.record("Frida takes every victim with it")
        }

        private static func attach(_ scene: Scene, to victim: Victim, _ script: String) throws {
            let held = try scene.hold(Frida.python, ["-u", "-c", Frida.attach, "\(victim.pid)", script])
            guard held.firstLine == "attached" else {
                // Where it may not trace it writes a jump over malloc, and goes away when nobody comes by: who comes later waits for ever.
                if scene.protection == .guarded, scene.isRoot, (try? victim.ask("call", within: 8)) == nil {
                    return scene.note(.gone, "kept out; the process hangs")
                }
                try scene.keptOut(.atWork, victim)
                return try scene.keptOut(.gone, victim)
            }
            try scene.look(.atWork, victim)
            held.release()
            // How much of its memory it leaves behind depends on how busy the machine is.
            try scene.look(.gone, victim, only: ["linux-text-written"])
        }
    }

    /// Frida from PyPI.
    enum Frida {
        static let python = Executable.projectPython.path ?? ""
        static let version =
            (try? Executable.projectPython.run(["-c", "import frida; print(frida.__version__)"]))
            .flatMap { $0.status == 0 ? $0.output.trimmingCharacters(in: .whitespacesAndNewlines) : nil } ?? ""
        static let lack: String? = version.isEmpty ? "needs Frida from PyPI: Scripts/setup --tests" : nil

        /// Attaches, says so, and detaches when its input ends.
        static let attach = """
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

        /// Starts a program as `frida -f` does, lets it go, has it sweep itself, and says what it answered.
        static let spawn = """
            import frida, sys, threading
            device = frida.get_local_device()
            said, ready = [], threading.Event()
            def output(pid, fd, data):
                said.append(data.decode())
                text = ''.join(said)
                if 'undecided' in text and text.endswith('\\n'):
                    ready.set()
            device.on('output', output)
            pid = device.spawn(sys.argv[1:], stdio='pipe')
            session = device.attach(pid)
            script = session.create_script("Interceptor.attach(Module.getGlobalExportByName('lcong48'), { onEnter() {} });")
            script.load()
            print('spawned', pid)
            # The question before the start: Frida does not write to a program that keeps it out already.
            device.input(pid, b'sweep\\n')
            device.resume(pid)
            ready.wait(60)
            print(([line for line in ''.join(said).split('\\n') if 'undecided' in line] or ['no answer: %r' % said])[0])
            device.kill(pid)
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
