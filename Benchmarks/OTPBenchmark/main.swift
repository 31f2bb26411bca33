import CAllocationCounter
import Foundation
import MerlonAuth
import MerlonCore

/// Measures one-time passwords and prints a line `NAME VALUE` for each figure; Benchmarks/otp runs it beside pyotp and oathtool.
///
/// `OTPBenchmark SECONDS`: how long each figure is measured.
let span = Double(CommandLine.arguments.dropFirst().first ?? "") ?? 0.5

func report(_ name: String, _ value: Double) { print(name, value) }

/// Nanoseconds of processor time that `body` takes.
func cost(_ body: (UInt64) throws -> Void) rethrows -> Double {
    for index in 0..<200 { try body(UInt64(index)) }
    let start = clock()
    var runs: UInt64 = 0
    while Double(clock() - start) < span * 1e6 {
        for _ in 0..<1000 {
            try body(runs)
            runs += 1
        }
    }
    return Double(clock() - start) * 1e3 / Double(runs)
}

var sum: UInt64 = 0
for algorithm in OTPAlgorithm.allCases {
    let hotp = HOTP(secret: try OTPSecret.generate(for: algorithm), algorithm: algorithm)
    report("code-\(algorithm.rawValue)", try cost { sum &+= UInt64(try hotp.code(at: $0).text.utf8.count) })
    let before = allocation_count()
    for index: UInt64 in 0..<1000 { sum &+= UInt64(try hotp.code(at: index).format.length) }
    report("allocations-\(algorithm.rawValue)", Double(allocation_count() - before) / 1000)
}

/// Keeps nothing: what is left is the verifier's own work.
struct NoStore: OTPReplayStore {
    func compareAndSet(_ key: String, expected: [UInt8]?, new: [UInt8]?) async throws(AuthError) -> [UInt8]? { expected }
}

/// A clock that stands.
struct Standing: TimeSource {
    let wallTime = WallTime(seconds: 1_800_000_000)
    let monotonicTime = MonotonicTime(nanoseconds: 0)
}

let totp = TOTP(secret: try OTPSecret.generate())
let right = try totp.code(at: Standing().wallTime).text

func verifications(_ store: any OTPReplayStore, tasks: Int, seconds: Double, of user: String = "a") async throws -> (
    rate: Double, cost: Double
) {
    let verifier = OTPVerifier(store: store, clock: Standing())
    let (start, processor) = (SystemTimeSource().monotonicTime, clock())
    let end = start + TimeSpan(nanoseconds: Int64(seconds * 1e9))
    let done = try await withThrowingTaskGroup(of: Int.self) { group in
        for task in 0..<tasks {
            group.addTask {
                var count = 0
                repeat {
                    // An account a verification: each is accepted and changes a record.
                    for _ in 0..<4 {
                        _ = try await verifier.verify(right, totp: totp, account: "\(user)-\(task)-\(count)")
                        count += 1
                    }
                } while SystemTimeSource().monotonicTime < end
                return count
            }
        }
        return try await group.reduce(0, +)
    }
    let passed = (SystemTimeSource().monotonicTime - start).inSeconds
    return (Double(done) / passed, Double(clock() - processor) * 1e3 / Double(done))
}

report("verify", try await verifications(NoStore(), tasks: 1, seconds: span).cost)
report("memory-rate", try await verifications(MemoryReplayStore(), tasks: 1, seconds: span).rate)
report("sqlite-memory-rate", try await verifications(SQLiteReplayStore.inMemory(), tasks: 1, seconds: span).rate)
let folder = FileManager.default.temporaryDirectory.appendingPathComponent("merlon-otp-bench-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
let durable = try SQLiteReplayStore(path: folder.appendingPathComponent("replay.sqlite").path)
report("sqlite-durable-rate", try await verifications(durable, tasks: 512, seconds: max(2, span)).rate)
report("sqlite-durable-alone-rate", try await verifications(durable, tasks: 1, seconds: span, of: "b").rate)
try? FileManager.default.removeItem(at: folder)

report(
    "timing-t",
    try Timing(hotp: totp.hotp).leak { hotp, code, first in
        let candidates = OTPCandidates(around: first + 1, radius: 1)
        return try candidates.match(code, then: nil, hotp, lastFactor: nil).fresh ?? 0
    })
// What stops at the first match, as many verifiers do: the test must see this.
report(
    "timing-t-of-early-exit",
    try Timing(hotp: totp.hotp).leak { hotp, code, first in
        for counter in first...first + 2 where try OTPFormat.sixDigits.value(entered: hotp.code(at: counter).text) == code {
            return counter
        }
        return 0
    })
guard sum > 0 else { exit(1) }
