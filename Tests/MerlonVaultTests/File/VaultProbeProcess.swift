import Foundation
import MerlonCore
import MerlonVault
import TestSupport

/// The probe as a child process: commands in, lines out.
final class VaultProbeProcess {
    /// What one run did.
    struct Run: Sendable {
        /// The steps that were acknowledged, and those that failed, with the code.
        var acknowledged: [Int] = []
        var failed: [Int: String] = [:]
        /// How many calls changed files; `nil` when the run was ended before it could say.
        var calls: Int?
        /// Why the vault did not open.
        var closed: String?
        /// The exit status, or 256 and the signal.
        var status = 0
        /// Other lines.
        var notes: [String] = []
    }

    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var buffer = Data()

    init() throws {
        process.executableURL = BuiltProducts.executable("VaultProbe")
        process.standardInput = input
        process.standardOutput = output
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        try process.start()
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Starts a command.
    func send(_ command: String) throws { try input.fileHandleForWriting.write(contentsOf: Data((command + "\n").utf8)) }

    /// Reads what the command did, to its end.
    func finish() throws -> Run {
        var run = Run()
        while let line = try nextLine() {
            let words = line.split(separator: " ").map(String.init)
            let number = words.count > 1 ? Int(words[1]) ?? -1 : -1
            switch words.first {
            case "ack": run.acknowledged.append(number)
            case "error": run.failed[number] = words.last ?? ""
            case "calls": run.calls = number
            case "closed": run.closed = words.last
            case "end":
                run.status = number
                return run
            default: run.notes.append(line)
            }
        }
        throw CocoaError(.fileReadUnknown)
    }

    private func nextLine() throws -> String? {
        while true {
            if let end = buffer.firstIndex(of: 0x0A) {
                let line = String(decoding: buffer[..<end], as: UTF8.self)
                buffer.removeSubrange(...end)
                return line
            }
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { return nil }
            buffer += more
        }
    }
}

/// What a vault really holds, in the terms of the model; throws when anything in it is damaged.
func contents(of store: FileStore) async throws -> VaultModel {
    var model = VaultModel()
    let verification = try await store.verify()
    guard verification.isSound else { throw VaultError(.corrupted, "\(verification.problems)") }
    for space in 0..<3 {
        let namespace = try Namespace("app\(space)", environment: .production)
        for key in try await store.keys(in: namespace) {
            let bytes = try await store.read(key, prompt: nil)
            let text = unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
            let value = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? -1
            guard unsafe bytes.withUnsafeBytes({ unsafe $0.elementsEqual(VaultScript.bytes(value)) }) else {
                throw VaultError(.corrupted, "\(key.name) holds no value of the script.")
            }
            model.values[VaultModel.Item(space: space, item: Int(key.name.dropFirst(5)) ?? -1)] = value
        }
    }
    return model
}
