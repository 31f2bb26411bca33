/// What a server must show: a digest, what it is the digest of, and where in the chain it counts.
public struct Pin: Hashable, Sendable, CustomStringConvertible {
    /// What the digest is made of.
    public enum Kind: String, Hashable, Sendable {
        /// The `SubjectPublicKeyInfo` as it stands in the certificate's DER (RFC 7469, 2.4): survives renewal with the same key.
        case publicKey = "spki-sha256"
        /// The whole certificate: changes with each renewal. For a private authority whose certificate is part of the app.
        case certificate = "certificate-sha256"
    }

    /// Where in the validated chain it counts.
    public enum Position: String, Hashable, Sendable {
        /// At any certificate.
        case anywhere = "any"
        /// At the server's own certificate alone (`NSPinnedLeafIdentities`).
        case leaf
        /// At any certificate but the server's own (`NSPinnedCAIdentities`): recommended, since servers change keys oftener than authorities.
        case authority = "ca"
    }

    /// What the digest is made of.
    public let kind: Kind
    /// Where it counts.
    public let position: Position
    /// The digest.
    public let digest: PinDigest

    /// Makes a pin.
    public init(_ kind: Kind = .publicKey, _ digest: PinDigest, at position: Position = .anywhere) {
        self.kind = kind
        self.digest = digest
        self.position = position
    }

    /// A pin of a public key, from the Base64 of its SHA-256: what `merlon pin` prints.
    public init(publicKey base64: String, at position: Position = .anywhere) throws(PinningError) {
        self.init(.publicKey, try PinDigest(base64: base64), at: position)
    }

    /// A pin of the public key of a certificate that is at hand, such as one in the app's bundle.
    public static func publicKey(of certificate: Certificate, at position: Position = .anywhere) -> Pin {
        Pin(.publicKey, certificate.publicKeyDigest, at: position)
    }

    /// A pin of a whole certificate that is at hand.
    public static func certificate(_ certificate: Certificate, at position: Position = .anywhere) -> Pin {
        Pin(.certificate, certificate.digest, at: position)
    }

    /// Whether this certificate, so many places above the server's own, is what the pin asks for.
    public func matches(_ certificate: Certificate, at index: Int) -> Bool {
        switch position {
        case .anywhere: break
        case .leaf: guard index == 0 else { return false }
        case .authority: guard index > 0 else { return false }
        }
        return switch kind {
        case .publicKey: certificate.publicKeyDigest == digest
        case .certificate: certificate.digest == digest
        }
    }

    /// Reads what ``description`` writes. Throws ``PinningError/Code/invalidPin``.
    public init(_ text: String) throws(PinningError) {
        var rest = text[...]
        var position = Position.anywhere
        if let at = rest.lastIndex(of: "@") {
            guard let named = Position(rawValue: String(rest[rest.index(after: at)...])), named != .anywhere else {
                throw PinningError(.invalidPin, "A pin's position is @leaf or @ca, or is left out.")
            }
            position = named
            rest = rest[..<at]
        }
        guard let colon = rest.firstIndex(of: ":"), let kind = Kind(rawValue: String(rest[..<colon])) else {
            throw PinningError(.invalidPin, "A pin starts with spki-sha256: or certificate-sha256:.")
        }
        self.init(kind, try PinDigest(base64: String(rest[rest.index(after: colon)...])), at: position)
    }

    /// `spki-sha256:DIGEST` with `@leaf` or `@ca` where the position counts.
    public var description: String { "\(kind.rawValue):\(digest.base64)\(position == .anywhere ? "" : "@\(position.rawValue)")" }
}
