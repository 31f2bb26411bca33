#if os(Linux)
    import Foundation
    import TestSupport

    /// The attackers of Tests/RuntimeAttackers, built once.
    enum Attackers {
        static let compiler = [Executable("clang"), Executable("clang-19")].first { $0.isInstalled }
        static let need = "needs clang, which Swift brings"
        static let sources = PackageFolder.url.appendingPathComponent("Tests/RuntimeAttackers")
        static let isRoot = getuid() == 0

        static let folder: URL = {
            // A name of its own each time: a process id comes back, and with it what an older build left there.
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("merlon-attackers-\(UUID().uuidString)")
            try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            atexit { try? FileManager.default.removeItem(at: Attackers.folder) }
            return folder
        }()

        /// A shared library or program, from its source.
        static func build(_ name: String, _ flags: [String] = [], source: String? = nil) throws -> String {
            let product = folder.appendingPathComponent(name).path
            if FileManager.default.fileExists(atPath: product) { return product }
            let source = sources.appendingPathComponent(source ?? name.replacingOccurrences(of: ".so", with: "") + ".c").path
            let shared = name.hasSuffix(".so") ? ["-shared", "-fPIC"] : []
            let run = try compiler?.run(["-O1"] + shared + flags + ["-o", product, source, "-ldl"])
            guard run?.status == 0 else { throw CocoaError(.executableNotLoadable, userInfo: ["output": run?.errors ?? "no compiler"]) }
            return product
        }

        /// A program with the probes in C compiled into it.
        static func buildWithProbes(_ name: String, _ flags: [String], source: String) throws -> String {
            let root = PackageFolder.url.appendingPathComponent("Sources/CMerlonProbes")
            let probes = try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent("linux").path)
                .filter { $0.hasSuffix(".c") }.map { root.appendingPathComponent("linux/\($0)").path }
            return try build(name, ["-I", root.appendingPathComponent("include").path] + probes + flags, source: source)
        }

        /// The command, run as another user.
        static func command(as user: Int?, _ command: [String]) -> [String] {
            guard let user else { return command }
            return ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"] + command
        }

        /// Runs `attack`; its first line.
        static func attack(_ how: String, _ victim: Victim, at address: String, _ byte: String = "cc", user: Int? = nil) throws -> String {
            try run("attack", [how, "\(victim.pid)", address, byte], user: user)
        }

        /// Runs an attacker to its end; its first line.
        static func run(_ name: String, _ arguments: [String], user: Int? = nil) throws -> String {
            let command = command(as: user, [try build(name)] + arguments)
            let run = try Executable(at: command[0]).run(Array(command.dropFirst()), atMost: 120)
            return run.output.trimmingCharacters(in: .whitespacesAndNewlines)
        }

        /// An attacker that holds on until it is let go.
        final class Held {
            private let process = Process()
            private let input = Pipe()
            private let output = Pipe()
            let firstLine: String

            /// Starts it and reads its first line, when it has one to say.
            init(
                _ program: String, _ arguments: [String], readsLine: Bool = true, environment: [String: String] = [:], user: Int? = nil
            ) throws {
                process.executableURL = URL(fileURLWithPath: try build("unblock"))
                process.arguments = command(as: user, [program] + arguments)
                process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
                process.standardInput = input
                process.standardOutput = output
                process.standardError = FileHandle.nullDevice
                try process.start(atMost: 300)
                var reader = LineReader(output.fileHandleForReading)
                firstLine = readsLine ? reader.next() ?? "" : ""
            }

            /// Whether it goes on; one that was refused ends.
            var isRunning: Bool { process.isRunning }

            /// What it said after its first line until it ended; known once it was released.
            private(set) var rest = ""

            /// Lets it end by itself: its input ends, or it is asked by a signal. One that does not is killed.
            func release(signal: Int32? = nil) {
                try? input.fileHandleForWriting.close()
                if let signal { process.end(signal, patience: 20) } else if !process.waits(120) { process.end(SIGKILL) }
                rest = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            }

            deinit {
                if process.isRunning { kill(process.processIdentifier, SIGKILL) }
            }
        }
    }
#endif
