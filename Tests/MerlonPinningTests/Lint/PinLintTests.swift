import MerlonCore
import MerlonPinning
import PinningConformance
import TestSupport
import Testing

@Suite struct PinLintTests {
    static let x = PinDigest(hashing: [1]).base64
    static let y = PinDigest(hashing: [2]).base64

    static func json(_ pins: [String], _ more: String = "", host: String = "localhost") -> [UInt8] {
        Array(
            "{\"version\": 1, \"hosts\": [{\"host\": \"\(host)\", \"pins\": [\(pins.map { "\"\($0)\"" }.joined(separator: ","))]\(more)}]}"
                .utf8)
    }

    static let now = WallTime(seconds: 1_796_000_000)

    @Test func filesAlone() throws {
        let good = ["spki-sha256:\(Self.x)@ca", "spki-sha256:\(Self.y)@ca"]
        let table: [([UInt8], [PinLintFinding.Kind])] = [
            (Self.json(good), []), (Self.json([good[0]]), [.backupMissing]),
            (Self.json([good[0], good[0]]), [.duplicatePin, .backupMissing]),
            (Self.json([good[0], "spki-sha256:short"]), [.invalidPin]), (Self.json(good, #", "mode": "report-only""#), [.reportOnly]),
            (Self.json(good, #", "includeSubdomains": true"#, host: "co.uk"), [.publicSuffix]),
            (Self.json(good, host: "a b"), [.invalidHost]),
            (Self.json(good, #", "expires": "2020-01-01""#), [.pinsExpired]),
            (Self.json(good, #", "expires": "2026-12-20""#), [.pinsExpireSoon]),
            (Self.json(good, #", "expires": "2030-12-20""#), []), (Self.json(good, #", "expires": "soon""#), [.malformed]),
            (Self.json(good, #", "expires": "2030-12-20", "afterExpiry": "dangerously-allow-unpinned""#), [.unpinnedAfterExpiry]),
            (Self.json(["spki-sha256:\(Self.x)@leaf", "spki-sha256:\(Self.y)@leaf"]), [.leafPinsOnly]),
            (Self.json(["certificate-sha256:\(Self.x)", "spki-sha256:\(Self.y)"]), [.certificatePin]),
            (Self.json(good, #", "incudeSubdomains": true"#), [.malformed]), (Array("{".utf8), [.malformed]), ([], [.malformed]),
            (Array("{\"version\":1,\"hosts\":[],\"otherHosts\":\"dangerously-allow-unpinned\"}".utf8), [.otherHostsUnpinned]),
            ([UInt8](repeating: 0x20, count: 2 << 20), [.malformed]),
        ]
        let lint = PinLint(now: Self.now)
        for (file, kinds) in table {
            #expect(lint.check(file: file).map(\.kind) == kinds, "\(String(decoding: file.prefix(300), as: UTF8.self))")
        }
    }

    @Test func pinnedDomains() throws {
        let lint = PinLint(now: Self.now)
        let table: [(PropertyList, [PinLintFinding.Kind])] = [
            (["NSPinnedCAIdentities": PolicyFileTests.identities(Self.x, Self.y)], []),
            (["NSPinnedCAIdentities": PolicyFileTests.identities(Self.x)], [.backupMissing]), ([:], [.backupMissing]),
            (["NSPinnedCAIdentities": PolicyFileTests.identities(Self.x, "bad")], [.invalidPin]),
            (["NSPinnedLeafIdentities": PolicyFileTests.identities(Self.x, Self.y)], [.leafPinsOnly]),
            (
                [
                    "NSPinnedCAIdentities": PolicyFileTests.identities(Self.x, Self.y),
                    "NSPinnedLeafIdentities": PolicyFileTests.identities(Self.x),
                ],
                [.backupMissing]
            ),
            (["NSPinnedCAIdentities": "x"], [.malformed]), ("x", [.malformed]), (["Typo": true], [.malformed]),
        ]
        for (settings, kinds) in table {
            #expect(lint.check(pinnedDomains: PolicyFileTests.domains(settings)).map(\.kind) == kinds, "\(settings)")
        }
    }

    @Test func againstWhatTheServerHas() throws {
        let pki = try TestPKI.shared.get()
        let chain = try pki.chain("good") + [pki.certificate("root")]
        let now = SystemTimeSource().wallTime
        let lint = PinLint(now: now, presences: [.init(host: try HostName("localhost"), chain: chain)])
        let out = "spki-sha256:\(Self.x)"
        let table: [([String], Set<PinLintFinding.Kind>)] = [
            (["inter@ca"], [.breaksOnExpiry]), (["root@ca"], [.breaksOnExpiry, .rootOnly]), (["good@leaf"], [.breaksOnExpiry]),
            (["!good"], [.certificatePin, .breaksOnExpiry]), (["good@ca"], [.unreachablePin, .noPinInChain]),
            (["root2@ca"], [.noPinInChain]),
        ]
        for (pins, kinds) in table {
            let file = Self.json(try pins.map { try pki.pin($0).description } + [out])
            #expect(Set(lint.check(file: file).map(\.kind)) == kinds, "\(pins)")
        }
        let inside = Self.json([try pki.pin("inter@ca").description, try pki.pin("root@ca").description])
        #expect(lint.check(file: inside).map(\.kind).contains(.noPinOutsideChain))
        let later = PinLint(now: WallTime(seconds: now.seconds + 86400 * 60), presences: lint.presences)
        #expect(later.check(file: Self.json([try pki.pin("good").description, out])).map(\.kind).contains(.certificateExpiry))
        let expired = PinLint(now: now, certificates: [try pki.certificate("expired")])
        #expect(expired.check(file: Self.json([try pki.pin("expired").description, out])).map(\.severity) == [.error])
    }
}
