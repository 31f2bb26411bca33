public import MerlonCore

/// The claims that RFC 7519, 4.1 registers, and OpenID Connect's nonce.
public struct RegisteredClaims: Hashable, Sendable {
    /// `iss`: who made the token.
    public var issuer: String?
    /// `sub`: whom it is about.
    public var subject: String?
    /// `aud`: whom it is for; one recipient or several.
    public var audience: [String]
    /// `exp`: when it ends. Fractions of a second are cut off.
    public var expiry: WallTime?
    /// `nbf`: when it begins.
    public var notBefore: WallTime?
    /// `iat`: when it was made.
    public var issuedAt: WallTime?
    /// `jti`: its own name.
    public var tokenID: String?
    /// `nonce`: the value that ties it to one request.
    public var nonce: String?

    /// Makes a set of claims.
    public init(
        issuer: String? = nil, subject: String? = nil, audience: [String] = [], expiry: WallTime? = nil, notBefore: WallTime? = nil,
        issuedAt: WallTime? = nil, tokenID: String? = nil, nonce: String? = nil
    ) {
        self.issuer = issuer
        self.subject = subject
        self.audience = audience
        self.expiry = expiry
        self.notBefore = notBefore
        self.issuedAt = issuedAt
        self.tokenID = tokenID
        self.nonce = nonce
    }

    /// Reads the claims of a JSON object, strictly: each of its type, numbers in any form that JSON has.
    ///
    /// - Parameters:
    ///   - issuer: Who is probably the issuer; where that is so, the text is shared and not made anew.
    ///   - audience: The same of the recipient.
    init(_ json: UnsafeRawBufferPointer, probably issuer: String, for audience: String?) throws(JSONError) {
        self.init()
        var scanner = unsafe JSONObjectScanner(json)
        while let member = try scanner.next() {
            if scanner.isNamed("iss", member) {
                self.issuer = scanner.isString(issuer, member) ? issuer : try Self.string(scanner, member)
            } else if scanner.isNamed("sub", member) {
                subject = try Self.string(scanner, member)
            } else if scanner.isNamed("aud", member) {
                self.audience =
                    if let audience, scanner.isString(audience, member) { [audience] } else { try Self.strings(scanner, member) }
            } else if scanner.isNamed("exp", member) {
                expiry = try Self.time(scanner, member)
            } else if scanner.isNamed("nbf", member) {
                notBefore = try Self.time(scanner, member)
            } else if scanner.isNamed("iat", member) {
                issuedAt = try Self.time(scanner, member)
            } else if scanner.isNamed("jti", member) {
                tokenID = try Self.string(scanner, member)
            } else if scanner.isNamed("nonce", member) {
                nonce = try Self.string(scanner, member)
            }
        }
    }

    private static func string(_ scanner: JSONObjectScanner, _ member: JSONObjectScanner.Member) throws(JSONError) -> String {
        guard let string = scanner.string(of: member) else { throw JSONError(.unexpectedByte, at: member.value.lowerBound) }
        return string
    }

    private static func strings(_ scanner: JSONObjectScanner, _ member: JSONObjectScanner.Member) throws(JSONError) -> [String] {
        if let one = scanner.string(of: member) { return [one] }
        guard let elements = try scanner.value(of: member).array, elements.allSatisfy({ $0.string != nil }) else {
            throw JSONError(.unexpectedByte, at: member.value.lowerBound)
        }
        return elements.compactMap(\.string)
    }

    private static func time(_ scanner: JSONObjectScanner, _ member: JSONObjectScanner.Member) throws(JSONError) -> WallTime {
        guard let seconds = scanner.wholePart(of: member) else { throw JSONError(.invalidNumber, at: member.value.lowerBound) }
        return WallTime(seconds: seconds)
    }

    /// The claims as members of an object; one recipient is written as a string, which every reader takes.
    var members: [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        members["iss"] = issuer.map { .string($0) }
        members["sub"] = subject.map { .string($0) }
        if !audience.isEmpty { members["aud"] = audience.count == 1 ? .string(audience[0]) : .array(audience.map { .string($0) }) }
        members["exp"] = expiry.map { .integer($0.seconds) }
        members["nbf"] = notBefore.map { .integer($0.seconds) }
        members["iat"] = issuedAt.map { .integer($0.seconds) }
        members["jti"] = tokenID.map { .string($0) }
        members["nonce"] = nonce.map { .string($0) }
        return members
    }
}
