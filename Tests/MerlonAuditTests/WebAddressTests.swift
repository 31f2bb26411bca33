import Testing

@testable import MerlonAudit

@Suite struct WebAddressTests {
    /// A text, and the hosts of the plain-HTTP addresses in it.
    static let found: [(String, [String])] = [
        ("http://example.org/a", ["example.org"]), ("http://Example.ORG", ["example.org"]),
        ("http://user:pw@example.org:8080/", ["example.org"]),
        ("see http://a.org and http://b.org.", ["a.org", "b.org."]), ("<a href=\"http://a.org/x\">", ["a.org"]),
        ("fetch('http://a.org')", ["a.org"]),
        ("http://[::1]:80/", ["[::1]"]), ("http://%@/v1", [""]), ("http://", [""]), ("http://a.org/?u=http://b.org", ["a.org"]),
        ("", []), ("http:/", []), ("http:/a.org", []), ("https://a.org", []), ("xhttp://a.org", []), ("HTTP://a.org", []),
        ("ttp://a.org", []),
    ]

    @Test func findsAddressesWhereTheyCanStand() {
        for (text, hosts) in Self.found {
            #expect(WebAddress.all("http", in: Array(text.utf8)).map(\.host) == hosts, "\(text)")
        }
    }

    @Test(arguments: [
        "http://localhost", "http://127.0.0.1:3000/", "http://10.1.2.3/", "http://192.168.0.1", "http://printer.local", "http://[::1]/",
        "http://build.internal/",
    ])
    func isLocal(_ text: String) { #expect(WebAddress.all("http", in: Array(text.utf8)).first?.isLocal == true) }

    @Test(arguments: [
        "http://localhost.example.org", "http://example.org/127.0.0.1", "http://100.64.0.1", "http://172.217.0.1",
        "http://local.example.com",
    ])
    func isNotLocal(_ text: String) { #expect(WebAddress.all("http", in: Array(text.utf8)).first?.isLocal == false) }

    @Test(arguments: [
        "http://www.w3.org/1999/xlink", "http://schemas.microsoft.com/x", "http://www.apple.com/DTDs/PropertyList-1.0.dtd",
        "http://ns.adobe.com/exif/1.0/", "http://example.org/licenses/mit", "http://example.org/schema.xsd",
    ])
    func isIdentifier(_ text: String) { #expect(WebAddress.all("http", in: Array(text.utf8)).first?.isIdentifier == true) }

    @Test(arguments: ["http://w3.org.example.com/", "http://notw3.org/", "http://www.apple.com/shop", "http://api.example.org/v1/login"])
    func isNoIdentifier(_ text: String) { #expect(WebAddress.all("http", in: Array(text.utf8)).first?.isIdentifier == false) }

    @Test func trackingDomainsAreMatchedByLabels() {
        #expect(TrackingDomain.known(for: "events.appsflyer.com") == "appsflyer.com")
        #expect(TrackingDomain.known(for: "APPSFLYER.com") == "appsflyer.com")
        for host in ["notappsflyer.com", "appsflyer.com.example.org", "com", "", "facebook.com", "."] {
            #expect(TrackingDomain.known(for: host) == nil, "\(host)")
        }
    }

    @Test func lockFilesAreRead() {
        func names(_ name: String, _ text: String) -> [String]? {
            LockedDependency.all(in: BundleFile(path: "a/" + name, size: 0, content: Array(text.utf8)))?.map {
                "\($0.name) \($0.version) \($0.line)"
            }
        }
        #expect(
            names("Podfile.lock", "PODS:\n  - A/Core (1.2):\n    - B (= 3)\n  - B (3)\nDEPENDENCIES:\n  - C (4)\n") == [
                "a/core 1.2 2", "b 3 4",
            ])
        #expect(names("Cartfile.resolved", "github \"Al/Alamofire\" \"5.4.0\"\nbad\n") == ["alamofire 5.4.0 1"])
        let version1 = "{\n\"package\": \"SwiftNIO\",\n\"version\": \"2.0.0\"\n}\n{\n\"package\": \"X\",\n\"version\": null\n}"
        #expect(names("Package.resolved", version1) == ["swiftnio 2.0.0 2"])
        #expect(names("Package.resolved", "") == [])
        #expect(names("Other.lock", "PODS:\n  - A (1)\n") == nil)
    }
}
