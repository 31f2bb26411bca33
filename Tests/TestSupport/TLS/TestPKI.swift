public import Foundation

/// The small PKI that Scripts/test-pki makes, once a test run.
public struct TestPKI: Sendable {
    /// Where certificates and keys are: `NAME.pem`, `NAME.key`, `NAME.chain.pem`.
    public let folder: URL

    /// The PKI of this process, made when it is first asked for.
    public static let shared: Result<TestPKI, any Error> = Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "merlon-pki-\(ProcessInfo.processInfo.processIdentifier)")
        // Also from a nested package, which has this file by a link of its own.
        var root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        while root.path != "/", !FileManager.default.fileExists(atPath: root.appendingPathComponent("Scripts/test-pki").path) {
            root.deleteLastPathComponent()
        }
        let run = try Executable(at: root.appendingPathComponent("Scripts/test-pki").path).run([folder.path])
        guard run.status == 0 else { throw Failure(errorDescription: "Scripts/test-pki: status \(run.status), \(run.errors)") }
        atexit { if case .success(let pki) = TestPKI.shared { try? FileManager.default.removeItem(at: pki.folder) } }
        return TestPKI(folder: folder)
    }

    /// Why there is no PKI, or no server.
    public struct Failure: LocalizedError {
        /// In words.
        public var errorDescription: String?
    }

    /// The bytes of a file of the PKI.
    public func bytes(_ file: String) throws -> [UInt8] { Array(try Data(contentsOf: folder.appendingPathComponent(file))) }

    /// The path of a file of the PKI.
    public func path(_ file: String) -> String { folder.appendingPathComponent(file).path }
}
