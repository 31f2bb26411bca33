import MerlonCore

/// The header of a verified JWS, as far as it may be used: what a key could be fetched by (`jku`, `x5u`) or smuggled in (`jwk`, `x5c`) is
/// ignored, whatever it says.
public struct TokenHeader: Hashable, Sendable {
    /// How it is signed.
    public let algorithm: JWSAlgorithm
    /// `kid`: the name of the key.
    public let keyID: String?
    /// `typ`: what kind of token it is.
    public let type: String?
    /// `cty`: what kind of content it has.
    public let contentType: String?

    /// Whether the payload stands as it is and not as base64url (RFC 7797).
    let isPayloadRaw: Bool

    /// Reads a protected header, strictly.
    ///
    /// `crit` (RFC 7515, 4.1.11) may name `b64` alone, since nothing else is understood here: extensions that must be understood are refused.
    init(_ json: UnsafeRawBufferPointer) throws(JSONError) {
        var scanner = unsafe JSONObjectScanner(json)
        var (algorithm, critical): (JWSAlgorithm?, JSONValue?)
        var (keyID, type, contentType): (String?, String?, String?)
        var base64: JSONValue?
        while let member = try scanner.next() {
            if scanner.isNamed("alg", member) {
                algorithm = JWSAlgorithm.allCases.first { scanner.isString($0.rawValue, member) }
            } else if scanner.isNamed("kid", member) {
                keyID = try Self.string(scanner, member)
            } else if scanner.isNamed("typ", member) {
                type = try Self.string(scanner, member)
            } else if scanner.isNamed("cty", member) {
                contentType = try Self.string(scanner, member)
            } else if scanner.isNamed("crit", member) {
                critical = try scanner.value(of: member)
            } else if scanner.isNamed("b64", member) {
                base64 = try scanner.value(of: member)
            }
        }
        guard let algorithm, critical == nil || critical == ["b64"] && base64 != nil else { throw JSONError(.unexpectedByte, at: 0) }
        switch base64 {
        case nil, true: isPayloadRaw = false
        // Readers that do not know b64 would verify something else: it must be marked as critical (RFC 7797, 6).
        case false where critical != nil: isPayloadRaw = true
        default: throw JSONError(.unexpectedByte, at: 0)
        }
        self.algorithm = algorithm
        self.keyID = keyID
        self.type = type
        self.contentType = contentType
    }

    private static func string(_ scanner: JSONObjectScanner, _ member: JSONObjectScanner.Member) throws(JSONError) -> String {
        guard let string = scanner.string(of: member) else { throw JSONError(.unexpectedByte, at: member.value.lowerBound) }
        return string
    }
}
