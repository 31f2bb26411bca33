/// An address of the web as it stands in an app: as much of it as rules need.
struct WebAddress: Hashable, Sendable {
    /// `http` or `https`.
    let scheme: String
    /// In lower case, without port and user; empty when the text has none that is constant (`http://%@/`).
    let host: String
    /// As it stands, up to where it ends in the text.
    let text: String

    /// Every address of the scheme that stands in the text at its start or behind a quote, a bracket, an equals sign or a blank.
    static func all(_ scheme: String, in bytes: some Collection<UInt8>) -> [WebAddress] {
        let text = Array(bytes)
        let needle = Array((scheme + "://").utf8)
        guard text.count >= needle.count else { return [] }
        var found: [WebAddress] = []
        var position = 0
        while position + needle.count <= text.count {
            // Most texts have no address: look for the rare byte first.
            guard text[position] == needle[0], text[position..<(position + needle.count)].elementsEqual(needle) else {
                position += 1
                continue
            }
            guard position == 0 || Self.openers.contains(text[position - 1]) else {
                position += needle.count
                continue
            }
            let end = text[position...].firstIndex { Self.enders.contains($0) || $0 <= 0x20 || $0 == 0x7F } ?? text.count
            let address = String(decoding: text[position..<end], as: UTF8.self)
            found.append(WebAddress(scheme: scheme, host: Self.host(of: text[(position + needle.count)..<end]), text: address))
            position = max(end, position + needle.count)
        }
        return found
    }

    private static let openers = Set("\"'`(=[{<>,; \t\n\r|".utf8)
    private static let enders = Set("\"'`<>)]}|\\^".utf8)

    private static func host(of rest: ArraySlice<UInt8>) -> String {
        let authority = rest.prefix { !"/?#".utf8.contains($0) }
        let behindUser = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] } ?? authority
        if behindUser.first == UInt8(ascii: "[") {
            return String(decoding: behindUser.prefix { $0 != UInt8(ascii: "]") }, as: UTF8.self) + "]"
        }
        let name = behindUser.prefix { $0 != UInt8(ascii: ":") }
        // A format or an interpolation stands where the host should be.
        guard name.allSatisfy({ byte in Self.isHostByte(byte) }) else { return "" }
        return String(decoding: name, as: UTF8.self).lowercased()
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: byte >= 0x80
        }
    }

    /// This device, a private network, or a name that only means something locally.
    var isLocal: Bool {
        if ["localhost", "0.0.0.0", "[::1]", "local", "host", "hostname"].contains(host) { return true }
        if host.hasPrefix("127.") || host.hasPrefix("10.") || host.hasPrefix("192.168.") || host.hasPrefix("169.254.") { return true }
        if host.hasPrefix("[fe80") || host.hasPrefix("[fd") { return true }
        return [".local", ".localhost", ".internal", ".lan", ".test", ".invalid"].contains { host.hasSuffix($0) }
    }

    /// A name that identifies a vocabulary, a schema or a licence and is never loaded, or a text that only mentions an address.
    var isIdentifier: Bool {
        let path = text.dropFirst(scheme.count + 3 + host.count)
        if host.hasPrefix("schemas.") || host.hasPrefix("schema.") || host.hasPrefix("ns.") || host.hasPrefix("xmlns.") { return true }
        if Self.identifierHosts.contains(host) || Self.identifierHosts.contains(where: { host.hasSuffix("." + $0) }) { return true }
        if host.hasSuffix("apple.com"), path.hasPrefix("/DTDs/") || path.hasPrefix("/xml/") { return true }
        let lowered = path.lowercased()
        return lowered.contains("/licenses/") || lowered.contains("/license") || lowered.hasSuffix(".dtd") || lowered.hasSuffix(".xsd")
            || lowered.contains("/xmlns") || lowered.contains("/namespace")
    }

    private static let identifierHosts: Set<String> = [
        "w3.org", "w3.org.uk", "xmlpull.org", "xml.org", "purl.org", "iptc.org", "cipa.jp", "ogp.me", "rdfs.org", "xmlns.com", "openid.net",
        "json-schema.org", "relaxng.org", "exslt.org", "docbook.org", "oasis-open.org", "openxmlformats.org", "java.sun.com", "xspf.org",
        "microformats.org", "gnu.org", "opensource.org", "apache.org", "mozilla.org", "creativecommons.org", "unicode.org", "ietf.org",
        "tools.ietf.org", "itu.int", "iana.org", "aiim.org", "npes.org", "useplus.org", "darwinsys.com", "adobe.com", "khronos.org",
        "color.org", "sil.org", "libpng.org", "zlib.net", "openssl.org", "curl.se", "curl.haxx.se", "boost.org", "llvm.org",
        "cyclonedx.org",
        "topografix.com", "opengis.net", "tempuri.org", "dublincore.org", "dashif.org",
    ]
}
