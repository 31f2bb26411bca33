/// The value of a property list, whatever format it was read from.
///
/// Readers bound its depth and size, so a consumer may recurse.
public indirect enum PropertyList: Hashable, Codable, Sendable {
    case string(String)
    case integer(Int64)
    case real(Double)
    case boolean(Bool)
    case date(WallTime)
    case data([UInt8])
    case array([PropertyList])
    case dictionary([String: PropertyList])

    /// The value under `key`, or `nil` when this is no dictionary or has no such key.
    public subscript(key: String) -> PropertyList? {
        if case .dictionary(let members) = self { return members[key] }
        return nil
    }

    /// The text, when this is a string.
    public var string: String? { if case .string(let value) = self { value } else { nil } }

    /// The truth value as Apple's consumers read it: a boolean, or an integer that is not zero, or the strings `YES` and `true`.
    public var boolean: Bool? {
        switch self {
        case .boolean(let value): value
        case .integer(let value): value != 0
        case .string(let value):
            switch value.lowercased() {
            case "yes", "true", "1": true
            case "no", "false", "0": false
            default: nil
            }
        default: nil
        }
    }

    /// The integer, when this is one.
    public var integer: Int64? { if case .integer(let value) = self { value } else { nil } }

    /// The elements, when this is an array.
    public var array: [PropertyList]? { if case .array(let value) = self { value } else { nil } }

    /// The members, when this is a dictionary.
    public var dictionary: [String: PropertyList]? { if case .dictionary(let value) = self { value } else { nil } }
}
