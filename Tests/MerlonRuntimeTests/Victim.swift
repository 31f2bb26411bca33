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
            // A victim that died must not take the tests along.
            signal(SIGPIPE, SIG_IGN)
            // The variables are the victim's own, and not of what starts it.
            let variables = environment.isEmpty ? [] : ["/usr/bin/env"] + environment.map { "\($0.key)=\($0.value)" }.sorted()
            let command = Attackers.command(as: user, starter + variables + [program] + arguments + ["serve"])
            if starter.isEmpty {
                process.executableURL = URL(fileURLWithPath: command[0])
                process.arguments = Array(command.dropFirst())
            } else {
                // Debuggers wait for signals that the test's process blocks.
                process.executableURL = URL(fileURLWithPath: try Attackers.build("unblock"))
                process.arguments = command
            }
            process.standardInput = input
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.start(atMost: 300)
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
            process.end(SIGKILL)
        }

        /// Whether the signal has ended it. That is known some time after its last answer failed, on a busy machine much later.
        func isEnded(by signal: Int32) -> Bool {
            process.waits(60) && process.terminationReason == .uncaughtSignal && process.terminationStatus == signal
        }

        /// Its answer; an error when it has not begun to answer after so many seconds.
        func ask(_ question: String, within seconds: Int32 = 120) throws -> String {
            try input.fileHandleForWriting.write(contentsOf: Data((question + "\n").utf8))
            var waiting = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&waiting, 1, seconds * 1000) == 1 else { throw NoAnswer() }
            var reader = LineReader(output.fileHandleForReading)
            guard let line = reader.next() else { throw CocoaError(.fileReadUnknown) }
            return line
        }

        struct NoAnswer: Error {}

        /// What a sweep comes to in which every probe had the time that it takes: on a machine that is too busy for that it is asked again, up to ten times.
        func sweep(_ question: String = "sweep") throws -> ShieldVerdict {
            var verdict = try ShieldVerdict(line: ask(question))
            for _ in 0..<10 where verdict.wasCutShort { verdict = try ShieldVerdict(line: ask(question)) }
            return verdict
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

        /// The lines of its memory map, in fields.
        func maps() throws -> [[Substring]] {
            // Foundation reads a file without a size as far as the first read goes, which here is a page.
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/\(pid)/maps"))
            let text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
            return text.split(separator: "\n").map { $0.split(separator: " ") }
        }
    }

    extension ShieldVerdict {
        /// As `RuntimeProbe` prints it.
        init(line: some StringProtocol) throws { self = try JSONDecoder().decode(ShieldVerdict.self, from: Data(line.utf8)) }

        /// Whether a probe did not answer before its deadline.
        var wasCutShort: Bool { undecided.values.contains { $0.contains(Fact<Int>.timedOut.whyNot) } }
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
