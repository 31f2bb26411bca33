/// Tokens that are known by how they begin. Sources: the issuers' documentation of their formats.
///
/// The audit's detector knows exact lengths, since a false finding costs a person's time. A log is masked with the least length instead:
/// formats grow, and a token that slips through cannot be taken back.
struct KnownToken: Sendable {
    /// How it begins.
    let head: StaticString
    /// Least number of characters behind the head.
    let minimum: Int
    /// The head is a label: it stays readable.
    var isLabel = false

    static let all: [KnownToken] = [
        KnownToken(head: "AKIA", minimum: 16), KnownToken(head: "ASIA", minimum: 16),
        KnownToken(head: "AIza", minimum: 30), KnownToken(head: "GOCSPX-", minimum: 20), KnownToken(head: "ya29.", minimum: 20),
        KnownToken(head: "dop_v1_", minimum: 32), KnownToken(head: "hvs.", minimum: 20), KnownToken(head: "hf_", minimum: 30),
        KnownToken(head: "sk_live_", minimum: 16), KnownToken(head: "sk_test_", minimum: 16),
        KnownToken(head: "rk_live_", minimum: 16), KnownToken(head: "rk_test_", minimum: 16), KnownToken(head: "whsec_", minimum: 16),
        KnownToken(head: "sq0atp-", minimum: 20), KnownToken(head: "sq0csp-", minimum: 20), KnownToken(head: "shpat_", minimum: 24),
        KnownToken(head: "xoxb-", minimum: 20), KnownToken(head: "xoxp-", minimum: 20), KnownToken(head: "xoxa-", minimum: 20),
        KnownToken(head: "xoxr-", minimum: 20), KnownToken(head: "xoxs-", minimum: 20), KnownToken(head: "xapp-", minimum: 20),
        KnownToken(head: "SG.", minimum: 40),
        KnownToken(head: "ghp_", minimum: 30), KnownToken(head: "gho_", minimum: 30), KnownToken(head: "ghu_", minimum: 30),
        KnownToken(head: "ghs_", minimum: 30), KnownToken(head: "ghr_", minimum: 30), KnownToken(head: "github_pat_", minimum: 30),
        KnownToken(head: "glpat-", minimum: 16), KnownToken(head: "npm_", minimum: 30), KnownToken(head: "pypi-AgE", minimum: 30),
        KnownToken(head: "sk-proj-", minimum: 20), KnownToken(head: "sk-ant-", minimum: 20), KnownToken(head: "sk-", minimum: 40),
        KnownToken(head: "AGE-SECRET-KEY-1", minimum: 40),
        KnownToken(head: "Bearer ", minimum: 16, isLabel: true), KnownToken(head: "bearer ", minimum: 16, isLabel: true),
        KnownToken(head: "Basic ", minimum: 16, isLabel: true),
    ]

    /// The first two bytes of the heads and of a web token.
    static let beginnings: [(UInt8, UInt8)] = all.map { unsafe ($0.head.utf8Start[0], $0.head.utf8Start[1]) } + [(0x65, 0x79)]

    /// The known tokens by first byte.
    static let byFirstByte: [[KnownToken]] = (0...255).map { byte in all.filter { unsafe $0.head.utf8Start[0] == byte } }

    /// The range of the token that begins at `start`, if one does.
    static func range(in bytes: LogBytes, at start: Int) -> Range<Int>? {
        for token in byFirstByte[Int(bytes[start])] where bytes.has(token.head, at: start) {
            let body = start + token.head.utf8CodeUnitCount
            var end = bytes.end(ofClass: LogClass.base64URL | LogClass.name, from: body)
            if token.isLabel {
                // Basic and opaque Bearer credentials are Base64 of either kind (RFC 6750, 2.1; RFC 7617).
                while [UInt8](arrayLiteral: 0x2B, 0x2F, 0x7E, 0x3D).contains(bytes[end]) || bytes.isClass(LogClass.name, at: end) {
                    end += 1
                }
                // Words of a sentence ("Basic authentication-scheme …") have no digit and no capital behind their first letter.
                let isCredential = (body + 1..<max(end, body + 1)).contains { bytes.isClass(LogClass.digit | LogClass.upper, at: $0) }
                if end - body >= token.minimum, isCredential { return body..<end }
            } else if end - body >= token.minimum {
                return start..<end
            }
        }
        return nil
    }
}
