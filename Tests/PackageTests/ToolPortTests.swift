import Foundation
import TestSupport
import Testing

/// Whom the lock keeps out: another process asks for it, and does not wait.
@Suite(.enabled(if: Executable("flock").isInstalled, "needs flock of util-linux")) struct ToolPortTests {
    /// Whether the lock could be had to open the port, and to need it closed.
    private func free(_ lock: String) throws -> [Bool] {
        try ["--exclusive", "--shared"].map { try Executable("flock").run(["--nonblock", $0, lock, "true"]).status == 0 }
    }

    @Test func whoOpensThePortIsAlone() async throws {
        try await withTemporaryFolder { folder in
            let lock = folder.appendingPathComponent("lock").path
            let meanwhile = try ToolPort.opened(lock: lock) { try free(lock) }
            #expect(meanwhile == [false, false])
            #expect(try free(lock) == [true, true])
        }
    }

    @Test func whoNeedsItClosedKeepsThoseOutWhoOpenIt() async throws {
        try await withTemporaryFolder { folder in
            let lock = folder.appendingPathComponent("lock").path
            let meanwhile = try ToolPort.leftClosed(lock: lock) { try free(lock) }
            #expect(meanwhile == [false, true])
            #expect(try free(lock) == [true, true])
        }
    }
}
