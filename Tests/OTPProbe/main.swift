import Foundation
import MerlonAuth
import MerlonCore

/// A process that submits codes to a store, for tests that count what is accepted and that kill it.
///
///     OTPProbe race STORE THREADS          at each round's number on standard input, submits that round's code from so many threads at once
///                                          and prints how many were accepted; STORE is a path, `memory` or `sqlite`, and is opened at the
///                                          first round; an empty line before it is answered with one, so that all can be told it at once
///     OTPProbe submit PATH ROUND           submits one code and prints `accepted` or the error
///     OTPProbe die PATH ROUND              as submit, but kills itself between the store's exchange and the answer
let arguments = CommandLine.arguments.dropFirst()
let secret = try OTPSecret(bytes: SecretBytes(copying: Array("12345678901234567890".utf8)))
let totp = TOTP(secret: secret)

/// A clock that stands still in the middle of a round's step.
struct RoundClock: TimeSource {
    let round: Int64
    var wallTime: WallTime { WallTime(seconds: 1_800_000_015 + 30 * round) }
    var monotonicTime: MonotonicTime { MonotonicTime(nanoseconds: 0) }
}

/// Ends the process when a record was exchanged, before anybody is told.
struct DeadlyStore: OTPReplayStore {
    let inner: any OTPReplayStore
    func compareAndSet(_ key: String, expected: [UInt8]?, new: [UInt8]?) async throws(AuthError) -> [UInt8]? {
        let there = try await inner.compareAndSet(key, expected: expected, new: new)
        if new != nil, there == expected { kill(getpid(), SIGKILL) }
        return there
    }
}

func store(_ name: String) throws -> any OTPReplayStore {
    switch name {
    case "memory": MemoryReplayStore()
    case "sqlite": try SQLiteReplayStore.inMemory()
    default: try SQLiteReplayStore(path: name)
    }
}

func submit(_ store: any OTPReplayStore, _ round: Int64) async -> String {
    do throws(AuthError) {
        let clock = RoundClock(round: round)
        let verifier = OTPVerifier(store: store, clock: clock)
        _ = try await verifier.verify(totp.code(at: clock.wallTime).text, totp: totp, account: "zoe")
        return "accepted"
    } catch { return "\(error.code)" }
}

func say(_ line: String) {
    print(line)
    fflush(nil)
}

switch arguments.first {
case "race":
    let threads = ThreadPool(count: Int(arguments[3]) ?? 64)
    var opened: (any OTPReplayStore)?
    while let line = readLine() {
        guard let round = Int64(line) else {
            say("")
            continue
        }
        let shared = try opened ?? store(arguments[2])
        opened = shared
        let outcomes = threads.run { await submit(shared, round) }
        let strange = Set(outcomes).subtracting(["accepted", "authentication-failed"])
        say(strange.isEmpty ? "\(outcomes.filter { $0 == "accepted" }.count)" : "\(strange)")
    }
case "submit": print(await submit(try store(arguments[2]), Int64(arguments[3]) ?? 0))
case "die": print(await submit(DeadlyStore(inner: try store(arguments[2])), Int64(arguments[3]) ?? 0))
default: exit(2)
}
