#if os(Linux)
    import Foundation
    import MerlonRuntime
    import TestSupport
    import Testing

    @Suite("merlon doctor and merlon facts as processes")
    struct RuntimeCommandTests {
        private let tool = Executable(product: "merlon")

        @Test("Recorded facts lead to the verdict that was given, and steer no terminal")
        func recordedFacts() async throws {
            try await withTemporaryFolder { folder in
                let recorded = try tool.run(["doctor", "--format", "facts"], in: folder)
                var facts = try #require(try JSONSerialization.jsonObject(with: Data(recorded.output.utf8)) as? [String: Any])
                func explain(_ arguments: String...) throws -> Executable.Run {
                    try JSONSerialization.data(withJSONObject: facts).write(to: folder.appendingPathComponent("facts"))
                    return try tool.run(["facts", "explain", "facts"] + arguments, in: folder)
                }
                let calm = try explain()
                #expect(calm.status == recorded.status && calm.output.contains("\nwhy:\n"), "\(calm)")
                #expect(try tool.run(["doctor"], in: folder).output.contains("\nwhy:\n"))

                var linux = try #require(facts["linux"] as? [String: Any])
                linux["tracerPID"] = ["value": 4711]
                linux["tracerName"] = ["value": "gdb"]
                linux["containers"] = ["value": ["a\u{1B}[2Jb\nclear"]]
                facts["linux"] = linux
                facts["systemVersion"] = "6\u{1B}]0;x\u{7}"
                let traced = try explain()
                #expect(traced.status == 1 && traced.output.contains("linux-tracer: "), "\(traced)")
                #expect(!traced.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" } && !traced.output.contains("\nclear"))
                let json = try explain("--json")
                let verdict = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
                #expect(json.status == 1 && verdict["level"] != nil)
                #expect(traced.output.contains("\ncompromised\n"), "\(traced)")
                #expect(try explain("--policy", "observe").output.contains("\nsuspicious\n"))

                facts["version"] = 2
                let newer = try explain()
                #expect(newer.status == 2 && newer.errors.contains("facts of version 2") && newer.output.isEmpty, "\(newer)")
                facts = ["version": 1]
                #expect(try explain().status == 2)
            }
        }

        @Test("Facts that an app recorded on an iPhone are explained, with the verdict of the app's own library")
        func factsOfAnIPhone() async throws {
            let folder = PackageFolder.url.appendingPathComponent("Tests/RuntimeProfiles")
            let profile = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appendingPathComponent("clean-iphone-17.json")))
            var facts = try #require((profile as? [String: Any])?["snapshot"] as? [String: Any])
            try await withTemporaryFolder { folder in
                func explain() throws -> Executable.Run {
                    try JSONSerialization.data(withJSONObject: facts).write(to: folder.appendingPathComponent("facts"))
                    return try tool.run(["facts", "explain", "facts"], in: folder)
                }
                let clean = try explain()
                #expect(clean.status == 0 && clean.output.contains("iOS 17.4") && clean.output.contains("\nclear\n"), "\(clean)")
                var apple = try #require(facts["apple"] as? [String: Any])
                apple["isTraced"] = ["value": true]
                facts["apple"] = apple
                let traced = try explain()
                #expect(traced.status == 1 && traced.output.contains("apple-tracer: "), "\(traced)")
            }
        }

        /// For each recording the verdict that the app's own library gives, down to the last word of it.
        @Test("A replay is the very verdict of the library, under every policy") func replays() async throws {
            let profiles = PackageFolder.url.appendingPathComponent("Tests/RuntimeProfiles")
            var recordings: [(name: String, facts: Data)] = []
            for name in try FileManager.default.contentsOfDirectory(atPath: profiles.path).sorted() where name.hasSuffix(".json") {
                let text = try Data(contentsOf: profiles.appendingPathComponent(name))
                let profile = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
                // Those that stand for themselves; others change one of these.
                guard profile["base"] == nil, let facts = profile["snapshot"] else { continue }
                recordings.append((name, try JSONSerialization.data(withJSONObject: facts)))
            }
            recordings.append(("this process", Data(try tool.run(["doctor", "--format", "facts"]).output.utf8)))
            #expect(recordings.count > 3)
            var own = ShieldPolicy.bank
            own.weights = ["apple-simulator": 9, "linux-root": 9]
            own.threateningContext = ["apple-simulator", "linux-root"]
            own.requiredDetectors = ["apple-paths", "linux-slots", "linux-debug-registers"]
            own = own.applying(
                RulePack(number: 2, exceptions: [ShieldException(indicator: "linux-root", reason: "a container of ours", platform: .linux)])
            )
            try await withTemporaryFolder { folder in
                try JSONEncoder().encode(own).write(to: folder.appendingPathComponent("policy.json"))
                try Data("{}".utf8).write(to: folder.appendingPathComponent("none.json"))
                var levels: Set<ShieldVerdict.Level> = []
                for (name, facts) in recordings {
                    try facts.write(to: folder.appendingPathComponent("facts.json"))
                    let snapshot = try JSONDecoder().decode(FactsSnapshot.self, from: facts)
                    for (arguments, policy) in [
                        (["--policy", "bank"], ShieldPolicy.bank), (["--policy", "observe"], .observe),
                        (["--policy-file", "policy.json"], own),
                    ] {
                        let run = try tool.run(["facts", "explain", "facts.json", "--json"] + arguments, in: folder)
                        let replayed = try JSONDecoder().decode(ShieldVerdict.self, from: Data(run.output.utf8))
                        let verdict = policy.verdict(for: snapshot)
                        #expect(replayed == verdict, "\(name) \(arguments)")
                        #expect(run.status == (verdict.level == .clear ? 0 : 1))
                        levels.insert(verdict.level)
                    }
                }
                #expect(levels.count > 1)
                for file in ["none.json", "nowhere.json"] {
                    let run = try tool.run(["facts", "explain", "facts.json", "--policy-file", file], in: folder)
                    #expect(run.status == 2 && run.output.isEmpty && run.errors.contains(file), "\(run)")
                }
            }
        }

        @Test("Another process is looked at from outside; wrong use is explained")
        func otherProcess() throws {
            let seen = try tool.run(["doctor", "--pid", "\(ProcessInfo.processInfo.processIdentifier)"])
            #expect(seen.status == 0 && seen.output.hasPrefix("process \(ProcessInfo.processInfo.processIdentifier)\n"), "\(seen)")
            for (arguments, words) in [
                (["doctor", "--pid", "2147483647"], "there is no process 2147483647"),
                (["doctor", "--pid", "1", "--format", "facts"], "is for the own process"),
                (["facts", "explain", "/nowhere"], "'/nowhere' cannot be read"),
            ] {
                let run = try tool.run(arguments)
                #expect(run.status == 2 && run.output.isEmpty && run.errors.contains(words), "\(run)")
            }
        }
    }
#endif
