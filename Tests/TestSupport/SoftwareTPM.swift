public import Foundation

/// A TPM 2.0 of the test's own: `swtpm` on a socket in a folder, and a FAPI configuration that leads there. Several can run at once.
///
/// ```swift
/// @Test(.enabled(if: SoftwareTPM.isAvailable, "\(SoftwareTPM.need)")) func …
///     try await withSoftwareTPM { tpm in … tpm.configuration … }
/// ```
/// It ends with ``stop()`` or with the test process, whatever comes first.
public final class SoftwareTPM: @unchecked Sendable {
    /// What a skipped test needs.
    public static let need = "needs swtpm and tpm2-tss's FAPI: Scripts/setup --tests (swtpm, libtss2-fapi1, libtss2-tcti-swtpm0)"

    /// Whether a TPM can be started here.
    public static let isAvailable: Bool = Executable("swtpm").isInstalled && profiles != nil

    private static let profiles = ["/etc/tpm2-tss/fapi-profiles/", "/usr/share/tpm2-tss/fapi-profiles/"].first {
        FileManager.default.fileExists(atPath: $0 + "P_ECCP256SHA256.json")
    }

    /// The path of the FAPI configuration: for `TSS2_FAPICONF`.
    public let configuration: String
    /// Where the TPM's state, its sockets and FAPI's key store are.
    public let folder: URL
    private var process: Process?
    private var lifeline: Pipe?

    /// Starts a TPM whose state is in `folder`: a new one when that is empty. A path that is too long for a socket is refused by `swtpm`.
    public init(folder: URL) throws {
        self.folder = folder
        let file = folder.appendingPathComponent("fapi.json")
        configuration = file.path
        for name in ["state", "user", "system", "log"] {
            try FileManager.default.createDirectory(at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
        }
        let configuration: [String: Any] = [
            "profile_name": "P_ECCP256SHA256", "profile_dir": Self.profiles ?? "", "user_dir": folder.appendingPathComponent("user").path,
            "system_dir": folder.appendingPathComponent("system").path, "log_dir": folder.appendingPathComponent("log").path,
            "tcti": "swtpm:path=\(socket)", "system_pcrs": [Int](), "ek_cert_less": "yes",
        ]
        try JSONSerialization.data(withJSONObject: configuration, options: .withoutEscapingSlashes).write(to: file)
        try start()
    }

    private var socket: String { folder.appendingPathComponent("socket").path }

    /// Starts the TPM again, with the state that it had: a machine that starts anew.
    public func start() throws {
        // The shell waits for a line or for the end of its input, which comes with the end of this process, and ends the TPM that it
        // started. For stop() the end alone would not do: another child may have inherited the pipe.
        // It ends it as a power cut does: other signals are blocked in children of a test. Pipes that it inherited it closes:
        // shells that hold each other's would never see an end. (Foundation's own socket stays open, or it would wait for the shell's end.)
        let script = #"""
            for fd in /proc/$$/fd/*; do
                case "${fd##*/} $(readlink "$fd")" in [0-2]" "* | 255" "*) ;; *pipe:*) eval "exec ${fd##*/}>&-" ;; esac
            done
            swtpm socket --tpm2 --tpmstate dir="$1/state" --server type=unixio,path="$1/socket" \
            --ctrl type=unixio,path="$1/socket.ctrl" --flags not-need-init,startup-clear >"$1/swtpm.log" 2>&1 </dev/null &
            read -r _
            kill -KILL $!
            wait $! || true
            """#
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", script, "swtpm", folder.path]
        let lifeline = Pipe()
        process.standardInput = lifeline
        for name in ["socket", "socket.ctrl"] { try? FileManager.default.removeItem(at: folder.appendingPathComponent(name)) }
        try process.start()
        (self.process, self.lifeline) = (process, lifeline)
        for _ in 0..<500 where !FileManager.default.fileExists(atPath: socket + ".ctrl") || !FileManager.default.fileExists(atPath: socket)
        {
            usleep(10_000)
        }
        guard FileManager.default.fileExists(atPath: socket) else { throw CocoaError(.executableLoad) }
    }

    /// Ends the TPM; its state stays in the folder.
    public func stop() {
        try? lifeline?.fileHandleForWriting.write(contentsOf: Data("stop\n".utf8))
        if process?.waits(10) == false { process?.end() }
        (process, lifeline) = (nil, nil)
    }

    deinit { stop() }
}

/// Hands `body` a new TPM, which is ended and removed afterwards.
public func withSoftwareTPM<Result>(_ body: (SoftwareTPM) async throws -> Result) async throws -> Result {
    try await withTemporaryFolder { folder in
        let tpm = try SoftwareTPM(folder: folder)
        defer { tpm.stop() }
        return try await body(tpm)
    }
}
