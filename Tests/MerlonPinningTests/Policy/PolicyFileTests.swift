import MerlonCore
import MerlonPinning
import Testing

@Suite struct PolicyFileTests {
    static let x = PinDigest(hashing: [1]).base64
    static let y = PinDigest(hashing: [2]).base64

    static func file(_ host: String, _ top: String = "") -> [UInt8] {
        Array(
            #"{"version": 1, \#(top)"hosts": [{"host": "example.org", "pins": ["spki-sha256:\#(x)@ca", "spki-sha256:\#(y)"]\#(host)}]}"#
                .utf8)
    }

    @Test func whatIsWrittenIsRead() throws {
        let full = Self.file(
            #", "includeSubdomains": true, "exclude": ["a.example.org"], "expires": "2027-01-31", "afterExpiry": "dangerously-allow-unpinned", "mode": "report-only""#,
            #""otherHosts": "dangerously-allow-unpinned", "#)
        let policy = try PinningPolicy(json: full)
        let set = try #require(policy.pinSets.first)
        #expect(set.includesSubdomains && set.mode == .dangerouslyReportOnly && policy.otherHosts == .dangerouslyAllowUnpinned)
        #expect(set.expiry?.date.iso8601 == "2027-01-31T00:00:00Z" && set.expiry?.afterwards == .dangerouslyAllowUnpinned)
        #expect(set.pins.map(\.description) == ["spki-sha256:\(Self.x)@ca", "spki-sha256:\(Self.y)"])
        #expect(try PinningPolicy(json: policy.json).json == policy.json)
        #expect(try PinningPolicy(json: Self.file("")).otherHosts == .reject)
    }

    static let refused: [(String, PinningError.Code)] = [
        (#", "includesubdomains": true"#, .malformed), (#", "includeSubdomains": "yes""#, .malformed), (#", "mode": "off""#, .malformed),
        (#", "expires": "31.1.2027""#, .malformed), (#", "expires": "2027-02-30""#, .malformed), (#", "expires": 1800000000"#, .malformed),
        (#", "expires": """#, .malformed), (#", "afterExpiry": "reject""#, .malformed), (#", "exclude": "a""#, .malformed),
        (#", "exclude": ["a.example.org"]"#, .invalidArgument), (#", "host": "b""#, .malformed),
        (#", "require": "leaf-and-ca""#, .backupPinMissing),
    ]

    @Test func filesThatSayAnythingElseAreRefused() throws {
        for (members, code) in Self.refused {
            #expect(throws: PinningError(code, ""), "\(members)") { try PinningPolicy(json: Self.file(members)) }
        }
        let whole: [String] = [
            "", "[]", "{}", #"{"version": 2, "hosts": []}"#, #"{"version": 1, "hosts": {}}"#,
            #"{"version": 1, "hosts": [], "otherhosts": "reject"}"#,
            #"{"version": 1, "hosts": [1]}"#, #"{"version": 1, "hosts": [{"host": "a"}]}"#, "{\"version\": 1, \"hosts\": []",
            String(repeating: "[", count: 100_000),
        ]
        for text in whole {
            #expect(throws: PinningError(.malformed, ""), "\(text.prefix(40))") { try PinningPolicy(json: Array(text.utf8)) }
        }
        #expect(throws: PinningError(.limitExceeded, "")) { try PinningPolicy(json: [UInt8](repeating: 0x20, count: 2 << 20)) }
    }

    static let pins = [
        "", "spki-sha256:", "sha256:\(x)", "spki-sha256:\(x)@", "spki-sha256:\(x)@any", "spki-sha256:\(x)@root", "spki-sha256: \(x)", x,
        "spki-sha256:\(x.dropLast())", "spki-sha256:\(x)=", "spki-sha256:" + String(x.dropLast()) + "A", "spki-sha256:\(x.dropLast(2))/=",
        "spki-sha256:" + String(repeating: "-", count: 43) + "=", "spki-sha256:" + String(repeating: "A", count: 43) + "B",
        "spki-sha256:" + String(repeating: "A", count: 1_000_000),
    ]

    @Test func pinsHaveOneForm() throws {
        for text in Self.pins { #expect(throws: PinningError(.invalidPin, ""), "\(text.prefix(80))") { try Pin(text) } }
        for text in ["spki-sha256:\(Self.x)", "spki-sha256:\(Self.x)@leaf", "certificate-sha256:\(Self.y)@ca"] {
            #expect(try Pin(text).description == text)
        }
        #expect(throws: PinningError(.invalidPin, "")) { try PinDigest(bytes: [UInt8](repeating: 0, count: 31)) }
        let digest = PinDigest(hashing: [1, 2, 3])
        #expect(try PinDigest(bytes: digest.bytes) == digest && PinDigest(base64: digest.base64) == digest)
        #expect(digest.hex == "039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81")
    }

    static func domains(_ settings: PropertyList, host: String = "example.org") -> PropertyList {
        ["NSAppTransportSecurity": ["NSPinnedDomains": .dictionary([host: settings])]]
    }

    static func identities(_ digests: String...) -> PropertyList {
        .array(digests.map { .dictionary(["SPKI-SHA256-BASE64": .string($0)]) })
    }

    @Test func pinnedDomains() throws {
        let authorities = Self.identities(Self.x, Self.y)
        let list = Self.domains(["NSIncludesSubdomains": true, "NSPinnedCAIdentities": authorities])
        let policy = try PinningPolicy(pinnedDomains: list)
        let set = try #require(policy.pinSets.first)
        #expect(set.includesSubdomains && set.requirement == .anyPin && set.pins.allSatisfy { $0.position == .authority })
        #expect(try policy.pinnedDomains() == list["NSAppTransportSecurity"]?["NSPinnedDomains"])
        let both = try PinningPolicy(
            pinnedDomains: Self.domains(["NSPinnedLeafIdentities": authorities, "NSPinnedCAIdentities": Self.identities(Self.y, Self.x)]))
        #expect(both.pinSets.first?.requirement == .leafAndAuthority)

        let refused: [(PropertyList, PinningError.Code)] = [
            (["NSPinnedCAIdentities": Self.identities(Self.x)], .backupPinMissing), (["NSIncludesSubdomains": true], .backupPinMissing),
            (["NSPinnedCAIdentities": authorities, "NSPinnedLeafIdentities": Self.identities(Self.x)], .backupPinMissing),
            (["NSPinnedCAIdentities": authorities, "NSIncludeSubdomains": true], .malformed), (["NSPinnedCAIdentities": "x"], .malformed),
            (["NSPinnedCAIdentities": ["x"]], .malformed), (["NSPinnedCAIdentities": Self.identities(Self.x, "short")], .invalidPin),
            (["NSPinnedCAIdentities": authorities, "NSIncludesSubdomains": "perhaps"], .malformed), ("text", .malformed),
        ]
        for (settings, code) in refused {
            #expect(throws: PinningError(code, ""), "\(settings)") { try PinningPolicy(pinnedDomains: Self.domains(settings)) }
        }
        #expect(throws: PinningError(.publicSuffix, "")) {
            try PinningPolicy(
                pinnedDomains: Self.domains(["NSIncludesSubdomains": true, "NSPinnedCAIdentities": authorities], host: "co.uk"))
        }
        #expect(throws: PinningError(.malformed, "")) { try PinningPolicy(infoPlist: Array("<plist".utf8)) }
        #expect(throws: PinningError(.unsupported, "")) {
            try PinningPolicy([PinSet("example.org", Pin("spki-sha256:\(Self.x)"), backup: Pin("spki-sha256:\(Self.y)"))]).pinnedDomains()
        }
    }
}
