import MerlonPinning
import Testing

@Suite struct HTTPURLTests {
    static let good: [(String, String)] = [
        ("https://Example.org", "https://example.org/"), ("HTTPS://example.org:443/a?b#c", "https://example.org/a?b"),
        ("http://example.org:8080", "http://example.org:8080/"), ("https://[::1]:8443/x", "https://[::1]:8443/x"),
        ("https://example.org?q=1", "https://example.org/?q=1"), ("https://bücher.example/%C3%BC", "https://xn--bcher-kva.example/%C3%BC"),
    ]

    static let refused: [String] = [
        "", "example.org", "//example.org", "ftp://example.org", "https:/example.org", "https:example.org", "https://", "https:///a",
        "https://user@example.org/", "https://user:pass@example.org/", "https://example.org\\@evil.example/", "https://example.org:0/",
        "https://example.org:65536/", "https://example.org:+1/", "https://example.org:/", "https://example.org/a b",
        "https://example.org/\u{7F}",
        "https://example.org/ü", "https://example.org/\r\nX: y", "https://example%2eorg/", "https://[::1/", "https://[::1]x/",
        "javascript:alert(1)",
        "https://example.org/" + String(repeating: "a", count: 9000), " https://example.org", "https://a b/",
    ]

    @Test func urlsAreTakenApart() throws {
        for (text, canonical) in Self.good { #expect(try HTTPURL(text).description == canonical) }
        let url = try HTTPURL("https://example.org:8443/a/b?c=d")
        #expect((url.host.description, url.port, url.target, url.authority) == ("example.org", 8443, "/a/b?c=d", "example.org:8443"))
    }

    @Test func sloppyURLsAreRefused() {
        for text in Self.refused { #expect(throws: PinningError.self, "\(text.prefix(60))") { try HTTPURL(text) } }
    }

    static let references: [(String, String?)] = [
        ("/x", "https://a.example/x"), ("x", "https://a.example/b/c/x"), ("?y", "https://a.example/b/c/d?y"),
        ("", "https://a.example/b/c/d?q"),
        ("#f", "https://a.example/b/c/d?q"), ("../x", "https://a.example/b/x"), ("../../../x", "https://a.example/x"),
        ("./", "https://a.example/b/c/"), ("%2e%2E/x", "https://a.example/b/x"), ("..", "https://a.example/b/"),
        ("//b.example/x", "https://b.example/x"), ("https://c.example", "https://c.example/"), ("http://c.example", "http://c.example/"),
        ("x:y", nil), ("javascript:alert(1)", nil), ("//u@b.example", nil), ("a:b/c", nil), ("x y", nil),
    ]

    @Test func referencesAreResolved() throws {
        let base = try HTTPURL("https://a.example/b/c/d?q")
        for (reference, expected) in Self.references { #expect((try? base.resolving(reference))?.description == expected, "\(reference)") }
    }
}
