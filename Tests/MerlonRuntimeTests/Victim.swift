#if os(Linux)
    import Foundation
    import MerlonRuntime
    import TestSupport

    /// A running `RuntimeProbe` that sweeps itself when asked.
    final class Victim {
        let pid: Int32
        private let process = Process()
        private let input = Pipe()
        private let output = Pipe()
        /// What it printed before it began to serve.
        let greeting: [String]

        /// Starts it; as another user with `user`, through setpriv; by another program with `startedBy`, which is given it as its last arguments.
        init(
            _ arguments: [String] = [], environment: [String: String] = [:], user: Int? = nil, startedBy starter: [String] = [],
            program: String = BuiltProducts.executable("RuntimeProbe").path
        ) throws {
            if !starter.isEmpty {
                // Debuggers wait for signals that the test's process blocks.
                process.executableURL = URL(fileURLWithPath: try Attackers.build("unblock"))
                process.arguments = starter + [program] + arguments + ["serve"]
            } else if let user {
                process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
                process.arguments = ["--reuid=\(user)", "--regid=\(user)", "--clear-groups", program] + arguments + ["serve"]
            } else {
                process.executableURL = URL(fileURLWithPath: program)
                process.arguments = arguments + ["serve"]
            }
            process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
            process.standardInput = input
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            var lines: [String] = []
            var own = process.processIdentifier
            var reader = LineReader(output.fileHandleForReading)
            while let line = reader.next() {
                if line.hasPrefix("pid ") {
                    own = Int32(line.dropFirst(4)) ?? own
                    break
                }
                lines.append(line)
            }
            pid = own
            greeting = lines
        }

        deinit { end() }

        func end() {
            try? input.fileHandleForWriting.close()
            if process.isRunning { kill(pid, SIGKILL) }
            if pid != process.processIdentifier, process.isRunning { kill(process.processIdentifier, SIGKILL) }
            process.waitUntilExit()
        }

        func ask(_ question: String) throws -> String {
            try input.fileHandleForWriting.write(contentsOf: Data((question + "\n").utf8))
            var reader = LineReader(output.fileHandleForReading)
            guard let line = reader.next() else { throw CocoaError(.fileReadUnknown) }
            return line
        }

        func sweep(_ question: String = "sweep") throws -> ShieldVerdict {
            try JSONDecoder().decode(ShieldVerdict.self, from: Data(ask(question).utf8))
        }

        /// The ids of threats that a sweep finds.
        func threats() throws -> Set<String> { Set(try sweep().indicators.filter(\.category.isThreat).map(\.id)) }

        /// Waits until its status says so, at most twenty seconds.
        func wait(until matches: (_ status: String) -> Bool) throws {
            for _ in 0..<2000 {
                if matches(try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) { return }
                usleep(10_000)
            }
            throw CocoaError(.executableLoad)
        }
    }

    /// Reads lines byte by byte: nothing is left behind in a buffer.
    struct LineReader {
        private let handle: FileHandle
        init(_ handle: FileHandle) { self.handle = handle }

        mutating func next() -> String? {
            var line = Data()
            while let byte = try? handle.read(upToCount: 1), !byte.isEmpty {
                if byte == Data([0x0A]) { return String(decoding: line, as: UTF8.self) }
                line += byte
            }
            return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
        }
    }
#endif
