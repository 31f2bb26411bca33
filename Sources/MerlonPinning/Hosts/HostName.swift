internal import MerlonCore

/// The name or address of a server, in the one form in which Merlon compares it.
///
/// - Names: ASCII in lower case, without the trailing dot, international labels as A-labels (`xn--…`, RFC 5890). 253 bytes at most, labels of
///   1 to 63 letters, digits, hyphens and underscores (RFC 1123; underscores are met in practice).
/// - Addresses: four decimal numbers, or IPv6 in the form of RFC 5952 without brackets.
///
/// `API.Example.org.`, `api.example.org` are the same host; `bücher.example` and `xn--bcher-kva.example` are, too. What could be read as
/// another host by another program is refused: `0x7f.1`, `127.1`, a zone (`fe80::1%eth0`), labels that need mapping (see ``init(_:)``).
public struct HostName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The canonical form.
    public let description: String
    /// Whether this is an address and not a name.
    public let isAddress: Bool

    /// Reads a host as it stands in a URL, a policy or a certificate.
    ///
    /// International labels may be given as Unicode when lower-casing is all they need: letters and digits that are letters of their own in
    /// IDNA 2008, without combining marks. The rest (`ß`, `ς`, joiners, compatibility forms, most scripts that need marks) is refused with
    /// ``PinningError/Code/invalidHost``, since clients map it differently: write such a label in its `xn--` form.
    public init(_ text: String) throws(PinningError) {
        guard text.utf8.count <= 1024 else { throw PinningError(.invalidHost, "The host name is longer than any can be.") }
        if text.hasPrefix("[") || text.utf8.contains(UInt8(ascii: ":")) {
            let bare = text.hasPrefix("[") && text.hasSuffix("]") ? text.dropFirst().dropLast() : text[...]
            guard let address = IPAddress.canonicalIPv6(bare) else { throw Self.invalid(text, "it is no IPv6 address") }
            (description, isAddress) = (address, true)
            return
        }
        var labels: [String] = []
        for label in text.split(separator: ".", omittingEmptySubsequences: false) { labels.append(try Self.label(label, of: text)) }
        // One dot at the end says that the name is complete; it is the same name.
        if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
        guard labels.allSatisfy({ !$0.isEmpty }), let last = labels.last else { throw Self.invalid(text, "a label is empty") }
        let name = labels.joined(separator: ".")
        guard name.utf8.count <= 253 else { throw Self.invalid(text, "it is longer than 253 bytes") }
        // A name never ends in a number, so what ends in one is an address or a trick.
        if IPAddress.isNumber(last) {
            guard IPAddress.isIPv4(labels) else { throw Self.invalid(text, "it ends in a number and is no IPv4 address") }
            (description, isAddress) = (name, true)
        } else {
            (description, isAddress) = (name, false)
        }
    }

    public static func < (left: HostName, right: HostName) -> Bool {
        left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
    }

    /// Whether this is a name below `parent`: `a.b.example` is below `b.example` and `example`, and nothing is below an address.
    public func isSubdomain(of parent: HostName) -> Bool {
        guard !isAddress, !parent.isAddress else { return false }
        let (name, suffix) = (description.utf8, parent.description.utf8)
        guard name.count > suffix.count + 1, let start = name.index(name.endIndex, offsetBy: -suffix.count, limitedBy: name.startIndex)
        else { return false }
        return name[start...].elementsEqual(suffix) && name[name.index(before: start)] == UInt8(ascii: ".")
    }

    /// As it stands in a URL: IPv6 in brackets.
    public var inURL: String { isAddress && description.utf8.contains(UInt8(ascii: ":")) ? "[\(description)]" : description }

    private static func label(_ label: Substring, of text: String) throws(PinningError) -> String {
        let isASCII = label.utf8.allSatisfy { $0 < 0x80 }
        let lower = label.lowercased()
        let ascii: String
        if isASCII {
            ascii = lower
            if lower.hasPrefix("xn--"), !Punycode.isALabel(lower) { throw invalid(text, "'\(lower)' is no encoded label") }
        } else {
            guard let encoded = Punycode.aLabel(lower) else {
                throw invalid(text, "a label has characters that clients read differently; write it in its xn-- form")
            }
            ascii = encoded
        }
        let isAllowed = ascii.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
            default: false
            }
        }
        guard isAllowed, ascii.utf8.count <= 63, !ascii.hasPrefix("-"), !ascii.hasSuffix("-") else {
            throw invalid(text, "a label is longer than 63 bytes or has characters that no host name has")
        }
        return ascii
    }

    private static func invalid(_ text: String, _ reason: String) -> PinningError {
        let shown = String(String.UnicodeScalarView(text.unicodeScalars.prefix(80).map { $0.isUnsafeToShow ? "\u{FFFD}" : $0 }))
        return PinningError(.invalidHost, "'\(shown)' is no host: \(reason).")
    }
}
