import CAllocationCounter
import Foundation
import MerlonAuth
import MerlonCore
import MerlonCrypto

/// Measures how fast tokens are verified and prints a line `NAME VALUE` for each figure; Benchmarks/jwt runs it beside other software.
///
/// `TokenBenchmark SECONDS FILE`: how long each figure is measured; the file has one JSON object, with a key set in `keys` and a token for each
/// algorithm in `tokens`, which the other software verifies, too.
let span = Double(CommandLine.arguments.dropFirst().first ?? "") ?? 0.5
let input = try JSONValue(parsing: Array(try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[2]))))

/// How often `body` runs in a second of processor time. POSIX has clock() count microseconds.
func rate(_ body: () throws -> Void) rethrows -> Double {
    for _ in 0..<200 { try body() }
    let start = Double(clock()) / 1e6
    var runs = 0
    var batch = 16
    while Double(clock()) / 1e6 - start < span {
        for _ in 0..<batch { try body() }
        runs += batch
        batch = min(batch * 2, 1024)
    }
    return Double(runs) / (Double(clock()) / 1e6 - start)
}

guard let tokens = input["tokens"]?.object, let keys = input["keys"]?.object else { throw AuthError(.malformed, "no tokens") }
for (algorithm, token) in tokens.sorted(by: { $0.key < $1.key }) {
    guard let token = token.string, let key = keys[algorithm] else { throw AuthError(.malformed, "no token") }
    let verifier = TokenVerifier(
        keys: try JSONWebKeySet([try JSONWebKey(parsing: key.serialized()).verificationKey()]),
        policy: TokenPolicy(issuer: "https://id.example.com", audience: "https://api.example.com"))
    var expiries: Int64 = 0
    func verify() throws { expiries &+= try verifier.verify(token).registered.expiry?.seconds ?? 0 }
    print("\(algorithm)-verify", try rate(verify))
    let before = allocation_count()
    for _ in 0..<1000 { try verify() }
    print("\(algorithm)-allocations", Double(allocation_count() - before) / 1000)
    guard expiries > 0 else { throw AuthError(.backendFailure, "nothing was verified") }
}

try measureBareLibrary()
