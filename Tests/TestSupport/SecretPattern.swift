/// Bytes that a probe makes in a secret's own memory and a test looks for elsewhere: computed, so that no file and no argument has them.
public enum SecretPattern: Sendable {
    /// How many bytes a pattern has.
    public static let count = 48

    /// The byte at `index` of the pattern of `seed`.
    public static func byte(_ index: Int, seed: UInt64) -> UInt8 {
        var state = (seed << 32 | UInt64(index)) &* 0x9E37_79B9_7F4A_7C15
        state = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        state = (state ^ state >> 27) &* 0x94D0_49BB_1331_11EB
        return UInt8(truncatingIfNeeded: state >> 56)
    }

    /// The whole pattern of `seed`.
    public static func bytes(seed: UInt64) -> [UInt8] { (0..<count).map { byte($0, seed: seed) } }
}
