import MerlonCrypto

/// The hash function under the HMAC of one-time passwords (RFC 4226, RFC 6238).
public enum OTPAlgorithm: String, Hashable, Sendable, CaseIterable {
    /// SHA-1: the default of both RFCs, and all that many authenticator apps know. No attack on HMAC-SHA-1 is known.
    case sha1 = "SHA1"
    /// SHA-256.
    case sha256 = "SHA256"
    /// SHA-512.
    case sha512 = "SHA512"

    /// The algorithm of a name as authenticators write it: in any case, with `Hmac` before it, with a hyphen or an underscore in it.
    public init?(name: String) {
        var key = name.uppercased().filter { $0 != "-" && $0 != "_" }
        if key.hasPrefix("HMAC") { key.removeFirst(4) }
        self.init(rawValue: key)
    }

    /// Bytes of a secret as long as the hash, which both RFCs recommend.
    public var secretByteCount: Int { hash.byteCount }

    var hash: HashAlgorithm {
        switch self {
        case .sha1: .insecureSHA1
        case .sha256: .sha256
        case .sha512: .sha512
        }
    }
}
