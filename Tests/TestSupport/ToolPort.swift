import Foundation

/// The port that Frida's tools use, of which the machine has one.
///
/// Tests that open it keep away from each other and from a test to whom an open one is a finding, also where these run at the same time in another suite
/// or process. The suites of `LinuxProcessTests` run one after the other, so that those of one process need no lock among themselves; a second process
/// with these suites at the same time may find the port of the first open.
public enum ToolPort: Sendable {
    private static let path = FileManager.default.temporaryDirectory.appendingPathComponent("merlon-tests.tool-port").path

    /// Runs `body` while no other test opens the port.
    /// - Parameter lock: the file that is locked; another one than all others' is for the test of this.
    public static func leftClosed<Result>(lock: String? = nil, _ body: () throws -> Result) throws -> Result {
        try locked(LOCK_SH, lock ?? path, body)
    }

    /// Runs `body`, which opens the port, while no other test does so or needs it closed.
    /// - Parameter lock: as above.
    public static func opened<Result>(lock: String? = nil, _ body: () throws -> Result) throws -> Result {
        try locked(LOCK_EX, lock ?? path, body)
    }

    private static func locked<Result>(_ kind: Int32, _ path: String, _ body: () throws -> Result) throws -> Result {
        let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard file >= 0 else { throw CocoaError(.fileReadUnknown) }
        defer { close(file) }
        // For tests of other users too; whoever did not make it may not, and need not.
        fchmod(file, 0o666)
        while flock(file, kind) != 0 { guard errno == EINTR else { throw CocoaError(.fileLocking) } }
        return try body()
    }
}
