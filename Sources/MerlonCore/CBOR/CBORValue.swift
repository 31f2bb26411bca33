/// A CBOR value (RFC 8949) without floating-point numbers, which nothing that Merlon reads or writes uses.
public indirect enum CBORValue: Hashable, Sendable {
    /// A number from 0 on.
    case unsigned(UInt64)
    /// The number -1 - n.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBORValue])
    /// The entries in the order in which they stand.
    case map([CBOREntry])
    case tagged(UInt64, CBORValue)
    case boolean(Bool)
    case null
    case undefined

    /// The number, when this is one that 64 signed bits hold.
    public var integer: Int64? {
        switch self {
        case .unsigned(let value): Int64(exactly: value)
        case .negative(let value): Int64(exactly: value).map { -1 - $0 }
        default: nil
        }
    }

    /// The bytes, when this is a byte string.
    public var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }

    /// The text, when this is a text string.
    public var text: String? { if case .text(let value) = self { value } else { nil } }

    /// The elements, when this is an array.
    public var array: [CBORValue]? { if case .array(let value) = self { value } else { nil } }

    /// The value under a text key, or `nil` when this is no map or has no such key.
    public subscript(key: String) -> CBORValue? { self[.text(key)] }

    /// The value under a key, or `nil` when this is no map or has no such key.
    public subscript(key: CBORValue) -> CBORValue? {
        guard case .map(let entries) = self else { return nil }
        return entries.first { $0.key == key }?.value
    }

    /// A signed number in its CBOR form.
    public static func integer(_ value: Int64) -> CBORValue { value < 0 ? .negative(UInt64(-1 - value)) : .unsigned(UInt64(value)) }
}

/// One key of a CBOR map and its value.
public struct CBOREntry: Hashable, Sendable {
    /// Any value; unique in its map.
    public var key: CBORValue
    /// What the key stands for.
    public var value: CBORValue

    /// Makes an entry.
    public init(_ key: CBORValue, _ value: CBORValue) {
        self.key = key
        self.value = value
    }
}
