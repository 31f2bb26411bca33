#if os(Linux)
    import Foundation
    import MerlonCore
    import TestSupport
    import Testing

    /// Looks at a process with secrets from outside. Every search also looks for ordinary memory and must find it.
    @Suite(.serialized) struct SecretMemoryTests {
        static let probe = BuiltProducts.executable("SecretProbe")

        /// Where the patterns of seeds 1 (live secret), 2 (ordinary memory) and 3 (released secret) stand in `data`.
        static func patterns(in data: Data) -> [Bool] {
            // Eight bytes are enough to recognise, and a copy that was partly overwritten counts too.
            [1, 2, 3].map { data.range(of: Data(SecretPattern.bytes(seed: $0)[8..<16])) != nil }
        }

        /// The text of a file under /proc, whose size the kernel does not say.
        static func lines(_ path: String) throws -> [Substring] {
            let data = try FileHandle(forReadingFrom: URL(fileURLWithPath: path)).readToEnd() ?? Data()
            return String(decoding: data, as: UTF8.self).split(separator: "\n")
        }

        /// All memory of a process that its parent can read.
        static func memory(of pid: Int32) throws -> Data {
            let mem = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/\(pid)/mem"))
            defer { try? mem.close() }
            var data = Data()
            for line in try lines("/proc/\(pid)/maps") {
                let range = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt64($0, radix: 16) }
                guard line.contains(" rw"), range.count == 2, range[1] - range[0] < 256 << 20 else { continue }
                try mem.seek(toOffset: range[0])
                data += (try? mem.read(upToCount: Int(range[1] - range[0]))) ?? Data()
            }
            return data
        }

        @Test func hiddenMemoryCannotBeReadFromOutside() throws {
            var found: [Bool] = []
            let child = try ChildProcess.run(Self.probe, ["hold"]) { found = Self.patterns(in: try Self.memory(of: $0)) }
            if child.output.hasPrefix("hidden") {
                #expect(found == [false, true, false])
            } else {
                // A kernel without memfd_secret: what is released must still be gone.
                #expect(found == [true, true, false])
            }
        }

        /// Without memfd_secret a debugger sees the live secret, which shows that the search would find one; the released one is gone.
        @Test func releasedSecretsAreGone() throws {
            var found: [Bool] = []
            var flags: [Substring] = []
            let child = try ChildProcess.run(Self.probe, ["no-memfd", "hold"]) { pid in
                found = Self.patterns(in: try Self.memory(of: pid))
            }
            #expect(child.output.hasPrefix("locked"))
            #expect(found == [true, true, false])
            _ = try ChildProcess.run(Self.probe, ["no-memfd", "hold"]) { pid in
                let locked = try Self.lines("/proc/\(pid)/smaps").first { $0.hasPrefix("VmFlags:") && $0.contains(" lo") }
                flags = locked?.split(separator: " ") ?? []
            }
            // dd: left out of core dumps; dc: not copied to children; lo: locked.
            #expect(Set(flags).isSuperset(of: ["dd", "dc", "lo"]))
        }

        @Test(arguments: [["dump"], ["no-memfd", "dump"]])
        func coreDumpsHoldNoSecret(arguments: [String]) throws {
            let pattern = try String(contentsOfFile: "/proc/sys/kernel/core_pattern", encoding: .utf8)
            guard !pattern.hasPrefix("|"), !pattern.hasPrefix("/") else {
                try Test.cancel("needs a kernel.core_pattern that writes into the working folder, not \(pattern)")
            }
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("core-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let child = try ChildProcess.run(Self.probe, arguments, environment: ["SWIFT_BACKTRACE": "enable=no"], folder: folder)
            #expect(child.wasKilled && child.status == SIGABRT)
            let file = try #require(FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).first)
            #expect(Self.patterns(in: try Data(contentsOf: file)) == [false, true, false])
        }

        @Test(arguments: [["crash"], ["no-memfd", "crash"], ["abort"]])
        func crashHandlerPrintsNoSecret(arguments: [String]) throws {
            let environment = ["SWIFT_BACKTRACE": "enable=yes,color=no,interactive=no,timeout=60s,registers=all"]
            let child = try ChildProcess.run(Self.probe, arguments, environment: environment)
            #expect(child.wasKilled && child.status == (arguments == ["abort"] ? SIGABRT : SIGILL))
            func shows(_ seed: UInt64) -> Bool {
                child.errors.contains(SecretPattern.bytes(seed: seed)[0..<8].map { Hex.encode([$0]) }.joined(separator: " "))
            }
            // It prints the ordinary memory that a register points to, so it would print the secret's.
            #expect(child.errors.contains("Program crashed") && (shows(2) || arguments == ["abort"]))
            #expect(!shows(1))
            let zeros = Array(repeating: "00", count: 16).joined(separator: " ")
            #expect(child.errors.contains(zeros) || arguments == ["abort"])
        }

        /// A handler of the program's own is not replaced: what it recovers from must not cost the secrets.
        @Test func otherHandlersKeepTheirSecrets() throws {
            let child = try ChildProcess.run(Self.probe, ["recover"], environment: ["SWIFT_BACKTRACE": "enable=yes"])
            #expect(child.output == "true\n")
        }

        @Test(arguments: [["fork"], ["no-memfd", "fork"]])
        func childrenInheritNoSecret(arguments: [String]) throws {
            #expect(try ChildProcess.run(Self.probe, arguments).output == "\(SIGSEGV) 0\n")
        }

        @Test func childrenMakeTheirOwnSecrets() throws {
            #expect(try ChildProcess.run(Self.probe, ["fork-allocate"]).output == "0\n")
        }

        @Test(arguments: ["before", "after"])
        func guardPagesEndAnOverrun(side: String) throws {
            let child = try ChildProcess.run(Self.probe, ["overrun", side], environment: ["SWIFT_BACKTRACE": "enable=no"])
            #expect(child.output == "ready\n" && child.wasKilled && child.status == SIGSEGV)
        }

        @Test(arguments: [["exhaust"], ["no-memfd", "exhaust"]])
        func exhaustionIsATypedErrorUnlessAllowed(arguments: [String]) throws {
            let child = try ChildProcess.run(Self.probe, arguments)
            #expect(child.output == "locked-memory-exhausted after 4\npageable true\n")
        }
    }
#endif
