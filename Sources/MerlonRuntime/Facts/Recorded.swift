/// A field of recorded facts. A recording that does not have the field, because an older version made it, reads as ``Fact/unsupported``.
@propertyWrapper
public struct Recorded<Value: Sendable>: Sendable {
    /// What was learnt.
    public var wrappedValue: Fact<Value>

    /// Makes a field; not asked, it is unsupported.
    public init(wrappedValue: Fact<Value> = .unsupported) { self.wrappedValue = wrappedValue }
}

extension Recorded: Equatable where Value: Equatable {}
extension Recorded: Hashable where Value: Hashable {}

extension Recorded: Decodable where Value: Decodable {
    public init(from decoder: any Decoder) throws { wrappedValue = try Fact(from: decoder) }
}

extension Recorded: Encodable where Value: Encodable {
    public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension KeyedDecodingContainer {
    /// Called by synthesized decoding for fields that are ``Recorded``.
    public func decode<Value: Decodable>(_ type: Recorded<Value>.Type, forKey key: Key) throws -> Recorded<Value> {
        try decodeIfPresent(type, forKey: key) ?? Recorded()
    }
}
