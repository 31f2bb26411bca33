public import MerlonCore

/// A property whose value is never printed, encoded or mirrored: `print`, `dump`, interpolation, the debugger's `po` and `Mirror` show
/// `‹redacted›`, also as part of the value that owns it. What reads memory, such as the debugger's `frame variable`, sees it.
/// OWASP MASVS-STORAGE-2, MASWE-0001.
///
/// ```swift
/// struct Patient { let id: Int; @Sensitive var name: String }
/// print(Patient(id: 7, name: "Ada"))          // Patient(id: 7, _name: ‹redacted›)
/// ```
///
/// It decodes like its value. It does not encode: a type that is `Encodable` has to say how such a property leaves
/// (``Redacted/unredacted`` of the projected value), so that no report carries it by accident. In `os.Logger` interpolate the projected
/// value (`\(patient.$name)`): it prints as the mask whatever the privacy option. The value lies in ordinary memory: keys and passwords
/// belong in `SecretBytes`.
@propertyWrapper
public struct Sensitive<Value> {
    private var box: Redacted<Value>

    /// The value. Each use is a place where it may leak.
    public var wrappedValue: Value {
        get { box.unredacted }
        set { box.unredacted = newValue }
    }

    /// The value in a form that can be handed to anything that prints.
    public var projectedValue: Redacted<Value> { box }

    /// Hides `wrappedValue` from printing.
    public init(wrappedValue: Value) { box = Redacted(wrappedValue) }
}

extension Sensitive: Sendable where Value: Sendable {}
extension Sensitive: Equatable where Value: Equatable {}
extension Sensitive: Hashable where Value: Hashable {}

extension Sensitive: Decodable where Value: Decodable {
    public init(from decoder: any Decoder) throws { self.init(wrappedValue: try Value(from: decoder)) }
}

extension Sensitive: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { box.description }
    public var debugDescription: String { box.debugDescription }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
