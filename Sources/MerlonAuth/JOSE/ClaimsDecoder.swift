import MerlonCore

/// Decodes claims from JSON without rounding: a whole number is one however it is written (`1e3`, `1000.0`), and one that the type cannot hold
/// is refused. Dates are not guessed: decode a number.
struct ClaimsDecoder: Decoder {
    let value: JSONValue
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any] = [:]

    static func decode<Claims: Decodable>(_ type: Claims.Type, from value: JSONValue) throws(AuthError) -> Claims {
        do { return try Claims(from: ClaimsDecoder(value: value, codingPath: [])) } catch let error as AuthError {
            throw error
        } catch {
            // The decoder's own error would carry claims into a log.
            throw AuthError(.claimMismatch, "The token's claims are not of the type that was asked for.")
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard let members = value.object else { throw mismatch() }
        return KeyedDecodingContainer(Members(members: members, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let elements = value.array else { throw mismatch() }
        return Elements(elements: elements, codingPath: codingPath)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    private func mismatch() -> any Error { DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: "another type")) }

    private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let members: [String: JSONValue]
        let codingPath: [any CodingKey]

        var allKeys: [Key] { members.keys.compactMap(Key.init(stringValue:)) }
        func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }
        func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).value.isNull }
        func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try decoder(key).decode(type) }

        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
            try decoder(key).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try decoder(key).unkeyedContainer() }
        func superDecoder() throws -> any Decoder { ClaimsDecoder(value: .object(members), codingPath: codingPath) }
        func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

        private func decoder(_ key: Key) throws -> ClaimsDecoder {
            guard let value = members[key.stringValue] else {
                throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "no such claim"))
            }
            return ClaimsDecoder(value: value, codingPath: codingPath + [key])
        }
    }

    private struct Elements: UnkeyedDecodingContainer {
        let elements: [JSONValue]
        let codingPath: [any CodingKey]
        var currentIndex = 0

        var count: Int? { elements.count }
        var isAtEnd: Bool { currentIndex >= elements.count }

        mutating func decodeNil() throws -> Bool {
            guard try peek().value.isNull else { return false }
            currentIndex += 1
            return true
        }

        mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
            let decoded = try peek().decode(type)
            currentIndex += 1
            return decoded
        }

        mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
            let container = try peek().container(keyedBy: type)
            currentIndex += 1
            return container
        }

        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
            let container = try peek().unkeyedContainer()
            currentIndex += 1
            return container
        }

        mutating func superDecoder() throws -> any Decoder {
            let decoder = try peek()
            currentIndex += 1
            return decoder
        }

        private func peek() throws -> ClaimsDecoder {
            guard !isAtEnd else {
                throw DecodingError.valueNotFound(JSONValue.self, .init(codingPath: codingPath, debugDescription: "no more elements"))
            }
            return ClaimsDecoder(value: elements[currentIndex], codingPath: codingPath)
        }
    }
}

extension ClaimsDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { value.isNull }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: self) }

    func decode(_ type: Bool.Type) throws -> Bool { try require(value.boolean) }
    func decode(_ type: String.Type) throws -> String { try require(value.string) }
    func decode(_ type: Double.Type) throws -> Double { try require(value.number) }
    func decode(_ type: Float.Type) throws -> Float { try require(value.number.map(Float.init)) }
    func decode(_ type: Int.Type) throws -> Int { try whole() }
    func decode(_ type: Int8.Type) throws -> Int8 { try whole() }
    func decode(_ type: Int16.Type) throws -> Int16 { try whole() }
    func decode(_ type: Int32.Type) throws -> Int32 { try whole() }
    func decode(_ type: Int64.Type) throws -> Int64 { try whole() }
    func decode(_ type: UInt.Type) throws -> UInt { try whole() }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try whole() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try whole() }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try whole() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try whole() }

    private func whole<Number: FixedWidthInteger>() throws -> Number { try require(value.wholeNumber.flatMap { Number(exactly: $0) }) }

    private func require<T>(_ value: T?) throws -> T {
        guard let value else { throw mismatch() }
        return value
    }
}

extension JSONValue {
    fileprivate var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        default: nil
        }
    }
}
