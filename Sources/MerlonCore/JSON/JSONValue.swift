/// A JSON value (RFC 8259), as read by ``init(parsing:limits:)`` or made for ``serialized(pretty:)``.
///
/// Integers keep their exact value; `.real` is only for numbers that are written with a fraction or an exponent, or do not fit 64 bits.
public indirect enum JSONValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// The value under `name`, or `nil` when this is no object or has no such member.
    public subscript(name: String) -> JSONValue? {
        if case .object(let members) = self { return members[name] }
        return nil
    }

    /// The text, when this is a string.
    public var string: String? { if case .string(let value) = self { value } else { nil } }

    /// The truth value, when this is one.
    public var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

    /// The integer, when this is one that was written without fraction and exponent.
    public var integer: Int64? { if case .integer(let value) = self { value } else { nil } }

    /// The elements, when this is an array.
    public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

    /// The members, when this is an object.
    public var object: [String: JSONValue]? { if case .object(let value) = self { value } else { nil } }

    /// Whether this is `null`.
    public var isNull: Bool { self == .null }

    /// An object of the members that have a value; a member without one is left out.
    public static func members(_ members: [String: JSONValue?]) -> JSONValue { .object(members.compactMapValues { $0 }) }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// The last of two members of one name counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
}

extension JSONValue {
    /// The number, when it is a whole one that 64 signed bits hold, however it was written: `1e3` and `1000.0` are 1000.
    ///
    /// Above 2^53 only numbers without fraction and exponent count: others were rounded when they were read.
    public var wholeNumber: Int64? {
        switch self {
        case .integer(let value): value
        case .real(let value) where value.magnitude <= 0x1p53: Int64(exactly: value)
        default: nil
        }
    }
}
