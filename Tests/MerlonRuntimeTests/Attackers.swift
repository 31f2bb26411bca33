#if os(Linux)
    import Foundation
    import TestSupport

    /// The attackers of Tests/RuntimeAttackers, built once.
    enum Attackers {
        static let compiler = [Executable("clang"), Executable("clang-19")].first { $0.isInstalled }
        static let sources = PackageFolder.url.appendingPathComponent("Tests/RuntimeAttackers")

        static let folder: URL = {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("merlon-attackers-\(getpid())")
            try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
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

        /// Runs `attack`; its first line.
        static func attack(_ how: String, _ victim: Victim, at address: String, _ byte: String = "cc", user: Int? = nil) throws -> String {
            let arguments = [how, "\(victim.pid)", address, byte]
            let program = try build("attack")
            let run =
                if let user {
                    try Executable(at: "/usr/bin/setpriv").run(
                        ["--reuid=\(user)", "--regid=\(user)", "--clear-groups", program] + arguments)
                } else { try Executable(at: program).run(arguments) }
            return run.output.trimmingCharacters(in: .whitespacesAndNewlines)
        }

        /// An attacker that holds on until it is let go.
        final class Held {
            private let process = Process()
            private let input = Pipe()
            private let output = Pipe()
            let firstLine: String

            /// Starts it and reads its first line, when it has one to say.
            init(_ program: String, _ arguments: [String], readsLine: Bool = true, environment: [String: String] = [:]) throws {
                process.executableURL = URL(fileURLWithPath: try build("unblock"))
                process.arguments = [program] + arguments
                process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
                process.standardInput = input
                process.standardOutput = output
                process.standardError = FileHandle.nullDevice
                try process.run()
                var reader = LineReader(output.fileHandleForReading)
                firstLine = readsLine ? reader.next() ?? "" : ""
            }

            /// What it said after its first line until it ended; known once it was released.
            private(set) var rest = ""

            /// Lets it end by itself: its input ends, or it is asked by a signal.
            func release(signal: Int32? = nil) {
                try? input.fileHandleForWriting.close()
                if let signal { kill(process.processIdentifier, signal) }
                rest = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
                process.waitUntilExit()
            }

            deinit {
                if process.isRunning { kill(process.processIdentifier, SIGKILL) }
            }
        }
    }
#endif
