import Foundation
import TestSupport
import Testing

/// The tool as a small real client of Django with django-oauth-toolkit, with a browser that signs in by itself.
@Suite("merlon login", .enabled(if: Executable.projectPython.isInstalled, Comment(rawValue: ServerProcess.reason)))
struct LoginCommandTests {
    private let tool = Executable(product: "merlon")

    /// What stands in for the desktop's browser: follows the server to the listener, as the person `ada`.
    private static let browser = """
        import ssl, sys, urllib.request
        context = ssl._create_unverified_context()
        request = urllib.request.Request(sys.argv[1], headers={"x-user": "ada", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"})
        with urllib.request.build_opener(urllib.request.HTTPSHandler(context=context)).open(request) as page:
            assert b"close this window" in page.read()
        """

    @Test("Signs in through the browser and with a code, gives out tokens, signs out, and shows no secret unasked")
    func lives() async throws {
        try await ServerProcess.run("authorization_server") { server in
            try await withTemporaryFolder { folder in
                let python = try #require(Executable.projectPython.path)
                try Data(Self.browser.utf8).write(to: folder.appendingPathComponent("browser.py"))
                let opener = folder.appendingPathComponent("xdg-open")
                try Data("#!/bin/sh\nexec '\(python)' '\(folder.path)/browser.py' \"$1\"\n".utf8).write(to: opener)
                try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: opener.path)
                let path = "\(folder.path):" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
                var printed = ""
                let common = ["--vault", "v.db", "--key-file", "v.key", "--trust", server.pki.path("root.pem")]
                func run(_ arguments: String...) throws -> Executable.Run {
                    let run = try tool.run(["login"] + arguments + common, environment: ["PATH": path], in: folder)
                    if !arguments.contains("--reveal") { printed += run.output + run.errors }
                    return run
                }
                try #require(try tool.run(["vault", "init", "--vault", "v.db", "--key-file", "v.key"], in: folder).status == 0)
                let issuer = "\(server.base)/o"

                #expect(try run("status").status == 1)
                #expect(try run("token", "--reveal").status == 1)
                let started = try run("start", issuer, "--client-id", "app", "--scope", "openid read", "--max-age", "3600")
                try #require(started.status == 0, "\(started.errors)")
                #expect(started.output == "signed in as 1 at \(issuer)\n")
                #expect(try run("status").output == "signed in as 1 at \(issuer)\n")
                let silent = try run("token")
                #expect(silent.status == 2 && silent.output.isEmpty)
                let token = try run("token", "--reveal")
                #expect(server.issued.contains(token.output.trimmingCharacters(in: .newlines)))
                #expect(try run("logout").output == "signed out, and the tokens are revoked\n")
                #expect(try run("logout").status == 1)
                #expect(try run("token", "--reveal").status == 1)

                try deviceCode(server, in: folder, issuer: issuer, common, &printed)
                // What goes wrong says so, and leaves what is there.
                let refused: [([String], Int32)] = [
                    (["start", issuer + "/", "--client-id", "app"], 1), (["start", issuer, "--client-id", "nobody"], 1),
                    (["start", "http://id.example", "--client-id", "app"], 2), (["start", issuer], 2), (["status", issuer], 2),
                    (["start", issuer, "--client-id", "tv", "--device", "--scope", "read", "--trust", server.pki.path("root2.pem")], 2),
                ]
                for (arguments, status) in refused {
                    let run = try tool.run(
                        ["login"] + arguments + (arguments.contains("--trust") ? Array(common.dropLast(2)) : common)
                            + ["--timeout", "5"], environment: ["PATH": path], in: folder)
                    #expect(run.status == status && run.errors.contains("error: "), "\(arguments): \(run.status) \(run.errors)")
                    printed += run.output + run.errors
                }
                #expect(try run("status").output == "signed in at \(issuer)\n")

                // Nothing that the server handed out was printed unasked, or stands in a file as it is.
                let issued = server.issued
                #expect(issued.count >= 7)
                IssuedTokens.record(issued)
                for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
                    printed += String(decoding: (try? Data(contentsOf: folder.appendingPathComponent(name))) ?? Data(), as: UTF8.self)
                }
                #expect(issued.filter { printed.contains($0) }.isEmpty)
            }
        }
    }

    private func deviceCode(
        _ server: ServerProcess, in folder: URL, issuer: String, _ common: [String], _ printed: inout String
    ) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(tool.path))
        process.arguments = ["login", "start", issuer, "--client-id", "tv", "--device", "--scope", "read"] + common
        process.currentDirectoryURL = folder
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        try process.start()
        var line = ""
        while let byte = try errors.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A {
            line.append(Character(Unicode.Scalar(byte)))
        }
        #expect(line.hasPrefix("go to \(server.base)/o/device/ and enter the code "), "\(line)")
        let code = try #require(line.split(separator: " ").last)
        let approve = """
            import ssl, sys, urllib.request
            urllib.request.urlopen(sys.argv[1], context=ssl._create_unverified_context())
            """
        let approved = try Executable.projectPython.run(["-c", approve, "\(server.base)/control/approve?code=\(code)"])
        #expect(approved.status == 0, "\(approved.errors)")
        ended.wait()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(process.terminationStatus == 0 && text == "signed in at \(issuer)\n", "\(text)")
        printed += text + line + String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
}
