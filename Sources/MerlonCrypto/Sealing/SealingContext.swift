/// What a sealed message is for. It is authenticated and not stored: opening needs the same one, so a message that was moved to another place
/// does not open there.
///
/// ```swift
/// let sealed = try key.seal(token, context: "session/refresh-token")
/// let sealed = try key.seal(note, context: SealingContext("note", user, noteID))
/// ```
/// The parts are kept apart: `("ab", "c")` and `("a", "bc")` are different contexts. A context that is used often is best kept in a constant.
public struct SealingContext: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The parts, each behind its length in four bytes.
    let encoded: [UInt8]

    /// A context of a purpose and what tells its instances apart.
    public init(_ purpose: String, _ details: String...) { self.init(parts: ([purpose] + details).map { Array($0.utf8) }) }

    /// A context of parts that are no text.
    public init(parts: [[UInt8]]) {
        var bytes: [UInt8] = []
        for part in parts {
            for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: part.count >> shift)) }
            bytes += part
        }
        encoded = bytes
    }

    /// A context of one part.
    public init(stringLiteral value: String) { self.init(value) }
}
