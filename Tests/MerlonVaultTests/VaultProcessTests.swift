import Foundation
import MerlonCore
import MerlonCrypto
import MerlonVault
import TestSupport
import Testing

/// Several processes over one vault, and processes that die.
@Suite(.serialized) struct VaultProcessTests {
    private func withWorkers(_ body: (_ vault: Vault, _ arguments: [String], _ files: URL) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let protector = try KeyFileProtector.create(at: folder.appendingPathComponent("key").path)
            let path = folder.appendingPathComponent("vault/vault.db").path
            let vault = try await Vault(
                namespace: .init("com.example.worker", environment: .production), store: .file(at: path, protectors: [protector]))
            _ = try await FileStore.open(at: path, with: [protector])
            try await body(vault, [path, folder.appendingPathComponent("key").path], URL(fileURLWithPath: path + "-files"))
        }
    }

    private func start(_ arguments: [String]) throws -> (process: Process, input: Pipe, output: Pipe) {
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = BuiltProducts.executable("VaultWorker")
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        try process.start()
        return (process, input, output)
    }

    /// Starts workers, waits until each has said that it is ready, lets them all go, and gives the lines that each wrote.
    private func race(_ count: Int, _ arguments: [String]) throws -> [[String]] {
        let workers = try (0..<count).map { _ in try start(arguments) }
        for worker in workers {
            var first = Data()
            while !first.contains(0x0A), let byte = try worker.output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty {
                first += byte
            }
        }
        for worker in workers { worker.input.fileHandleForWriting.write(Data("go\n".utf8)) }
        return workers.map { worker in
            let text = String(decoding: worker.output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            worker.process.waitUntilExit()
            #expect(worker.process.terminationStatus == 0)
            return text.split(separator: "\n").map(String.init)
        }
    }

    @Test func twoProcessesMakeOneKey() async throws {
        try await withWorkers { vault, arguments, _ in
            let lines = try race(3, ["key"] + arguments + ["key", "20"])
            #expect(Set(lines).count == 1, "every process has the same keys")
            #expect(Set(lines[0]).count == 20)
            #expect(try await vault.key("key-7").id.description == lines[0][7])
        }
    }

    @Test func rotationsOfTwoProcessesAreAllThere() async throws {
        try await withWorkers { vault, arguments, _ in
            let _: KeySet = try await vault.key("set", create: .once)
            _ = try race(2, ["rotate"] + arguments + ["set", "10"])
            let set: KeySet = try await vault.key("set")
            #expect(set.ids.count == 21)
        }
    }

    /// Killed at a random moment of a write of large values: what was acknowledged is there or a newer one, the vault opens, garbage goes.
    @Test func aKillLeavesTheOldValueOrTheNew() async throws {
        try await withWorkers { vault, arguments, files in
            var random = SystemRandomNumberGenerator()
            var acknowledged = 0
            for round in 0..<40 {
                let worker = try start(["write"] + arguments + ["item"])
                let reader = worker.output.fileHandleForReading
                var text = Data()
                let wanted = Int.random(in: 1...6, using: &random)
                while text.filter({ $0 == 0x0A }).count < wanted, let more = try reader.read(upToCount: 1), !more.isEmpty { text += more }
                usleep(UInt32.random(in: 0...3000, using: &random))
                kill(worker.process.processIdentifier, SIGKILL)
                text += reader.readDataToEndOfFile()
                worker.process.waitUntilExit()
                acknowledged = try #require(String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { Int($0) }.last)
                let value = try await vault.read("item")
                let bytes = value.withBytes { span in
                    (0..<span.byteCount).map { unsafe span.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
                }
                let number = bytes.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
                #expect(number == acknowledged || number == acknowledged + 1, "round \(round)")
                let isWhole = (8..<bytes.count).allSatisfy { bytes[$0] == UInt8(truncatingIfNeeded: number &* 31 &+ $0) }
                #expect(isWhole, "round \(round)")
            }
            try await vault.sweep()
            #expect(LargeValueTests.files(in: files).count <= 1, "garbage is swept")
            _ = try await vault.read("item")
        }
    }
}
