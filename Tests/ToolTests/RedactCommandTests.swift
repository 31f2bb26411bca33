import Foundation
import TestSupport
import Testing

@Suite("merlon redact as a process")
struct RedactCommandTests {
    private let tool = Executable(product: "merlon")
    private let bash = Executable("bash")

    @Test("A log through a pipe and from a file, all kinds and some")
    func redacts() async throws {
        try await withTemporaryFolder { folder in
            let log = "login password=hunter2\nmail a@b.example\nordinary\n"
            try Data(log.utf8).write(to: folder.appendingPathComponent("log"))
            let all = try tool.run(["redact", "--count"], input: log, in: folder)
            #expect(all.output == "login password=‹redacted›\nmail ‹redacted›\nordinary\n" && all.errors == "2 masked\n" && all.status == 0)
            let some = try tool.run(["redact", "log", "--only", "card-numbers,email-addresses"], in: folder)
            #expect(some.output == "login password=hunter2\nmail ‹redacted›\nordinary\n" && some.errors.isEmpty)
            let none = try tool.run(["redact", "missing"], in: folder)
            #expect(none.status == 2 && none.output.isEmpty && none.errors.hasPrefix("error: "))
        }
    }

    @Test("A line comes out as soon as it is whole, and a line of any length needs little memory")
    func streams() async throws {
        try await withTemporaryFolder { folder in
            let path = tool.path ?? ""
            let live = try bash.run(
                ["-c", "(echo 'pin=1234'; sleep 5) | '\(path)' redact | head -n 1 & wait -n; echo first"], in: folder)
            #expect(live.output == "pin=‹redacted›\nfirst\n")
            let long = try bash.run(
                ["-c", "ulimit -v 800000; (head -c 40000000 /dev/zero | tr '\\0' a; echo ' token=abc1') | '\(path)' redact | tail -c 24"],
                in: folder)
            #expect(long.output.hasSuffix(" token=‹redacted›\n"), "\(long.errors)")
        }
    }
}
