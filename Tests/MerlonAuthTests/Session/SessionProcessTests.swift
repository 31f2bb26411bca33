import Foundation
import MerlonCore
import MerlonVault
import TestSupport
import Testing

/// A session shared by processes that are run at once and killed, with a server that notices every misuse of a refresh token.
@Suite(
    "Sessions of several processes", .serialized,
    .enabled(if: Executable.projectPython.isInstalled, "needs Python, which Scripts/setup --tests installs"))
struct SessionProcessTests {
    @Test func twoHundredRequestsOneRefresh() async throws {
        try await withServer { server in
            for round in 1...5 {
                try server.start()
                let probes = try (0..<4).map { _ in try server.probe("use", "50") }
                for probe in probes { #expect(probe.line() == "ready") }
                // The token is expired for all of them: the record says so, since it was stored by a clock that is behind.
                for probe in probes { probe.write("\n") }
                let taken = probes.map { $0.line() }
                for probe in probes { probe.finish() }
                #expect(taken == Array(repeating: "50", count: 4), "round \(round): \(taken) \(probes.map(\.errors))")
                let stats = try server.stats()
                #expect(stats["refreshes"] == .integer(Int64(round)))
                #expect(stats["reused"] == 0 && stats["wrong"] == 0 && stats["repeated"] == 0, "\(stats)")
            }
        }
    }

    /// Killed at a random moment, 500 times, while it replaces tokens every few milliseconds: the session lives, no refresh token is used whose
    /// successor is in use, and nobody is signed out.
    @Test func killedInMidRefresh() async throws {
        try await withServer { server in
            try server.start()
            var failures: [String] = []
            for _ in 0..<500 {
                let probe = try server.probe("loop")
                guard probe.line() == "ready" else {
                    failures.append(probe.errors)
                    break
                }
                usleep(UInt32.random(in: 0..<30_000))
                probe.kill()
                if !probe.errors.isEmpty { failures.append(probe.errors) }
            }
            #expect(failures.isEmpty, "\(failures.prefix(3))")
            let stats = try server.stats()
            #expect(stats["reused"] == 0, "\(stats)")
            #expect(stats["refreshes"]?.integer ?? 0 > 200, "too few refreshes to say anything: \(stats)")
            #expect(stats["repeated"]?.integer ?? 0 > 0, "no kill fell into a refresh: \(stats)")
            let probe = try server.probe("use", "1")
            #expect(probe.line() == "ready")
            probe.write("\n")
            #expect(probe.line() == "1")
            probe.finish()
        }
    }

    private func withServer(_ body: (Server) throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            _ = try KeyFileProtector.create(at: folder.appendingPathComponent("key").path)
            let server = try Server(folder)
            defer { server.process.kill() }
            try body(server)
        }
    }

    /// The server of server.py, and the probes that talk to it.
    struct Server {
        let process: Program
        let port: String
        let folder: URL

        init(_ folder: URL) throws {
            let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("server.py").path
            process = try Program(try #require(Executable.projectPython.path), [script])
            port = try #require(process.line())
            self.folder = folder
        }

        func probe(_ mode: String, _ more: String...) throws -> Program {
            try Program(BuiltProducts.executable("SessionProbe").path, [mode, folder.path, port] + more)
        }

        /// Signs in, by a clock that is an hour behind: the access token has expired when others come.
        func start() throws {
            let probe = try probe("start")
            try #require(probe.line() == "started", "\(probe.errors)")
            probe.finish()
        }

        func stats() throws -> JSONValue {
            let code = "import sys,urllib.request as r;print(r.urlopen('http://127.0.0.1:'+sys.argv[1]+'/stats',b'').read().decode())"
            return try JSONValue(parsing: try Executable.projectPython.run(["-c", code, port]).output.trimmingCharacters(in: .newlines))
        }
    }
}

/// A process that is talked to line by line.
final class Program {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let errorFile: URL

    init(_ path: String, _ arguments: [String]) throws {
        errorFile = FileManager.default.temporaryDirectory.appendingPathComponent("merlon-errors-\(UUID().uuidString)")
        try Data().write(to: errorFile)
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errorFile)
        try process.start()
    }

    deinit { try? FileManager.default.removeItem(at: errorFile) }

    /// The next line it writes; `nil` at the end.
    func line() -> String? {
        var bytes: [UInt8] = []
        while let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first {
            if byte == 0x0A { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }

    func write(_ text: String) { input.fileHandleForWriting.write(Data(text.utf8)) }

    /// What it has written to standard error.
    var errors: String { (try? String(contentsOf: errorFile, encoding: .utf8)) ?? "" }

    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        finish()
    }

    /// Waits for its end.
    func finish() { process.waitUntilExit() }
}
