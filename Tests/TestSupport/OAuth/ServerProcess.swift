public import Foundation

/// A server of Tests/Servers, run by the project's Python on a free port of loopback, with a certificate of the test PKI.
public final class ServerProcess: Sendable {
    /// Why tests with a server are skipped where it is absent.
    public static let reason = "needs Python with the packages of Scripts/requirements.txt, which Scripts/setup --tests installs"

    /// Where it listens.
    public let port: UInt16
    /// A folder of its own.
    public let folder: URL
    /// Whose authority its certificate is of: `root`.
    public let pki: TestPKI
    private let process: Process
    private let ended = DispatchSemaphore(value: 0)

    /// Starts it, hands it to `body`, and stops it by its process id.
    public static func run<R>(_ script: String, _ body: (ServerProcess) async throws -> R) async throws -> R {
        let pki = try TestPKI.shared.get()
        return try await withTemporaryFolder { folder in
            let server = try ServerProcess(script, pki, folder)
            defer { server.stop() }
            return try await body(server)
        }
    }

    private init(_ script: String, _ pki: TestPKI, _ folder: URL) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try Executable.projectPython.path.unwrapped())
        let path = PackageFolder.url.appendingPathComponent("Tests/Servers/\(script).py").path
        let more = script == "hostile_server" ? [] : [folder.path]
        process.arguments = [path] + more + [pki.path("good.chain.pem"), pki.path("good.key")]
        let output = Pipe()
        process.standardOutput = output
        let errors = folder.appendingPathComponent("errors")
        try Data().write(to: errors)
        process.standardError = try FileHandle(forWritingTo: errors)
        process.standardInput = FileHandle.nullDevice
        let ended = ended
        process.terminationHandler = { _ in ended.signal() }
        try process.start()
        var line = ""
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A {
            line.append(Character(Unicode.Scalar(byte)))
        }
        guard let port = UInt16(line) else {
            ended.wait()
            throw TestPKI.Failure(errorDescription: "\(script) does not start: \((try? String(contentsOf: errors, encoding: .utf8)) ?? "")")
        }
        self.port = port
        self.folder = folder
        self.pki = pki
        self.process = process
    }

    /// `https://127.0.0.1:PORT`.
    public var base: String { "https://127.0.0.1:\(port)" }

    /// Every token, code and device code that the server has handed out.
    public var issued: [String] {
        let text = (try? String(contentsOf: folder.appendingPathComponent("issued"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    private func stop() {
        // It starts with the signals blocked that the test's thread has blocked, SIGTERM among them.
        kill(process.processIdentifier, SIGKILL)
        ended.wait()
    }
}

extension Optional {
    fileprivate func unwrapped() throws -> Wrapped {
        guard let self else { throw CocoaError(.fileNoSuchFile) }
        return self
    }
}
