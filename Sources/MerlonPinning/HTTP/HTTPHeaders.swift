/// Header fields: names without case, values without line breaks, in order (RFC 9110, 5).
///
/// Printing shows the names alone: values may be tokens.
public struct HTTPHeaders: Hashable, Sendable, CustomStringConvertible {
    /// The fields in order; names in lower case.
    public private(set) var fields: [Field] = []

    /// One field.
    public struct Field: Hashable, Sendable {
        /// In lower case.
        public let name: String
        /// Without blanks around it.
        public let value: String
    }

    /// No fields.
    public init() {}

    /// Fields in order. Throws ``PinningError/Code/invalidArgument`` for a name or value that could end the field early.
    public init(_ fields: KeyValuePairs<String, String>) throws(PinningError) {
        for (name, value) in fields { try add(name, value) }
    }

    /// Adds a field after those that are there. Throws ``PinningError/Code/invalidArgument``: a name is a token, a value has no controls.
    public mutating func add(_ name: String, _ value: String) throws(PinningError) {
        guard let field = Field(name, value) else {
            throw PinningError(.invalidArgument, "A header field has a character that header fields cannot have.")
        }
        fields.append(field)
    }

    /// Replaces all fields of that name by one.
    public mutating func set(_ name: String, _ value: String) throws(PinningError) {
        remove(name)
        try add(name, value)
    }

    /// Removes all fields of that name.
    public mutating func remove(_ name: String) {
        let name = name.lowercased()
        fields.removeAll { $0.name == name }
    }

    /// The value of the first field of that name.
    public subscript(name: String) -> String? { values(of: name).first }

    /// The values of all fields of that name, in order.
    public func values(of name: String) -> [String] {
        let name = name.lowercased()
        return fields.filter { $0.name == name }.map(\.value)
    }

    /// The names, with every value hidden.
    public var description: String { fields.map { "\($0.name): ‹redacted›" }.joined(separator: ", ") }
}

extension HTTPHeaders.Field {
    init?(_ name: String, _ value: String) {
        let isToken = { (byte: UInt8) -> Bool in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
        }
        guard !name.isEmpty, name.utf8.count <= 256, name.utf8.allSatisfy(isToken), value.utf8.count <= 65_536,
            value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
        else { return nil }
        self.name = name.lowercased()
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        self.value = String(decoding: value.utf8.drop(while: isBlank).reversed().drop(while: isBlank).reversed(), as: UTF8.self)
    }
}

extension HTTPHeaders: CustomDebugStringConvertible, CustomReflectable {
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["names": fields.map(\.name)]) }
}

extension HTTPHeaders.Field: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "\(name): ‹redacted›" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
