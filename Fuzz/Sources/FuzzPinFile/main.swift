import FuzzRunner
import MerlonCore
import MerlonPinning

let lint = PinLint(now: WallTime(seconds: 1_796_000_000))

fuzz { bytes in
    _ = lint.check(file: bytes)
    if let policy = try? PinningPolicy(json: bytes) {
        precondition((try? PinningPolicy(json: policy.json)) == policy, "what was written reads as something else")
        precondition(
            !lint.check(policy).contains { [.malformed, .invalidPin, .invalidHost, .backupMissing].contains($0.kind) },
            "the lint is stricter")
    }
    if let policy = try? PinningPolicy(infoPlist: bytes), let list = try? policy.pinnedDomains() {
        precondition((try? PinningPolicy(pinnedDomains: list)) == policy, "what was written reads as something else")
    }
}
