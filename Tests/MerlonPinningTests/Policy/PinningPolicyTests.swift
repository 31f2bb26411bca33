import MerlonCore
import MerlonPinning
import PinningConformance
import TestSupport
import Testing

@Suite struct PinningPolicyTests {
    static let a = Pin(.publicKey, PinDigest(hashing: [1]))
    static let b = Pin(.publicKey, PinDigest(hashing: [2]))

    @Test func oneOrTwoTimesTheSamePinIsNoSet() throws {
        let host = try HostName("example.org")
        for pins in [
            [], [Self.a], [Self.a, Self.a], [Self.a, Pin(.publicKey, Self.a.digest, at: .leaf)],
            [Self.a, Pin(.certificate, Self.a.digest)],
        ] {
            #expect(throws: PinningError(.backupPinMissing, "")) { try PinSet(host: host, pins: pins) }
        }
        let leaves = [Pin(.publicKey, Self.a.digest, at: .leaf), Pin(.publicKey, Self.b.digest, at: .leaf)]
        #expect(throws: PinningError(.backupPinMissing, "")) {
            try PinSet(host: host, pins: leaves + [Pin(.publicKey, Self.a.digest, at: .authority)], requiring: .leafAndAuthority)
        }
        #expect(throws: PinningError(.limitExceeded, "")) {
            try PinSet(host: host, pins: (0..<33).map { Pin(.publicKey, PinDigest(hashing: [UInt8($0)])) })
        }
    }

    static let suffixes: [(String, Bool)] = [
        ("com", true), ("example.com", false), ("co.uk", true), ("example.co.uk", false), ("github.io", true), ("me.github.io", false),
        ("ck", true), ("anything.ck", true), ("www.ck", false), ("a.anything.ck", false), ("kawasaki.jp", true), ("foo.kawasaki.jp", true),
        ("city.kawasaki.jp", false), ("xn--55qx5d.cn", true), ("nosuchtld", true), ("a.nosuchtld", false), ("localhost", true),
        ("compute.amazonaws.com", true), ("s3.amazonaws.com", true), ("xn--p1ai", true),
    ]

    @Test func subdomainsOfPublicSuffixesAreRefused() throws {
        for (name, isSuffix) in Self.suffixes {
            let result = Result { () throws(PinningError) in try PinSet(name, Self.a, backup: Self.b, includingSubdomains: true) }
            if isSuffix {
                #expect(throws: PinningError(.publicSuffix, ""), "\(name)") { try result.get() }
            } else {
                #expect(throws: Never.self, "\(name)") { try result.get() }
            }
            // Without subdomains every name may be pinned.
            #expect(throws: Never.self) { try PinSet(name, Self.a, backup: Self.b) }
        }
        #expect(throws: PinningError(.invalidArgument, "")) { try PinSet("127.0.0.1", Self.a, backup: Self.b, includingSubdomains: true) }
    }

    @Test func theNearestSetSpeaksForAHost() throws {
        let policy = try PinningPolicy([
            PinSet("example.org", Self.a, backup: Self.b, includingSubdomains: true, excluding: ["open.example.org"]),
            PinSet("deep.example.org", Self.b, backup: Self.a), PinSet("127.0.0.1", Self.a, backup: Self.b),
        ])
        let table: [(String, String?)] = [
            ("example.org", "example.org"), ("www.Example.org.", "example.org"), ("a.b.c.example.org", "example.org"),
            ("deep.example.org", "deep.example.org"), ("x.deep.example.org", "example.org"), ("open.example.org", nil),
            ("x.open.example.org", nil), ("xopen.example.org", "example.org"), ("notexample.org", nil), ("org", nil),
            ("127.0.0.1", "127.0.0.1"),
            ("127.0.0.2", nil),
        ]
        for (name, set) in table { #expect(try policy.pinSet(for: HostName(name))?.host.description == set, "\(name)") }
        #expect(throws: PinningError(.duplicateHost, "")) {
            try PinningPolicy([PinSet("example.org", Self.a, backup: Self.b), PinSet("EXAMPLE.org.", Self.b, backup: Self.a)])
        }
        #expect(throws: PinningError(.invalidArgument, "")) {
            try PinSet("example.org", Self.a, backup: Self.b, includingSubdomains: true, excluding: ["other.org"])
        }
        #expect(throws: PinningError(.invalidArgument, "")) {
            try PinSet("example.org", Self.a, backup: Self.b, excluding: ["x.example.org"])
        }
        #expect(throws: PinningError(.invalidArgument, "")) { try PinningPolicy([], anchors: .only([])) }
    }

    @Test func evaluation() throws {
        let pki = try TestPKI.shared.get()
        let host = try HostName("localhost")
        let chain = try ValidatedChain(validatedByPlatform: pki.chain("good") + [pki.certificate("root")], for: host)
        let now = SystemTimeSource().wallTime
        let evaluate = { (pins: [String]) in try pki.policy(pins).evaluate(chain, host: host, now: now) }
        let accepted = try evaluate(["inter@ca"])
        #expect((accepted.decision, accepted.reason, accepted.match?.index) == (.accept, .pinMatched, 1))
        let refused = try evaluate(["root2"])
        #expect((refused.decision, refused.reason, refused.match) == (.reject, .noPinMatched, nil))
        #expect(refused.explanation.contains(try pki.certificate("good").publicKeyDigest.base64), "the evidence says what was there")

        let other = try pki.policy(["inter"]).evaluate(chain, host: HostName("other.test"), now: now)
        #expect((other.decision, other.reason) == (.reject, .chainForOtherHost))
        let unlisted = try pki.policy(host: "example.org", ["inter"])
        #expect(
            unlisted.evaluate(chain, host: host, now: now).reason == .hostNotPinned
                && !unlisted.evaluate(chain, host: host, now: now).isAccepted)

        // A leaf and an authority, where both are asked for.
        let both = { (leaf: String, authority: String) throws -> Evaluation in
            let unused = TestPKI.unused.digest
            let client = try pki.certificate("client").publicKeyDigest
            let pins = [
                try pki.pin(leaf), Pin(.publicKey, unused, at: .leaf), try pki.pin(authority), Pin(.publicKey, client, at: .authority),
            ]
            return try PinningPolicy([PinSet(host: host, pins: pins, requiring: .leafAndAuthority)]).evaluate(chain, host: host, now: now)
        }
        #expect(try both("good@leaf", "root@ca").isAccepted)
        #expect(try !both("good@leaf", "root2@ca").isAccepted)
        #expect(try !both("rotated-leaf@leaf", "root@ca").isAccepted)

        // Both sides of the moment of expiry.
        let expiry = PinSet.Expiry(now)
        let expiring = try pki.policy(["inter"], expiry: expiry)
        #expect(expiring.evaluate(chain, host: host, now: WallTime(seconds: now.seconds - 1)).decision == .accept)
        #expect(expiring.evaluate(chain, host: host, now: now).reason == .pinsExpired)
    }

    @Test func chainsAreBounded() throws {
        let pki = try TestPKI.shared.get()
        let certificate = try pki.certificate("good")
        let host = try HostName("localhost")
        for count in [33, 1000] {
            #expect(throws: PinningError(.limitExceeded, "")) {
                try ValidatedChain(validatedByPlatform: Array(repeating: certificate, count: count), for: host)
            }
        }
        #expect(throws: PinningError(.invalidArgument, "")) { try ValidatedChain(validatedByPlatform: [], for: host) }
    }
}
