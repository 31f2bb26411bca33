import CAllocationCounter
import Foundation
import MerlonCore
import MerlonCrypto

/// Measures MerlonCrypto and prints a line `NAME VALUE` for each figure; Benchmarks/crypto runs it beside `openssl speed`.
///
/// `CryptoBenchmark SECONDS [nonces|SIZE]`: how long each figure is measured; with `nonces` also that no nonce repeats; with a number of bytes
/// only sealing messages of that size, for a profiler.
let span = Double(CommandLine.arguments.dropFirst().first ?? "") ?? 0.5

/// Processor time of this process in seconds, as `openssl speed` counts too: what else runs on the machine does not matter. POSIX has clock()
/// count microseconds.
func processorSeconds() -> Double { Double(clock()) / 1e6 }

/// How often `body` runs in a second of processor time.
func rate(_ body: () throws -> Void) rethrows -> Double {
    for _ in 0..<50 { try body() }
    let start = processorSeconds()
    var runs = 0
    var batch = 1
    while processorSeconds() - start < span {
        for _ in 0..<batch { try body() }
        runs += batch
        batch = min(batch * 2, 4096)
    }
    return Double(runs) / (processorSeconds() - start)
}

func report(_ name: String, _ value: Double) { print(name, value) }

let context: SealingContext = "benchmark"
if let size = CommandLine.arguments.dropFirst(2).first.flatMap({ Int($0) }) {
    let (key, message) = (try SealingKey.generate(), try SystemEntropy().bytes(count: size))
    var length = 0
    report("aes256GCM-seal-\(size)", try rate { length += try key.seal(message, context: context).count })
    exit(length > 0 ? 0 : 1)
}
for algorithm in SealingAlgorithm.allCases {
    let key = try SealingKey.generate(algorithm)
    for size in [64, 16 << 10, 1 << 20] {
        let message = try SystemEntropy().bytes(count: size)
        var length = 0
        let seals = try rate { length += try key.seal(message, context: context).count }
        let sealed = try key.seal(message, context: context)
        let opens = try rate { length += try key.open(sealed, context: context).count }
        report("\(algorithm)-seal-\(size)", seals)
        report("\(algorithm)-open-\(size)", opens)
        let before = allocation_count()
        for _ in 0..<1000 { length += try key.seal(message, context: context).count }
        // Read before anything is written: putting a name together allocates too.
        let allocations = allocation_count() - before
        report("\(algorithm)-allocations-\(size)", Double(allocations) / 1000)
        guard length > 0 else { throw CryptoError(.backendFailure, "Nothing was sealed.") }
    }
}
let hash = HashAlgorithm.sha256
let block = try SystemEntropy().bytes(count: 16 << 10)
report("sha256-16384", rate { _ = hash.digest(of: block) })
let derivation = try DerivationKey.generate()
report("derive", try rate { _ = try derivation.secret("benchmark") })
for algorithm in [SignatureAlgorithm.ed25519, .ecdsaP256] {
    let key = try SoftwareSigningKey.generate(algorithm)
    let digest = hash.digest(of: block)
    let signature = try key.signWithoutContext(digest)
    report("verify-\(algorithm.rawValue)", try rate { try key.verifyingKey.verifyWithoutContext(signature, of: digest) })
}

/// How many of ten million messages have the salt and nonce of another: eight bytes of a mix of both stand for each.
func repeatedNonces() throws -> Int {
    let key = try SealingKey.generate()
    var seen = [UInt64](repeating: 0, count: 10_000_000)
    for index in seen.indices {
        let sealed = try key.seal([0], context: context)
        // Salt and nonce stand at 6 ..< 34: words at 6, 14, 22 and 26 cover both.
        seen[index] = [6, 14, 22, 26].reduce(0) { mix, start in
            mix &* 0x9E37_79B9_7F4A_7C15 ^ sealed[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
        }
    }
    seen.sort()
    return zip(seen, seen.dropFirst()).filter { $0 == $1 }.count
}
if CommandLine.arguments.contains("nonces") { report("repeated-nonces", Double(try repeatedNonces())) }
