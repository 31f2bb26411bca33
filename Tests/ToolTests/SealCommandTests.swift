import Foundation
import TestSupport
import Testing

/// Signals and the C library's own words: the process is asked from outside, as a shell does it.
@Suite("merlon seal, open and keygen as processes")
struct SealCommandTests {
    private let tool = Executable(product: "merlon")
    private let bash = Executable("bash")

    /// A folder with a key file `k`, and a file `plain` of this size.
    private func withFolder(byteCount: Int, _ body: (URL, _ contents: Data) throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            #expect(try tool.run(["keygen", "--output", "k"], in: folder).status == 0)
            var random = SystemRandomNumberGenerator()
            let contents = Data((0..<byteCount).map { _ in UInt8.random(in: .min ... .max, using: &random) })
            try contents.write(to: folder.appendingPathComponent("plain"))
            try body(folder, contents)
        }
    }

    private func names(_ folder: URL) throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

    private func read(_ folder: URL, _ name: String) throws -> Data { try Data(contentsOf: folder.appendingPathComponent(name)) }

    @Test("What was sealed opens: by key, by password, through pipes")
    func exchange() async throws {
        try await withFolder(byteCount: 2_500_000) { folder, contents in
            let seals = [
                ["plain", "--key", "k"], ["plain", "--key", "k", "--password-file", "-", "--output", "both"],
                ["plain", "--password-file", "-", "--output", "by-password", "--context", "x"],
            ]
            for arguments in seals {
                let run = try tool.run(["seal"] + arguments, input: "secret\n", in: folder)
                #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run.errors)")
            }
            let opens = [
                ["plain.sealed", "--key", "k", "--output", "1"], ["both", "-k", "k", "-o", "2"],
                ["both", "--password-file", "-", "-o", "3"], ["by-password", "--password-file", "-", "-o", "4", "-c", "x"],
            ]
            for (index, arguments) in opens.enumerated() {
                let run = try tool.run(["open"] + arguments, input: "secret", in: folder)
                #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run.errors)")
                #expect(try read(folder, "\(index + 1)") == contents)
            }
            let pipe = try bash.run(
                ["-c", "cat plain | '\(tool.path ?? "")' seal - -k k -o p && cat p | '\(tool.path ?? "")' open - -k k -o 5"], in: folder)
            #expect(pipe.status == 0 && pipe.errors.isEmpty, "\(pipe.errors)")
            #expect(try read(folder, "5") == contents)
            let permissions = try FileManager.default.attributesOfItem(atPath: folder.appendingPathComponent("5").path)[.posixPermissions]
            #expect(permissions as? Int == 0o600)
        }
    }

    @Test("Wrong keys, passwords and contexts are status 1, wrong use and what is no sealed file status 2; nothing appears")
    func refusals() async throws {
        try await withFolder(byteCount: 20_000) { folder, contents in
            #expect(try tool.run(["keygen", "--output", "other"], in: folder).status == 0)
            #expect(try tool.run(["seal", "plain", "-k", "k", "--password-file", "-"], input: "p", in: folder).status == 0)
            try Data("merlon-key-1:AAAA\n".utf8).write(to: folder.appendingPathComponent("bad"))
            let before = try names(folder)
            let cases: [([String], Int32, String)] = [
                (["open", "plain.sealed", "-k", "other", "-o", "x"], 1, "error: 'plain.sealed' does not open\nhint: "),
                (["open", "plain.sealed", "-k", "k", "-c", "y", "-o", "x"], 1, "error: 'plain.sealed' does not open\nhint: "),
                (["open", "plain.sealed", "--password-file", "-", "-o", "x"], 1, "error: 'plain.sealed' does not open\nhint: "),
                (["open", "plain", "-k", "k", "-o", "x"], 2, "error: This is not a sealed file\n"),
                (["open", "plain.sealed", "-k", "k"], 2, "error: 'plain' exists already\nhint: --force replaces it\n"),
                (["open", "plain.sealed", "-o", "x"], 2, "error: nothing to open the file with\nhint: "),
                (["open", "plain.sealed", "-k", "bad", "-o", "x"], 2, "error: 'bad' has a key that is mistyped or cut\n"),
                (["open", "plain.sealed", "-k", "plain", "-o", "x"], 2, "error: 'plain' is not a key file\nhint: "),
                (["open", "plain.sealed", "-k", "/dev/null", "-o", "x"], 2, "error: '/dev/null' holds no key\nhint: "),
                (["open", "plain.sealed", "-k", "/nowhere/k", "-o", "x"], 2, "error: '/nowhere/k' cannot be read: No such file"),
                (["seal", "plain", "-o", "x"], 2, "error: nobody could open the file\nhint: "),
                (["seal", "plain", "-k", "k"], 2, "error: 'plain.sealed' exists already\nhint: --force replaces it\n"),
                (["seal", "plain", "-k", "-", "--password-file", "-", "-o", "x"], 2, "error: standard input can be read for one"),
                (["seal", "-", "-k", "k"], 2, "error: --output is needed for standard input\n"),
                (["seal", "absent", "-k", "k"], 2, "error: 'absent' cannot be opened: No such file or directory\n"),
                (["seal", ".", "-k", "k", "-o", "x"], 2, "error: '.' cannot be read: Is a directory\n"),
                (["seal", "plain", "-k", "k", "-o", "/nowhere/x"], 2, "error: '/nowhere/x' cannot be written: No such file or"),
                (["seal", "plain", "-k", "k", "-o", "/dev/null", "-f"], 2, "error: '/dev/null' is not a file that can be replaced\n"),
                (["keygen", "-o", "k"], 2, "error: 'k' cannot be written: File exists\n"),
                (["keygen"], 2, "error: --output is needed: a key is not printed\n"),
            ]
            for (arguments, status, errors) in cases {
                let run = try tool.run(arguments, input: "wrong", in: folder)
                #expect(run.status == status && run.output.isEmpty && run.errors.hasPrefix(errors), "\(arguments): \(run.errors)")
            }
            #expect(try names(folder) == before)
            #expect(try tool.run(["open", "plain.sealed", "-k", "k", "--force"], in: folder).status == 0)
            #expect(try read(folder, "plain") == contents)
        }
    }

    @Test("A file that was cut or changed anywhere does not open, and nothing appears")
    func changes() async throws {
        try await withFolder(byteCount: 40_000) { folder, _ in
            #expect(try tool.run(["seal", "plain", "-k", "k"], in: folder).status == 0)
            let sealed = try read(folder, "plain.sealed")
            var inputs: [Data] = [sealed + [0]]
            for cut in [0, 1, 11, 12, 40, 98, 99, 150, 170, 171, 16_554, 16_555, 32_954, 32_955, sealed.count - 1] {
                inputs.append(sealed.prefix(cut))
            }
            for place in stride(from: 0, to: sealed.count, by: 3571) {
                var changed = sealed
                changed[place] ^= 1
                inputs.append(changed)
            }
            let statuses: [Int32] = try inputs.map { input in
                try input.write(to: folder.appendingPathComponent("changed"))
                return try tool.run(["open", "changed", "-k", "k", "-o", "x"], in: folder).status
            }
            #expect(Set(statuses) == [1, 2] && statuses.filter { $0 == 1 }.count > 12)
            #expect(try names(folder) == ["changed", "k", "plain", "plain.sealed"])
        }
    }

    /// A limit on the size of files stands for the full disk; the one on a small file system is the real thing.
    @Test("A full disk, a target that cannot be written and an input that fails: one error line, nothing appears, nothing is lost")
    func failingFiles() async throws {
        try await withFolder(byteCount: 3 << 20) { folder, _ in
            try Data("old".utf8).write(to: folder.appendingPathComponent("old"))
            let path = tool.path ?? ""
            let limited = try bash.run(
                ["-c", "trap '' XFSZ; ulimit -f 1024; exec '\(path)' seal plain -k k -o old --force"], in: folder)
            #expect(
                limited.status == 2 && limited.errors.hasPrefix("error: 'old' cannot be written: File too large\n"), "\(limited.errors)")
            let failing = try tool.run(["seal", "/proc/self/mem", "-k", "k", "-o", "x"], in: folder)
            #expect(failing.status == 2 && failing.errors == "error: '/proc/self/mem' cannot be read: Input/output error\n")
            let denied = try tool.run(["seal", "plain", "-k", "k", "-o", "/proc/x"], in: folder)
            #expect(denied.status == 2 && denied.errors.hasPrefix("error: '/proc/x' cannot be written: "))
            #expect(try read(folder, "old") == Data("old".utf8))
            #expect(try names(folder) == ["k", "old", "plain"])
        }
    }

    private static let canMount =
        getuid() == 0 && (try? Executable("bash").run(["-c", "d=$(mktemp -d) && mount -t tmpfs none $d && umount $d"]))?.status == 0

    @Test(
        "A disk that is really full, and one that is mounted for reading only",
        .enabled(if: canMount, "needs root and the right to mount a tmpfs"))
    func realDisks() async throws {
        try await withFolder(byteCount: 3 << 20) { folder, contents in
            let disk = folder.appendingPathComponent("disk")
            try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: false)
            #expect(try bash.run(["-c", "mount -t tmpfs -o size=4m none disk"], in: folder).status == 0)
            defer { _ = try? bash.run(["-c", "umount disk"], in: folder) }
            try contents.prefix(1 << 20).write(to: disk.appendingPathComponent("old"))
            let full = try tool.run(["seal", "plain", "-k", "k", "-o", "disk/old", "--force"], in: folder)
            #expect(full.status == 2 && full.errors == "error: 'disk/old' cannot be written: No space left on device\n", "\(full.errors)")
            #expect(try names(disk) == ["old"] && read(disk, "old") == contents.prefix(1 << 20))
            #expect(try bash.run(["-c", "mount -o remount,ro disk"], in: folder).status == 0)
            let readOnly = try tool.run(["seal", "plain", "-k", "k", "-o", "disk/new"], in: folder)
            #expect(readOnly.status == 2 && readOnly.errors == "error: 'disk/new' cannot be written: Read-only file system\n")
            #expect(try names(disk) == ["old"])
        }
    }

    @Test(
        "A signal stops it, also while it waits for a pipe: nothing is left, and the status is the signal's",
        arguments: ["TERM", "HUP", "KILL"])
    func interruption(signal: String) async throws {
        try await withFolder(byteCount: 2 << 20) { folder, _ in
            let script = """
                mkfifo pipe; '\(tool.path ?? "")' seal pipe -k k -o x & pid=$!
                exec 3>pipe; cat plain >&3; sleep 0.2; kill -\(signal) $pid; wait $pid 2>/dev/null; echo $?; rm pipe
                """
            let run = try Executable("timeout").run(["60", bash.path ?? "", "-c", script], in: folder)
            let number = ["HUP": 1, "KILL": 9, "TERM": 15][signal] ?? 0
            #expect(run.output == "\(128 + number)\n" && run.errors.isEmpty, "\(run.errors)")
            #expect(try names(folder) == ["k", "plain"])
        }
    }

    /// Killed at instants that nobody chose, dozens of times: the final name has the whole result or nothing, and the work comes to its end.
    @Test("What is resumable survives any kill", arguments: ["seal", "open"])
    func kills(command: String) async throws {
        try await withFolder(byteCount: 12 << 20) { folder, contents in
            let path = tool.path ?? ""
            if command == "open" { #expect(try tool.run(["seal", "plain", "-k", "k"], in: folder).status == 0) }
            let begin = command == "seal" ? "seal plain -k k -o x --resumable" : "open plain.sealed -k k -o x --resumable"
            let goOn = command == "seal" ? "seal plain -k k -o x --resume" : begin
            let script = """
                kills=0; next="\(begin)"
                for round in $(seq 200); do
                    '\(path)' $next 2>errors & pid=$!
                    sleep 0.0$((RANDOM % 80 + 10)); kill -9 $pid 2>/dev/null; wait $pid 2>/dev/null; status=$?
                    if [ -e x ]; then echo "$kills"; exit; fi
                    [ $status = 137 ] || { cat errors; exit 1; }
                    kills=$((kills + 1))
                    if [ -e x.part-journal ]; then next="\(goOn)"; else rm -f x.part; next="\(begin)"; fi
                done
                echo "never done"; exit 1
                """
            let run = try Executable("timeout").run(["120", bash.path ?? "", "-c", script], in: folder)
            #expect(run.status == 0, "\(run.output) \(run.errors)")
            if command == "seal" {
                #expect(try tool.run(["open", "x", "-k", "k", "-o", "y"], in: folder).status == 0)
                #expect(try read(folder, "y") == contents)
            } else {
                #expect(try read(folder, "x") == contents)
            }
        }
    }

    @Test("An identity's public half seals, the identity opens; sealing goes on with a key")
    func recipients() async throws {
        try await withFolder(byteCount: 20_000) { folder, contents in
            let made = try tool.run(["keygen", "--type", "identity", "-o", "me"], in: folder)
            let recipient = String(made.output.dropLast())
            #expect(made.status == 0 && recipient.hasPrefix("merlon-recipient-1:"))
            #expect(try tool.run(["seal", "plain", "-r", recipient], in: folder).status == 0)
            #expect(try tool.run(["open", "plain.sealed", "-k", "me", "-o", "x"], in: folder).status == 0)
            #expect(try read(folder, "x") == contents)
            #expect(try tool.run(["open", "plain.sealed", "-k", "k", "-o", "y"], in: folder).status == 1)
            let refusals: [([String], String)] = [
                (["-r", recipient + "A"], "error: '\(recipient)A' is no value for --recipient\n"),
                (["-r", recipient, "--resumable"], "error: Sealing for public keys alone cannot be resumed"),
                (["-k", "me"], "error: 'me' holds identities only\n"),
                (["-k", "k", "--resume"], "error: 'z.part' cannot be opened: No such file"),
            ]
            for (arguments, errors) in refusals {
                let run = try tool.run(["seal", "plain", "-o", "z"] + arguments, in: folder)
                #expect(run.status == 2 && run.errors.hasPrefix(errors), "\(run.errors)")
            }
            #expect(try names(folder) == ["k", "me", "plain", "plain.sealed", "x"])
        }
    }

    @Test(
        "A password is asked for at the terminal, twice when sealing, and not shown",
        .enabled(if: Executable("python3").isInstalled, "needs python3"))
    func prompt() async throws {
        let program = """
            import os, pty, signal, sys
            signal.alarm(60)
            def run(answers, *arguments):
                pid, terminal = pty.fork()
                if pid == 0: os.execv(sys.argv[1], [sys.argv[1], *arguments])
                seen = b''
                for prompt, answer in answers:
                    while prompt not in seen: seen += os.read(terminal, 100)
                    os.write(terminal, answer)
                try:
                    while data := os.read(terminal, 1000): seen += data
                except OSError: pass
                status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
                print(status, b'hidden' in seen)
            first, again = b'password: ', b'the same again: '
            run([(first, b'hidden\\n'), (again, b'hidden\\n')], 'seal', 'plain', '--password')
            run([(first, b'hidden\\n'), (again, b'hiddem\\n')], 'seal', 'plain', '--password', '-o', 'x')
            run([(first, b'gone\\x15hiddeX\\x7fn\\n')], 'open', 'plain.sealed', '--password', '-o', 'y')
            run([(first, b'hid\\x03')], 'open', 'plain.sealed', '--password', '-o', 'z')
            """
        try await withFolder(byteCount: 100) { folder, contents in
            let run = try Executable("python3").run(["-c", program, tool.path ?? ""], in: folder)
            #expect(run.output == "0 False\n2 False\n0 False\n2 False\n", "\(run.errors)")
            #expect(try read(folder, "y") == contents)
            #expect(try names(folder) == ["k", "plain", "plain.sealed", "y"])
        }
    }
}
