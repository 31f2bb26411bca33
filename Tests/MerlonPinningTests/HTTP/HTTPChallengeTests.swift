import MerlonPinning
import Testing

@Suite struct HTTPChallengeTests {
    static let good: [(String, [HTTPChallenge])] = [
        ("Basic realm=\"a\"", [.init(scheme: "basic", realm: "a")]), ("NTLM", [.init(scheme: "ntlm")]),
        ("BASIC Realm = \"a, b\\\"=\"", [.init(scheme: "basic", realm: "a, b\"=")]),
        (
            "Negotiate, NTLM, Digest qop=\"auth, auth-int\", realm=\"d\", nonce=x, Basic realm=b",
            [.init(scheme: "negotiate"), .init(scheme: "ntlm"), .init(scheme: "digest", realm: "d"), .init(scheme: "basic", realm: "b")]
        ),
        ("NTLM TlRMTVNTUAACAAAA+/==, Basic realm=\"x\"", [.init(scheme: "ntlm"), .init(scheme: "basic", realm: "x")]),
        (", ,Bearer error=\"invalid_token\",", [.init(scheme: "bearer")]), ("", []), ("Basic realm=", [.init(scheme: "basic")]),
        ("Digest realm=\"\"", [.init(scheme: "digest", realm: "")]),
        (String(repeating: "A,", count: HTTPChallenge.maximumChallenges), Array(repeating: .init(scheme: "a"), count: 16)),
    ]

    static let unreadable: [String] = [
        "Basic realm=\"a", "Basic realm=\"a\\", "=\"x\"", "\"Basic\"", "Basic (x)", "B\u{E4}sic", "Basic realm=a, realm=b",
        "Basic realm=\"a\"\u{0}", String(repeating: "A,", count: HTTPChallenge.maximumChallenges + 1),
        "Basic realm=\"" + String(repeating: "a", count: HTTPChallenge.maximumByteCount) + "\"",
    ]

    @Test func challengesAreTakenApart() {
        for (field, expected) in Self.good { #expect(HTTPChallenge.challenges(in: field) == expected, "\(field)") }
        for field in Self.unreadable { #expect(HTTPChallenge.challenges(in: field).isEmpty, "\(field.prefix(60))") }
    }
}
