import FuzzRunner
import MerlonCore
import MerlonPinning

let lint = PinLint(now: WallTime(seconds: 1_796_000_000))

// An Info.plist, its NSAppTransportSecurity or its NSPinnedDomains, in any format of property lists.
fuzz { bytes in
    let findings = lint.check(file: bytes)
    guard let policy = try? PinningPolicy(infoPlist: bytes) else { return }
    precondition(policy.pinSets.allSatisfy { Set($0.pins.map(\.digest)).count >= 2 }, "a set without a backup")
    if bytes.first != UInt8(ascii: "{") {
        let errors: [PinLintFinding.Kind] = [.malformed, .invalidPin, .invalidHost, .backupMissing, .publicSuffix, .duplicateHost]
        precondition(!findings.contains { errors.contains($0.kind) }, "the lint is stricter")
    }
    if let list = try? policy.pinnedDomains() {
        precondition((try? PinningPolicy(pinnedDomains: list)) == policy, "what was written reads as something else")
    }
    precondition((try? PinningPolicy(json: policy.json)) == policy, "as JSON it is another policy")
}
