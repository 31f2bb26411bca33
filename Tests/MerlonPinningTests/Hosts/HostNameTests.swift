import MerlonPinning
import Testing

@Suite struct HostNameTests {
    static let same: [(String, String)] = [
        ("API.Example.org", "api.example.org"), ("api.example.org.", "api.example.org"), ("localhost", "localhost"),
        ("_dmarc.example.org", "_dmarc.example.org"), ("127.0.0.1", "127.0.0.1"), ("[::1]", "::1"), ("::", "::"),
        ("2001:0DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"), ("2001:db8::", "2001:db8::"), ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"),
        ("::ffff:192.0.2.1", "::ffff:c000:201"), ("1::8", "1::8"), ("0:0:1::", "0:0:1::"),
        ("Bücher.example", "xn--bcher-kva.example"), ("MÜNCHEN.de", "xn--mnchen-3ya.de"),
        ("xn--bcher-kva.example", "xn--bcher-kva.example"),
        ("点看", "xn--3pxu8k"), ("пример.испытание", "xn--e1afmkfd.xn--80akhbyknj4f"), ("xn--strae-oqa.de", "xn--strae-oqa.de"),
        ("他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye"),
    ]

    static let refused: [String] = [
        "", ".", "a..b", ".a", "-a.b", "a-.b", "a b", "a/b", "a@b", "a\u{0}b", "a%2eb", "ex_ample\u{AD}", "127.1", "0x7f.1", "0x7f000001",
        "2130706433", "127.0.0.01", "127.0.0.256", "1.2.3.4.5", "a.0x1", "[::1", "::1]", "fe80::1%eth0", "1::2::3", ":::", ":1", "1:",
        "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7::8", "g::1", "12345::", "straße.de", "βόλος.com", "a\u{200D}b.example",
        "ﬁ.example",
        "e\u{301}.example", "①.example", "ａ.example", "☃.example", "xn--.example", "xn--a.example", "xn--bcher-kvb2zzzz.example",
        "xn--BCHER-kva-.example", "*.example.org", "a。b.example", String(repeating: "a", count: 64), "😀.example",
        String(repeating: "a.", count: 127) + "com", String(repeating: "a", count: 1_000_000),
    ]

    @Test func oneFormForOneHost() throws {
        for (text, canonical) in Self.same {
            let host = try HostName(text)
            #expect(host.description == canonical, "\(text)")
            #expect(try HostName(canonical) == host)
        }
    }

    @Test func whatIsAmbiguousIsRefused() {
        for text in Self.refused {
            #expect(throws: PinningError(.invalidHost, ""), "\(text.prefix(60))") { try HostName(text) }
        }
    }

    @Test func subdomains() throws {
        let parent = try HostName("example.org")
        let answers: [(String, Bool)] = [
            ("a.example.org", true), ("a.b.example.org", true), ("example.org", false), ("aexample.org", false), ("org", false),
            ("example.org.evil", false), ("127.0.0.1", false),
        ]
        for (name, expected) in answers { #expect(try HostName(name).isSubdomain(of: parent) == expected, "\(name)") }
        #expect(try !HostName("1.127.0.0.1x").isSubdomain(of: HostName("127.0.0.1")))
    }
}
