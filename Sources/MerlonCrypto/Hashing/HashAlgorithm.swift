/// A hash function.
public enum HashAlgorithm: Hashable, Sendable, CaseIterable {
    /// SHA-256 (FIPS 180-4).
    case sha256
    /// SHA-384 (FIPS 180-4).
    case sha384
    /// SHA-512 (FIPS 180-4).
    case sha512
    /// SHA-1: collisions are cheap to make. For reading what others hashed long ago, and inside HMAC, where no attack is known.
    case insecureSHA1

    /// Bytes of a digest.
    public var byteCount: Int {
        switch self {
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        case .insecureSHA1: 20
        }
    }

    /// Bytes of a block, to which HMAC pads its key.
    var blockByteCount: Int {
        switch self {
        case .sha256, .insecureSHA1: 64
        case .sha384, .sha512: 128
        }
    }
}
