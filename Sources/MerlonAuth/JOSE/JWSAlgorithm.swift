import MerlonCrypto

/// How a JWS is signed (RFC 7518, section 3; RFC 8037). There is no `none`.
///
/// ES512, ES256K and RSA with SHA-1 are left out: a token that names them is not authentic.
public enum JWSAlgorithm: String, CaseIterable, Codable, Sendable {
    /// HMAC with a secret that both sides know.
    case hs256 = "HS256", hs384 = "HS384", hs512 = "HS512"
    /// RSA with PKCS #1 v1.5 padding.
    case rs256 = "RS256", rs384 = "RS384", rs512 = "RS512"
    /// RSA with PSS padding and a salt as long as the hash.
    case ps256 = "PS256", ps384 = "PS384", ps512 = "PS512"
    /// ECDSA with P-256 and SHA-256, or with P-384 and SHA-384.
    case es256 = "ES256", es384 = "ES384"
    /// Ed25519.
    case edDSA = "EdDSA"

    /// Whether whoever verifies could also sign.
    public var isSymmetric: Bool { self == .hs256 || self == .hs384 || self == .hs512 }

    /// The hash function whose left half `at_hash` is (OpenID Connect Core, 3.1.3.6); Ed25519's own is SHA-512.
    var hash: HashAlgorithm {
        switch self {
        case .hs256, .rs256, .ps256, .es256: .sha256
        case .hs384, .rs384, .ps384, .es384: .sha384
        case .hs512, .rs512, .ps512, .edDSA: .sha512
        }
    }

    /// The algorithm of the key pair; `nil` for HMAC.
    var signature: SignatureAlgorithm? {
        switch self {
        case .hs256, .hs384, .hs512: nil
        case .rs256: .rsaPKCS1SHA256
        case .rs384: .rsaPKCS1SHA384
        case .rs512: .rsaPKCS1SHA512
        case .ps256: .rsaPSSSHA256
        case .ps384: .rsaPSSSHA384
        case .ps512: .rsaPSSSHA512
        case .es256: .ecdsaP256
        case .es384: .ecdsaP384
        case .edDSA: .ed25519
        }
    }

    init(_ algorithm: SignatureAlgorithm) {
        self =
            switch algorithm {
            case .ed25519: .edDSA
            case .ecdsaP256: .es256
            case .ecdsaP384: .es384
            case .rsaPKCS1SHA256: .rs256
            case .rsaPKCS1SHA384: .rs384
            case .rsaPKCS1SHA512: .rs512
            case .rsaPSSSHA256: .ps256
            case .rsaPSSSHA384: .ps384
            case .rsaPSSSHA512: .ps512
            }
    }
}
