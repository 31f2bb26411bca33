import Foundation
import MerlonAuth
import TestSupport
import Testing

/// A code is accepted once, whoever submits it and whatever is killed.
struct OneAcceptanceTests {
    private static let rounds = 1_000

    /// So many processes of so many threads each submit one code at one time, a thousand times.
    private static func race(store: String, processes count: Int, threads: Int) throws {
        let racers = try (0..<count).map { _ in try Racer(["race", store, "\(threads)"]) }
        defer { for racer in racers { racer.stop() } }
        for round in 0..<rounds {
            for racer in racers { try racer.tell("\(round)") }
            let answers = try racers.map { try $0.answer() }
            guard answers.compactMap({ Int($0) }).reduce(0, +) == 1, answers.allSatisfy({ Int($0) != nil }) else {
                Issue.record("round \(round): \(answers)")
                return
            }
        }
    }

    @Test(arguments: ["memory", "sqlite"])
    func of64Threads(store: String) throws { try Self.race(store: store, processes: 1, threads: 64) }

    @Test func of64ThreadsOnAFile() async throws {
        try await withTemporaryFolder { try Self.race(store: $0.appendingPathComponent("r").path, processes: 1, threads: 64) }
    }

    @Test func ofFourProcessesOf16ThreadsOnAFile() async throws {
        try await withTemporaryFolder { try Self.race(store: $0.appendingPathComponent("r").path, processes: 4, threads: 16) }
    }

    /// Processes that all make the file: nobody is turned away because another one was making it.
    @Test func processesThatMakeTheStoreAtOnce() async throws {
        for _ in 0..<25 {
            try await withTemporaryFolder { folder in
                let racers = try (0..<6).map { _ in try Racer(["race", folder.appendingPathComponent("r").path, "1"]) }
                defer { for racer in racers { racer.stop() } }
                // Programs that have only been started begin one after the other.
                for racer in racers { try racer.tell("") }
                for racer in racers { #expect(try racer.answer() == "") }
                for racer in racers { try racer.tell("0") }
                let answers = try racers.map { try $0.answer() }
                #expect(answers.sorted() == ["0", "0", "0", "0", "0", "1"])
            }
        }
    }

    /// The moment of it that SQLite does not wait for by itself.
    @Test(.enabled(if: Executable("python3").isInstalled, "needs python3")) func aStoreThatIsBeingMadeIsWaitedFor() async throws {
        let script = """
            import os, sqlite3, sys
            os.close(os.open(sys.argv[1], os.O_CREAT, 0o600))
            database = sqlite3.connect(sys.argv[1], isolation_level=None)
            database.execute("BEGIN IMMEDIATE")
            database.execute("CREATE TABLE begun (a)")
            print("held", flush=True)
            sys.stdin.read()
            database.execute("ROLLBACK")
            """
        try await withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("r").path
            let maker = try Racer(["-c", script, path], of: URL(fileURLWithPath: #require(Executable("python3").path)))
            #expect(try maker.answer() == "held")
            let racer = try Racer(["race", path, "1"])
            try racer.tell("0")
            usleep(500_000)
            maker.stop()
            #expect(try racer.answer() == "1")
            racer.stop()
        }
    }

    private static let probe = Executable(product: "OTPProbe")

    @Test func killedBetweenAcceptanceAndAnswerTheCodeIsUsed() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("r").path
            for round in 0..<20 {
                let dead = try Self.probe.run(["die", path, "\(round)"])
                #expect(dead.status == 128 + SIGKILL && dead.output.isEmpty)
                #expect(try Self.probe.run(["submit", path, "\(round)"]).output == "authentication-failed\n")
            }
            #expect(try Self.probe.run(["submit", path, "20"]).output == "accepted\n")
        }
    }

    /// Whatever the moment of the kill, an acceptance that was told is remembered.
    @Test func killedAtAnyMomentNothingIsAcceptedTwice() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appendingPathComponent("r").path
            var told = 0
            var cut = 0
            // How long an answer takes depends on the machine and its disk: kills are sought around it.
            var longest: UInt32 = 20_000
            for round in 0..<100 {
                let racer = try Racer(["race", path, "1"])
                try racer.tell("\(round)")
                usleep(UInt32.random(in: 0...longest))
                let output = racer.kill()
                let second = try Self.probe.run(["submit", path, "\(round)"]).output
                #expect(second == "accepted\n" || second == "authentication-failed\n")
                if output == "1\n" {
                    told += 1
                    longest = max(longest / 4 * 3, 1000)
                    #expect(second == "authentication-failed\n")
                } else {
                    cut += 1
                    longest = min(longest / 3 * 4, 2_000_000)
                }
            }
            // Kills fell on both sides of the answer, or the test shows nothing.
            #expect(told > 0 && cut > 0, "\(told) told, \(cut) cut")
        }
    }
}

/// A probe that is told rounds and answers each.
private final class Racer {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var pending = Data()

    init(_ arguments: [String], of program: URL = BuiltProducts.executable("OTPProbe")) throws {
        process.executableURL = program
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        try process.start()
    }

    func tell(_ line: String) throws { try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8)) }

    func answer() throws -> String {
        while true {
            if let end = pending.firstIndex(of: 0x0A) {
                let line = String(decoding: pending[..<end], as: UTF8.self)
                pending = Data(pending[(end + 1)...])
                return line
            }
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { return "ended" }
            pending += more
        }
    }

    func kill() -> String {
        Foundation.kill(process.processIdentifier, SIGKILL)
        let rest = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: rest, as: UTF8.self)
    }

    func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
