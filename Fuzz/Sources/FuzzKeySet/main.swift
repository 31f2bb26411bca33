import FuzzRunner
import MerlonAuth

let token = "eyJhbGciOiJFUzI1NiIsImtpZCI6ImsifQ.e30." + String(repeating: "A", count: 86)

fuzz { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    guard let set = try? JSONWebKeySet(parsing: text) else { return }
    precondition(set.keys.count + set.skipped.count <= JSONWebKeySet.maximumCount, "more keys than are allowed")
    precondition(!set.keys.contains { $0.algorithm.isSymmetric }, "a secret of a public set")
    precondition(
        (try? TokenVerifier(keys: set, policy: TokenPolicy(issuer: "i", audience: "a")).verify(token)) == nil,
        "a signature of zeros is taken")
}
