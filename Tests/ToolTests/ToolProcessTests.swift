import TestSupport
import Testing

@Suite("The tool as a process")
struct ToolProcessTests {
    private let tool = Executable(product: "merlon")

    @Test("Streams and statuses of the commands that need no input")
    func builtIns() throws {
        let version = try tool.run(["--version"])
        #expect(version.status == 0 && version.output.hasPrefix("merlon ") && version.errors.isEmpty)
        let unknown = try tool.run(["adit", "x"])
        #expect(unknown.status == 2 && unknown.output.isEmpty)
        #expect(unknown.errors.hasPrefix("error: unknown command 'adit'\nhint: "))
        let bare = try tool.run([])
        #expect(bare.status == 2 && bare.output.isEmpty && bare.errors.contains("usage: merlon"))
    }

    @Test("Every command has help with an example")
    func help() throws {
        let overview = try tool.run(["help"]).output
        let lines = overview.split(separator: "\n", omittingEmptySubsequences: false)
        let names = try #require(lines.firstIndex(of: "commands:")).advanced(by: 1)
        for line in lines[names...].prefix(while: { !$0.isEmpty }) where line.hasPrefix("  ") && !line.hasPrefix("   ") {
            let name = String(line.split(separator: " ")[0])
            let page = try tool.run([name, "--help"])
            #expect(page.status == 0 && page.output.contains("\nexamples:\n  merlon \(name)") || name == "completions", "\(name)")
        }
    }

    @Test("A reader that goes away is no error; a full disk is one")
    func outputs() throws {
        let bash = Executable("bash")
        let closed = try bash.run(["-c", "trap '' PIPE; '\(tool.path ?? "")' man | true; echo ${PIPESTATUS[0]}"])
        #expect(closed.output == "0\n" && closed.errors.isEmpty)
        let full = try bash.run(["-c", "'\(tool.path ?? "")' man >/dev/full"])
        #expect(full.status == 2)
        #expect(full.errors == "error: standard output cannot be written: No space left on device\n")
    }
}
