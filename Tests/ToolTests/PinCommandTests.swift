#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    @Suite(
        "merlon pin and merlon connect as processes", .serialized,
        .enabled(if: TestServer.nginx.isInstalled, Comment(rawValue: TestServer.reason)))
    struct PinCommandTests {
        private let tool = Executable(product: "merlon")

        private func run(_ arguments: String..., input: String = "") throws -> Executable.Run { try tool.run(arguments, input: input) }

        private func file(_ server: TestServer, _ name: String, _ text: String) throws -> String {
            let file = server.folder.appendingPathComponent(name)
            try Data(text.utf8).write(to: file)
            return file.path
        }

        @Test("From a server to a file of pins, to a connection, to a rotation that is seen coming")
        func fromServerToConnection() async throws {
            try await TestServer.run { server in
                let trust = ["--trust", server.pki.path("root.pem")]
                let endpoint = "localhost:\(server.ports["good"] ?? 0)"
                let shown = try tool.run(["pin", endpoint, "--backup", server.pki.path("root2.pem")] + trust)
                #expect(shown.status == 0 && shown.errors.isEmpty, "\(shown)")
                for part in [
                    "(server, P-256)", "(intermediate, P-256)", "(root, P-256)", "risk", "NSPinnedDomains", "backup: Pin(", "\"pins\"",
                ] {
                    #expect(shown.output.contains(part), "\(part)")
                }
                let made = try tool.run(["pin", endpoint, "--format", "pins", "--backup", server.pki.path("root2.pem")] + trust)
                let pins = try file(server, "pins.json", made.output)

                let lint = try tool.run(["pin", "lint", pins, "--against", endpoint] + trust)
                #expect(lint.status == 0 && !lint.output.contains("error"), "\(lint)")
                let url = "https://\(endpoint)/"
                let connected = try tool.run(["connect", url, "--pins", pins] + trust)
                #expect(
                    connected.status == 0 && connected.output.hasPrefix("accepted\n") && connected.output.contains("pin-matched"),
                    "\(connected)")

                // The server rotates to another authority of the same root, then to a stranger.
                let rotated = "https://localhost:\(server.ports["other-trusted"] ?? 0)/"
                let both = try file(
                    server, "both.pem", String(decoding: try server.pki.bytes("root.pem") + server.pki.bytes("root2.pem"), as: UTF8.self))
                let narrow = try tool.run(["pin", endpoint, "--format", "pins"] + trust)
                let narrowFile = try file(server, "narrow.json", narrow.output)
                let refused = try tool.run(["connect", rotated, "--pins", narrowFile, "--trust", both])
                #expect(
                    refused.status == 1 && refused.output.hasPrefix("refused\n") && refused.output.contains("no-pin-matched"), "\(refused)")
                let stranger = try tool.run(["connect", "https://localhost:\(server.ports["stranger"] ?? 0)/", "--pins", pins] + trust)
                #expect(stranger.status == 1 && stranger.output.contains("untrusted-server"), "\(stranger)")
                let outside = try tool.run(["pin", "lint", narrowFile, "--against", endpoint] + trust)
                #expect(outside.status == 1 && outside.output.contains("no-pin-outside-chain"), "\(outside)")
                let json = try tool.run(["connect", rotated, "--pins", narrowFile, "--trust", both, "--format", "json"])
                let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
                #expect(object["accepted"] as? Bool == false && object["reason"] as? String == "no-pin-matched")

                let untrusted = try run("pin", endpoint, "--trust", server.pki.path("root2.pem"))
                #expect(
                    untrusted.status == 1 && untrusted.errors.hasPrefix("error: ") && untrusted.output.contains("no ready files"),
                    "\(untrusted)")
                let diff = try run("pin", "diff", pins, narrowFile)
                #expect(diff.status == 1 && diff.output.contains("localhost: - spki-sha256:"), "\(diff)")
                #expect(try run("pin", "diff", pins, pins).status == 0)
            }
        }

        @Test("Updates are signed and verified, and refused when they are old, expired, changed or another's")
        func updates() async throws {
            try await withTemporaryFolder { folder in
                let path = { (name: String) in folder.appendingPathComponent(name).path }
                let openssl = Executable("openssl")
                for name in ["update", "other"] {
                    _ = try openssl.run(["genpkey", "-algorithm", "ed25519", "-out", path("\(name).key")])
                    _ = try openssl.run(["pkey", "-in", path("\(name).key"), "-pubout", "-out", path("\(name).pub")])
                }
                let digest = String(repeating: "A", count: 43) + "="
                let other = String(repeating: "E", count: 43) + "="
                let pins =
                    "{\"version\": 1, \"hosts\": [{\"host\": \"example.org\", \"pins\": [\"spki-sha256:\(digest)@ca\", \"spki-sha256:\(other)@ca\"]}]}"
                try Data(pins.utf8).write(to: folder.appendingPathComponent("pins.json"))
                let sign = [
                    "pin", "sign", path("pins.json"), "--key", path("update.key"), "--sequence", "12", "--expires", "2027-06-30", "--at",
                    "2026-11-30",
                ]
                #expect(try tool.run(sign + ["--output", path("pins.update")]).status == 0)
                let verify = { (more: [String]) in try tool.run(["pin", "verify-update", path("pins.update")] + more) }
                let good = try verify(["--public-key", path("update.pub"), "--after", "11", "--at", "2026-12-01"])
                #expect(good.status == 0 && good.output.hasPrefix("sequence 12, issued 2026-11-30T00:00:00Z"), "\(good)")
                let table: [([String], String)] = [
                    (["--public-key", path("update.pub"), "--after", "12", "--at", "2026-12-01"], "sequence 12"),
                    (["--public-key", path("update.pub"), "--at", "2027-07-01"], "expired"),
                    (["--public-key", path("update.pub"), "--at", "2026-11-01"], "future"),
                    (["--public-key", path("other.pub"), "--at", "2026-12-01"], "signature"),
                ]
                for (arguments, word) in table {
                    let refused = try verify(arguments)
                    #expect(refused.status == 1 && refused.errors.contains(word) && refused.output.isEmpty, "\(arguments): \(refused)")
                }
                try Data("{\"version\": 1, \"hosts\": [{\"host\": \"example.org\", \"pins\": [\"spki-sha256:\(digest)\"]}]}".utf8)
                    .write(to: folder.appendingPathComponent("pins.json"))
                let single = try tool.run(sign)
                #expect(single.status == 2 && single.errors.contains("backup") && single.output.isEmpty, "\(single)")
            }
        }

        @Test("A server that never answers is an error within the time that it has")
        func silence() throws {
            let server = try SilentServer()
            let pins = "{\"version\": 1, \"otherHosts\": \"dangerously-allow-unpinned\", \"hosts\": []}"
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("merlon-pins-\(UUID().uuidString)")
            try Data(pins.utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let started = Date()
            let run = try tool.run(["connect", "https://localhost:\(server.port)/", "--pins", file.path, "--timeout", "1"])
            #expect(run.status == 1 && run.output.contains("timed-out"), "\(run)")
            #expect(Date().timeIntervalSince(started) < 10)
        }

        @Test(
            "Wrong use is explained",
            arguments: [
                (["pin", "a b"], "error: 'a b' is no host"), (["pin", "/nowhere/x.pem"], "error: "),
                (["pin", "localhost:99999"], "error: "),
                (["pin", "localhost:1"], "error: Nobody answers at localhost, port 1"),
                (["connect", "https://localhost/"], "error: --pins is needed"),
                (["connect", "ftp://localhost/", "--pins", "/nowhere"], "error: '/nowhere' cannot be read"),
                (["pin", "lint", "/nowhere"], "error: "),
                (["pin", "sign", "/nowhere"], "error: --key, --sequence and --expires are needed"),
                (["pin", "verify-update", "/nowhere"], "error: --public-key is needed"), (["pin", "lint"], "error: FILE is missing"),
            ])
        func wrongUse(arguments: [String], errors: String) throws {
            let run = try tool.run(arguments)
            #expect(run.status == 2 && run.output.isEmpty && run.errors.hasPrefix(errors), "\(run)")
        }
    }
#endif
