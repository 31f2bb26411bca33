internal import MerlonCore
internal import MerlonCrypto

/// A SHA-256 digest, held in place: comparing and storing one costs no allocation.
public struct PinDigest: Hashable, Comparable, Sendable, CustomStringConvertible {
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// The digest of `bytes`.
    public init(hashing bytes: some Collection<UInt8>) {
        self.init(digest: HashAlgorithm.sha256.digest(of: bytes))
    }

    /// From its 32 bytes; ``PinningError/Code/invalidPin`` for any other number.
    public init(bytes: some Collection<UInt8>) throws(PinningError) {
        guard bytes.count == 32 else { throw PinningError(.invalidPin, "A SHA-256 digest has 32 bytes, not \(bytes.count).") }
        self.init(digest: Array(bytes))
    }

    /// From standard Base64 in its one form: 44 characters with padding (RFC 4648, section 4). ``PinningError/Code/invalidPin`` for anything
    /// else, such as 43 characters, the URL-safe alphabet or blanks.
    public init(base64 text: String) throws(PinningError) {
        guard text.utf8.count == 44, let bytes = Base64Text.decode(text), bytes.count == 32 else {
            throw PinningError(.invalidPin, "Not the Base64 of 32 bytes: 44 characters that end in one '='.")
        }
        self.init(digest: bytes)
    }

    /// The 32 bytes.
    public var bytes: [UInt8] {
        [words.0, words.1, words.2, words.3].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) } }
    }

    /// Standard Base64 with padding, as `NSPinnedDomains` and HPKP have it.
    public var base64: String { Base64Text.encode(bytes) }

    /// Lower-case hexadecimal, as certificate viewers show fingerprints.
    public var hex: String { Hex.encode(bytes) }

    public var description: String { base64 }

    public static func == (left: PinDigest, right: PinDigest) -> Bool { left.words == right.words }

    public static func < (left: PinDigest, right: PinDigest) -> Bool { left.words < right.words }

    public func hash(into hasher: inout Hasher) { hasher.combine(words.0) }

    /// `digest` has 32 bytes.
    private init(digest: [UInt8]) {
        let word = { (start: Int) -> UInt64 in digest[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) } }
        words = (word(0), word(8), word(16), word(24))
    }
}
