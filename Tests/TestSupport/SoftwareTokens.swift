import Foundation

/// PKCS #11 tokens of SoftHSM for tests, in a folder of this process's own.
///
/// SoftHSM reads its configuration and its list of tokens once a process, when it is initialised: so all tokens are made together, when the first is
/// asked for, and a test takes one that no other test has.
public final class SoftwareTokens: @unchecked Sendable {
    /// A token that is its taker's alone.
    public struct Token: Sendable {
        /// Its label.
        public let label: String
        /// The user's PIN.
        public let pin = "1234"
        /// The administrator's PIN.
        public let administratorPIN = "12345678"
    }

    /// What a skipped test needs.
    public static let need = "needs SoftHSM: Scripts/setup --tests (softhsm2)"

    /// The module to load, where it is installed.
    public static let module: String? = [
        "/usr/lib/softhsm/libsofthsm2.so", "/usr/lib64/softhsm/libsofthsm2.so", "/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so",
        "/usr/lib/aarch64-linux-gnu/softhsm/libsofthsm2.so", "/opt/homebrew/lib/softhsm/libsofthsm2.so",
    ].first { FileManager.default.fileExists(atPath: $0) }

    /// Whether tokens can be had here.
    public static let isAvailable = module != nil && Executable("softhsm2-util").isInstalled

    private static let shared = Result { try SoftwareTokens() }
    private static let lock = NSLock()
    private static let count = 20

    /// The configuration file: what `SOFTHSM2_CONF` of this process, and of children that shall see the same tokens, says.
    public let configuration: String
    private var free = (0..<SoftwareTokens.count).map { Token(label: "test \($0)") }

    private init() throws {
        let folder = Self.folder
        let tokens = folder.appendingPathComponent("tokens")
        try FileManager.default.createDirectory(at: tokens, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("softhsm2.conf")
        configuration = file.path
        try Data("directories.tokendir = \(tokens.path)\nobjectstore.backend = file\nlog.level = ERROR\nslots.removable = false\n".utf8)
            .write(to: file)
        for token in free {
            let run = try Executable("softhsm2-util").run(
                ["--init-token", "--free", "--label", token.label, "--so-pin", token.administratorPIN, "--pin", token.pin],
                environment: ["SOFTHSM2_CONF": configuration])
            guard run.status == 0 else { throw CocoaError(.executableLoad, userInfo: ["output": run.errors]) }
        }
        unsafe setenv("SOFTHSM2_CONF", configuration, 1)
        atexit { try? FileManager.default.removeItem(at: SoftwareTokens.folder) }
    }

    private static let folder = FileManager.default.temporaryDirectory.appendingPathComponent("merlon-tokens-\(UUID().uuidString)")

    /// A token that nobody else has, and the configuration under which it is found. Its module must not have been loaded in this process before the
    /// first call.
    public static func take() throws -> (token: Token, configuration: String) {
        try lock.withLock {
            let tokens = try shared.get()
            guard let token = tokens.free.popLast() else { throw CocoaError(.fileNoSuchFile, userInfo: ["reason": "all tokens are taken"]) }
            return (token, tokens.configuration)
        }
    }
}
