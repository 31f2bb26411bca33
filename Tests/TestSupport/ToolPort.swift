import Foundation

/// The port that Frida's tools use, of which the machine has one: tests that open it keep away from those to whom an open one is a finding, also
/// where these run at the same time in another suite or process.
public enum ToolPort: Sendable {
    /// Runs `body` while no other test opens the port.
    public static func leftClosed<Result>(_ body: () throws -> Result) throws -> Result { try locked(LOCK_SH, body) }

    /// Runs `body`, which opens the port, while no other test needs it closed.
    public static func opened<Result>(_ body: () throws -> Result) throws -> Result { try locked(LOCK_EX, body) }

    private static func locked<Result>(_ kind: Int32, _ body: () throws -> Result) throws -> Result {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("merlon-tests.tool-port").path
        let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard file >= 0 else { throw CocoaError(.fileReadUnknown) }
        defer { close(file) }
        // For tests of other users too; whoever did not make it may not, and need not.
        fchmod(file, 0o666)
        while flock(file, kind) != 0 { guard errno == EINTR else { throw CocoaError(.fileLocking) } }
        return try body()
    }
}
