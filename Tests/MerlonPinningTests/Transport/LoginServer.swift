#if os(Linux)
    import Foundation
    import TestSupport

    /// The server of login-server.py, with the chain `good` of the PKI.
    final class LoginServer {
        static let isAvailable = (try? Executable.projectPython.run(["-c", "import spnego"]).status) == 0
        static let need = "needs the Python package pyspnego: Scripts/setup --tests"

        let port: UInt16
        private let process = Process()
        private let log: URL

        init(_ pki: TestPKI, in folder: URL) throws {
            log = folder.appendingPathComponent("requests")
            try Data().write(to: log)
            process.executableURL = URL(fileURLWithPath: Executable.projectPython.path ?? "")
            let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("login-server.py").path
            process.arguments = [script, pki.path("good.chain.pem"), pki.path("good.key")]
            // It is killed, and what it has in the temporary folder stays there: that is the test's own.
            process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path]) { $1 }
            process.standardOutput = try FileHandle(forWritingTo: log)
            process.standardError = FileHandle.nullDevice
            try process.start()
            var lines: [String] = []
            for _ in 0..<6000 where lines.isEmpty && process.isRunning {
                usleep(10_000)
                lines = try Self.lines(log)
            }
            guard let port = lines.first.flatMap({ UInt16($0) }) else { throw CocoaError(.executableLoad) }
            self.port = port
        }

        /// The requests that came: method, path, scheme of the login, length of the body.
        func requests() throws -> [String] { Array(try Self.lines(log).dropFirst()) }

        func url(_ path: String) -> String { "https://localhost:\(port)/\(path)" }

        private static func lines(_ file: URL) throws -> [String] {
            let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
            return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        }

        deinit {
            process.end(SIGKILL)
        }
    }
#endif
