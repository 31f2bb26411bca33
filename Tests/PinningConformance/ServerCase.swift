public import MerlonPinning
public import TestSupport
public import Testing

/// What must become of a connection to each site under each policy, for every transport.
public struct ServerCase: Sendable, CustomTestStringConvertible {
    /// What must become of it.
    public enum Expectation: Sendable, Equatable {
        case accepted
        case refused(PinningError.Code)
    }

    public var site: String
    public var pins: [String]
    public var expected: Expectation
    public var anchors = ["root", "root2"]
    public var mode = PinSet.Mode.enforce
    public var expiry: (String, PinSet.Expiry.Afterwards)?
    public var host = "localhost"

    public var testDescription: String { "\(site) with \(pins.joined(separator: " ")), trusting \(anchors.joined(separator: " "))" }

    /// All cases.
    public static let table: [ServerCase] = [
        // The pin is at each place of the chain, by key and as a whole.
        .init(site: "good", pins: ["good"], expected: .accepted),
        .init(site: "good", pins: ["good@leaf"], expected: .accepted),
        .init(site: "good", pins: ["inter@ca"], expected: .accepted),
        .init(site: "good", pins: ["root@ca"], expected: .accepted),
        .init(site: "good", pins: ["!good"], expected: .accepted),
        .init(site: "good", pins: ["!root@ca"], expected: .accepted),
        .init(site: "good", pins: ["root@ca"], expected: .accepted, host: "127.0.0.1"),
        // A pin at the wrong place, of another certificate, or of nobody.
        .init(site: "good", pins: ["good@ca"], expected: .refused(.pinMismatch)),
        .init(site: "good", pins: ["inter@leaf"], expected: .refused(.pinMismatch)),
        .init(site: "good", pins: ["rotated-leaf"], expected: .refused(.pinMismatch)),
        .init(site: "good", pins: ["root2"], expected: .refused(.pinMismatch)),
        .init(site: "good", pins: ["!rotated-leaf"], expected: .refused(.pinMismatch)),
        // Rotation.
        .init(site: "rotated-leaf", pins: ["good"], expected: .refused(.pinMismatch)),
        .init(site: "rotated-leaf", pins: ["good", "rotated-leaf"], expected: .accepted),
        .init(site: "rotated-leaf", pins: ["inter@ca"], expected: .accepted),
        .init(site: "rotated-inter", pins: ["inter@ca"], expected: .refused(.pinMismatch)),
        .init(site: "rotated-inter", pins: ["inter@ca", "inter2@ca"], expected: .accepted),
        .init(site: "rotated-inter", pins: ["root@ca"], expected: .accepted),
        // The platform's own verdict comes first: a matching pin never outweighs it.
        .init(site: "expired", pins: ["expired", "inter", "root"], expected: .refused(.untrustedServer)),
        .init(site: "not-yet-valid", pins: ["not-yet-valid", "root"], expected: .refused(.untrustedServer)),
        .init(site: "wrong-host", pins: ["wrong-host", "root"], expected: .refused(.untrustedServer)),
        .init(site: "common-name-only", pins: ["common-name-only", "root"], expected: .refused(.untrustedServer)),
        .init(site: "client-only", pins: ["client-only", "root"], expected: .refused(.untrustedServer)),
        .init(site: "self-signed", pins: ["self-signed"], expected: .refused(.untrustedServer)),
        .init(site: "self-signed", pins: ["self-signed"], expected: .accepted, anchors: ["self-signed"]),
        .init(site: "stranger", pins: ["stranger", "stranger-inter", "stranger-root"], expected: .refused(.untrustedServer)),
        .init(site: "missing-intermediate", pins: ["missing-intermediate", "root"], expected: .refused(.untrustedServer)),
        .init(site: "name-constrained", pins: ["constrained@ca"], expected: .accepted),
        .init(site: "name-excluded", pins: ["name-excluded", "root"], expected: .refused(.untrustedServer)),
        .init(site: "rsa1024", pins: ["rsa1024", "root"], expected: .refused(.untrustedServer)),
        .init(site: "good", pins: ["good", "root"], expected: .refused(.untrustedServer), anchors: ["root2"]),
        // An authority that is trusted and not pinned, and a pinned certificate that is only sent along.
        .init(site: "other-trusted", pins: ["inter@ca", "root@ca"], expected: .refused(.pinMismatch)),
        .init(site: "decoy", pins: ["inter@ca", "root@ca"], expected: .refused(.pinMismatch)),
        // One key, two signers: the key's pin holds, that of the signer who is not on the path does not.
        .init(site: "cross-signed", pins: ["cross@ca"], expected: .accepted),
        .init(site: "cross-signed", pins: ["cross-by-root2@ca"], expected: .accepted, anchors: ["root2"]),
        .init(site: "cross-signed", pins: ["root@ca"], expected: .refused(.pinMismatch), anchors: ["root2"]),
        .init(site: "cross-signed", pins: ["!cross"], expected: .refused(.pinMismatch), anchors: ["root2"]),
        // Kinds of keys: the key is a range of bytes.
        .init(site: "rsa2048", pins: ["rsa2048@leaf"], expected: .accepted),
        .init(site: "rsa4096", pins: ["rsa4096@leaf"], expected: .accepted),
        .init(site: "p384", pins: ["p384@leaf"], expected: .accepted),
        .init(site: "ed25519", pins: ["ed25519@leaf"], expected: .accepted),
        // Versions.
        .init(site: "tls12", pins: ["inter@ca"], expected: .accepted),
        .init(site: "tls11", pins: ["inter@ca"], expected: .refused(.handshakeFailed)),
        // Report-only and expiry.
        .init(site: "good", pins: ["root2"], expected: .accepted, mode: .dangerouslyReportOnly),
        .init(site: "stranger", pins: ["root2"], expected: .refused(.untrustedServer), mode: .dangerouslyReportOnly),
        .init(site: "good", pins: ["inter"], expected: .refused(.pinMismatch), expiry: ("2020-01-01", .reject)),
        .init(site: "good", pins: ["root2"], expected: .accepted, expiry: ("2020-01-01", .dangerouslyAllowUnpinned)),
        .init(site: "stranger", pins: ["root2"], expected: .refused(.untrustedServer), expiry: ("2020-01-01", .dangerouslyAllowUnpinned)),
        .init(site: "good", pins: ["inter"], expected: .accepted, expiry: ("2100-01-01", .reject)),
        // A server that offers resumption and early data: both are passed over.
        .init(site: "resume", pins: ["inter@ca"], expected: .accepted),
        .init(site: "resume", pins: ["root2"], expected: .refused(.pinMismatch)),
        // A thousand certificates, and a megabyte of names: more than a handshake may have.
        .init(site: "thousand", pins: ["inter@ca"], expected: .refused(.handshakeFailed)),
        .init(site: "huge-name", pins: ["inter@ca"], expected: .refused(.handshakeFailed)),
        // Mutual TLS without a certificate: nginx answers, with 400.
        .init(site: "mutual", pins: ["inter@ca"], expected: .accepted),
        .init(site: "mutual12", pins: ["inter@ca"], expected: .accepted),
    ]

    /// What a server answers that is accepted: nginx refuses clients that have no certificate by a status.
    public var status: Int { site.hasPrefix("mutual") ? 400 : 200 }

    /// The site whose chain the case's server sends, for transports that are shown a chain and make no handshake; `nil` for what only a handshake
    /// refuses.
    public var chain: String? {
        switch site {
        case "tls11", "thousand", "huge-name": nil
        case "tls12", "mutual", "mutual12", "resume": "good"
        default: site
        }
    }

    /// The policy of the case.
    public func policy(_ pki: TestPKI) throws -> PinningPolicy {
        let expiry = try expiry.map { try PinSet.Expiry(iso8601: $0.0, afterwards: $0.1) }
        return try pki.policy(host: host, pins, anchors: anchors, mode: mode, expiry: expiry)
    }
}
