import MerlonCore

/// Encodes claims as JSON. Numbers that JSON cannot write are refused.
final class ClaimsEncoder: Encoder {
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any] = [:]
    private(set) var value: JSONValue?
    private let store: (JSONValue) -> Void

    private init(codingPath: [any CodingKey] = [], store: @escaping (JSONValue) -> Void = { _ in }) {
        self.codingPath = codingPath
        self.store = store
    }

    static func encode(_ claims: some Encodable) throws(AuthError) -> JSONValue {
        let encoder = ClaimsEncoder()
        do { try claims.encode(to: encoder) } catch {
            // The claims' own error could carry their contents into a log.
            throw AuthError(.invalidArgument, "The claims cannot be written as JSON.")
        }
        return encoder.value ?? .object([:])
    }

    private func set(_ value: JSONValue) {
        self.value = value
        store(value)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if value == nil { set(.object([:])) }
        return KeyedEncodingContainer(Members(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if value == nil { set(.array([])) }
        return Elements(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

    private func setMember(_ name: String, _ member: JSONValue) {
        var members = value?.object ?? [:]
        members[name] = member
        set(.object(members))
    }

    private func setElement(_ index: Int?, _ element: JSONValue) {
        var elements = value?.array ?? []
        if let index { elements[index] = element } else { elements.append(element) }
        set(.array(elements))
    }

    private func member(_ key: any CodingKey) -> ClaimsEncoder {
        ClaimsEncoder(codingPath: codingPath + [key]) { self.setMember(key.stringValue, $0) }
    }

    private func element() -> ClaimsEncoder {
        let index = value?.array?.count ?? 0
        setElement(nil, .null)
        return ClaimsEncoder(codingPath: codingPath) { self.setElement(index, $0) }
    }

    private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: ClaimsEncoder
        var codingPath: [any CodingKey] { encoder.codingPath }

        func encodeNil(forKey key: Key) { encoder.setMember(key.stringValue, .null) }
        func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try value.encode(to: encoder.member(key)) }
        func superEncoder() -> any Encoder { encoder }
        func superEncoder(forKey key: Key) -> any Encoder { encoder.member(key) }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder.member(key).unkeyedContainer() }

        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
            encoder.member(key).container(keyedBy: type)
        }
    }

    private struct Elements: UnkeyedEncodingContainer {
        let encoder: ClaimsEncoder
        var codingPath: [any CodingKey] { encoder.codingPath }
        var count: Int { encoder.value?.array?.count ?? 0 }

        func encodeNil() { encoder.setElement(nil, .null) }
        func encode<T: Encodable>(_ value: T) throws { try value.encode(to: encoder.element()) }
        func superEncoder() -> any Encoder { encoder.element() }
        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.element().unkeyedContainer() }

        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
            encoder.element().container(keyedBy: type)
        }
    }

    private struct Single: SingleValueEncodingContainer {
        let encoder: ClaimsEncoder
        var codingPath: [any CodingKey] { encoder.codingPath }

        func encodeNil() { encoder.set(.null) }
        func encode(_ value: Bool) { encoder.set(.boolean(value)) }
        func encode(_ value: String) { encoder.set(.string(value)) }
        func encode(_ value: Double) throws { encoder.set(.real(try finite(value))) }
        func encode(_ value: Float) throws { encoder.set(.real(try finite(Double(value)))) }
        func encode(_ value: Int) throws { try whole(value) }
        func encode(_ value: Int8) throws { try whole(value) }
        func encode(_ value: Int16) throws { try whole(value) }
        func encode(_ value: Int32) throws { try whole(value) }
        func encode(_ value: Int64) throws { try whole(value) }
        func encode(_ value: UInt) throws { try whole(value) }
        func encode(_ value: UInt8) throws { try whole(value) }
        func encode(_ value: UInt16) throws { try whole(value) }
        func encode(_ value: UInt32) throws { try whole(value) }
        func encode(_ value: UInt64) throws { try whole(value) }
        func encode<T: Encodable>(_ value: T) throws { try value.encode(to: encoder) }

        private func whole(_ value: some FixedWidthInteger) throws {
            guard let value = Int64(exactly: value) else { throw mismatch(value) }
            encoder.set(.integer(value))
        }

        private func finite(_ value: Double) throws -> Double {
            guard value.isFinite else { throw mismatch(value) }
            return value
        }

        private func mismatch(_ value: Any) -> any Error {
            EncodingError.invalidValue(value, .init(codingPath: codingPath, debugDescription: "no JSON number"))
        }
    }
}
