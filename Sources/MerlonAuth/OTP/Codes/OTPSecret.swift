public import MerlonCore

/// What an authenticator and a server share. Never printed; readable by ``base32Revealed(grouped:)`` and ``bytes`` alone.
public struct OTPSecret: Hashable, Sendable {
    /// The fewest bytes: 80 bits, which services that predate RFC 4226's advice still hand out. The RFC wants 128 and recommends 160;
    /// ``generate(for:using:)`` makes as many as the hash has.
    public static let minimumByteCount = 10
    /// The most bytes. HMAC hashes longer keys than a block (128 bytes at most) before it uses them: more bytes hold no more.
    public static let maximumByteCount = 512

    /// The bytes of the secret.
    public let bytes: SecretBytes

    /// A new random secret, as long as the hash: 20, 32 or 64 bytes (RFC 4226, 4; RFC 6238, 5.1).
    public static func generate(
        for algorithm: OTPAlgorithm = .sha1, using entropy: any Entropy = SystemEntropy()
    ) throws(AuthError) -> OTPSecret {
        try OTPSecret(bytes: try authCore { () throws(CoreError) in try entropy.secret(count: algorithm.secretByteCount) })
    }

    /// A secret of bytes that were stored or received: ``minimumByteCount`` ... ``maximumByteCount`` of them.
    ///
    /// - Parameter dangerouslyAllowShort: Takes secrets from 1 byte up. For an account whose service gave out no better one: from a few of
    ///   its codes such a secret can be found by trying.
    public init(bytes: SecretBytes, dangerouslyAllowShort: Bool = false) throws(AuthError) {
        let minimum = dangerouslyAllowShort ? 1 : Self.minimumByteCount
        guard bytes.count >= minimum else {
            throw AuthError(.invalidArgument, "A secret has at least \(minimum) bytes, not \(bytes.count).")
        }
        guard bytes.count <= Self.maximumByteCount else {
            throw AuthError(.limitExceeded, "A secret has at most \(Self.maximumByteCount) bytes.")
        }
        self.bytes = bytes
    }

    /// The secret of a Base32 text as people and providers write it: either case, with blanks, hyphens and padding (also `%3D`) or without.
    ///
    /// Throws ``AuthError/Code/malformed`` with a reason that says what a digit 0, 1, 8 or 9 most likely stands for; none is ever replaced.
    public init(base32 text: String, dangerouslyAllowShort: Bool = false) throws(AuthError) {
        // A text of the longest secret in groups of two, padded, is shorter.
        guard text.utf8.count <= 4 * Self.maximumByteCount else {
            throw AuthError(.limitExceeded, "A secret has at most \(Self.maximumByteCount) bytes.")
        }
        let bytes = try authCore { () throws(CoreError) in try Base32.decodeOneTimePasswordKey(text) }
        try self.init(bytes: bytes, dangerouslyAllowShort: dangerouslyAllowShort)
    }

    /// The secret as upper-case Base32 without padding, in ordinary memory: for a person who types it into an authenticator.
    ///
    /// - Parameter grouped: Puts a blank after every fourth character.
    public func base32Revealed(grouped: Bool = false) -> String {
        let text = unsafe bytes.withUnsafeBytes { unsafe Base32.encode($0, padded: false) }
        if !grouped { return text }
        var groups = ""
        for (index, character) in text.enumerated() {
            if index > 0, index % 4 == 0 { groups.append(" ") }
            groups.append(character)
        }
        return groups
    }

    /// By length alone: a hash of the bytes would be one more thing that knows them.
    public func hash(into hasher: inout Hasher) { hasher.combine(bytes.count) }
}

extension OTPSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { Redaction.text }
    public var debugDescription: String { Redaction.text }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
