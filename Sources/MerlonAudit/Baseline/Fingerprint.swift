/// The name of a finding, or of one place of it, that stays the same from build to build.
///
/// It is made of the rule, the artifact, the file, the symbol, the property-list key and what stands there; not of addresses, lines,
/// architectures, the order of findings, or where the target lies. Numbers in what stands there do not count either, since they are often
/// addresses, sizes or counts. 128 bits of SHA-256: nobody makes an app whose findings collide with one that a baseline holds back.
public struct Fingerprint: Hashable, Codable, Sendable, CustomStringConvertible {
    /// 32 lower-case hexadecimal digits.
    public let text: String
    public var description: String { text }

    /// Takes a fingerprint as written; `nil` when it is not 32 lower-case hexadecimal digits.
    public init?(_ text: String) {
        let isHex = text.utf8.allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
        }
        guard text.utf8.count == 32, isHex else { return nil }
        self.text = text
    }

    /// The fingerprint of one place of a finding. `target` is the path of the target as it was given.
    public init(of evidence: Evidence, of finding: Finding, in target: String) {
        self.init(parts: [
            "place", finding.rule, Self.portable(finding.artifact, in: target), Self.portable(evidence.file, in: target),
            evidence.symbol ?? "", evidence.plistKey ?? "", Self.withoutNumbers(evidence.detail),
        ])
    }

    /// The fingerprint of a whole finding: of the set of its places. It changes when the weakness appears at a place of another kind.
    public init(of finding: Finding, in target: String) {
        let places = Set(finding.evidence.map { Fingerprint(of: $0, of: finding, in: target).text }).sorted()
        self.init(parts: ["finding", finding.rule, Self.portable(finding.artifact, in: target)] + places)
    }

    private init(parts: [String]) {
        // A length before each part: no two lists of parts are one text.
        let bytes = parts.flatMap { Array("\($0.utf8.count):\($0)".utf8) }
        text = SHA256.digest(bytes).prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The path from the outermost `.app` on, whether the target is an IPA, an archive or the app itself; other paths as they are.
    static func portable(_ path: String, in target: String) -> String {
        let components = target.split(separator: "/").suffix(1) + path.split(separator: "/")
        guard let app = components.firstIndex(where: { $0.hasSuffix(".app") }) else { return path }
        return components[app...].joined(separator: "/")
    }

    /// The text with every run of digits, and every hexadecimal number after `0x`, as `#`.
    static func withoutNumbers(_ text: String) -> String {
        var result = ""
        var scalars = Substring(text).unicodeScalars
        while let scalar = scalars.first {
            if scalars.starts(with: "0x".unicodeScalars), scalars.dropFirst(2).first?.properties.isASCIIHexDigit == true {
                scalars = scalars.dropFirst(2).drop { $0.properties.isASCIIHexDigit }
                result += "#"
            } else if ("0"..."9").contains(scalar) {
                scalars = scalars.drop { ("0"..."9").contains($0) }
                result += "#"
            } else {
                result.unicodeScalars.append(scalar)
                scalars.removeFirst()
            }
        }
        return result
    }
}
