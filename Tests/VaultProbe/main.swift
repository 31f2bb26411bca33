import CVaultProbe
import Dispatch
import Foundation
import MerlonCore
import MerlonVault
import TestSupport

/// A process that changes a vault and is killed in the middle, for tests. Reads commands from standard input, one a line; for each it forks a child,
/// which says `ack N` after step N, `error N CODE` when it failed, and `calls N` at its end; then the parent says `end STATUS`.
///
///     run PATH KEYFILE SEED COUNT DELAY FAULT CALL ERROR STOP
///
/// SEED 0 is the script of every kind of step; DELAY is when the child is killed, in microseconds, or -1; FAULT, CALL and ERROR are as in
/// `vault_arm`; STOP 1 ends the script at the first failure.
///
///     contend PATH KEYFILE NAME TASKS COUNT
///
/// Many tasks write items of their own, and one that they share.
func say(_ line: String) { unsafe vault_say(line + "\n") }

func namespace(_ space: Int) throws(VaultError) -> Namespace { try Namespace("app\(space)", environment: .production) }

func perform(_ step: VaultScript.Step, _ store: FileStore, _ key: KeyFileProtector) async throws {
    switch step {
    case .write(let space, let item, let value):
        try await store.write(
            SecretBytes(copying: VaultScript.bytes(value)), for: ItemKey("item \(item)", in: namespace(space)), policy: .thisDevice())
    case .remove(let space, let item):
        let key = try ItemKey("item \(item)", in: namespace(space))
        if try await store.contains(key) { try await store.remove(key) }
    case .wipe(let space): try await store.removeAll(in: namespace(space))
    case .rotate: try await store.rotateMasterKey([key])
    }
}

func run(_ words: [String]) async {
    let numbers = words.dropFirst(3).compactMap { Int($0) }
    let key = KeyFileProtector(path: words[2])
    let script = numbers[0] == 0 ? VaultScript.everyKind : VaultScript(seed: UInt64(numbers[0]), count: numbers[1])
    if numbers[3] != 0 || numbers[4] != 0 {
        vault_arm(vault_fault(UInt32(numbers[3])), numbers[4], Int32(numbers[5]))
    } else {
        vault_arm(vault_fault_none, 0, 0)
    }
    do {
        let store = try await FileStore.open(at: words[1], with: [key])
        for (index, step) in script.steps.enumerated() {
            do {
                try await perform(step, store, key)
                say("ack \(index)")
            } catch {
                say("error \(index) \((error as? VaultError)?.code.description ?? "unknown")")
                if numbers[6] == 1 { break }
            }
        }
    } catch { say("closed \(error.code)") }
    say("calls \(vault_calls())")
}

func contend(_ words: [String]) async {
    let (tasks, count) = (Int(words[4]) ?? 0, Int(words[5]) ?? 0)
    do {
        let store = try await FileStore.open(at: words[1], with: [KeyFileProtector(path: words[2])], patience: .seconds(30))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<tasks {
                group.addTask {
                    for index in 0..<count {
                        let own = try ItemKey("\(words[3]) \(task) \(index % 3)", in: namespace(0))
                        try await store.write(SecretBytes(copying: VaultScript.bytes(index)), for: own, policy: .thisDevice())
                        try await store.write(
                            SecretBytes(copying: VaultScript.bytes(index)), for: ItemKey("shared", in: namespace(1)), policy: .thisDevice())
                        guard try await store.read(own, prompt: nil) == SecretBytes(copying: VaultScript.bytes(index)) else {
                            throw VaultError(.corrupted, "Another value came back.")
                        }
                        _ = try await store.read(ItemKey("shared", in: namespace(1)), prompt: nil)
                        if index % 4 == 0 { _ = try await store.keys(in: namespace(0)) }
                    }
                }
            }
            try await group.waitForAll()
        }
        say("done")
    } catch { say("failed \(error)") }
}

while let line = readLine() {
    let words = line.split(separator: " ").map(String.init)
    let child = vault_fork()
    if child == 0 {
        // The parent has started no thread yet, so the child can start all that it wants.
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            if words[0] == "run" { await run(words) } else { await contend(words) }
            done.signal()
        }
        done.wait()
        _exit(0)
    }
    let delay = words[0] == "run" ? Int(words[5]) ?? -1 : -1
    say("end \(vault_end(child, delay))")
}
