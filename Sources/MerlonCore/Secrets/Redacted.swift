/// What stands in the place of a secret in any printed form.
package enum Redaction {
    package static let text = "‹redacted›"
}

/// A value that is never printed: `print`, `dump`, interpolation, `Mirror` and the debugger show `‹redacted›`.
///
/// For what must be used as an ordinary value (a user name, an address, a token on its way into a header) and must not reach a log. Its
/// memory is not protected: keys and passwords belong in ``SecretBytes``. Not `Encodable`: writing it out is a decision, made with
/// ``unredacted``.
public struct Redacted<Value> {
    /// The value itself. Each use is a place where it may leak.
    public var unredacted: Value

    /// Hides `value` from printing.
    public init(_ value: Value) { unredacted = value }

    /// Hides what `transform` makes of the value.
    public func map<Other, E: Error>(_ transform: (Value) throws(E) -> Other) throws(E) -> Redacted<Other> {
        Redacted<Other>(try transform(unredacted))
    }
}

extension Redacted: Sendable where Value: Sendable {}
extension Redacted: Equatable where Value: Equatable {}
extension Redacted: Hashable where Value: Hashable {}

extension Redacted: Decodable where Value: Decodable {
    public init(from decoder: any Decoder) throws { self.init(try Value(from: decoder)) }
}

extension Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { Redaction.text }
    public var debugDescription: String { Redaction.text }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
