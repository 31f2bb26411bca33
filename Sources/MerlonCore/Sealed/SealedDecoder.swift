/// Reads the fields of a ``Sealable`` value, in the order in which they were written. Only opening makes one.
///
/// Each method throws ``CoreError/Code/typeMismatch`` when another kind of field stands there, and ``CoreError/Code/truncated`` at the end.
public struct SealedDecoder: ~Copyable, Sendable {
    private let record: SecretBytes
    private var offset = 0
    private var depth = 0

    package init(_ bytes: SecretBytes) { record = bytes }

    /// Reads a number.
    public mutating func integer() throws(CoreError) -> Int64 {
        let head = try self.head()
        switch head.type {
        case .unsigned: if let value = Int64(exactly: head.argument) { return value }
        case .negative: if let value = Int64(exactly: head.argument) { return -1 - value }
        default: break
        }
        throw Self.mismatch
    }

    /// Reads a truth value.
    public mutating func boolean() throws(CoreError) -> Bool {
        let head = try self.head()
        guard head.type == .simple, head.argument == 20 || head.argument == 21 else { throw Self.mismatch }
        return head.argument == 21
    }

    /// Reads a text.
    public mutating func string() throws(CoreError) -> String {
        let range = try content(of: .text)
        let text = unsafe record.withUnsafeBytes { unsafe String(decoding: $0[range], as: UTF8.self) }
        guard text.utf8.count == range.count else { throw CoreError(.malformed, "A sealed text that is not UTF-8.") }
        return text
    }

    /// Reads bytes into ordinary memory.
    public mutating func bytes() throws(CoreError) -> [UInt8] {
        let range = try content(of: .bytes)
        return unsafe record.withUnsafeBytes { unsafe Array($0[range]) }
    }

    /// Reads bytes into protected memory.
    public mutating func secret() throws(CoreError) -> SecretBytes { try record.extracting(try content(of: .bytes)) }

    /// Reads the fields of a value. Values lie at most 64 deep within each other.
    public mutating func value<Value: Sealable>(_ type: Value.Type = Value.self) throws(CoreError) -> Value {
        guard depth < 64 else { throw CoreError(.limitExceeded, "Sealed values nested deeper than 64 levels.") }
        depth += 1
        defer { depth -= 1 }
        return try Value(from: &self)
    }

    /// Reads whether there is a value, and the value.
    public mutating func optional<Value: Sealable>(_ type: Value.Type = Value.self) throws(CoreError) -> Value? {
        try boolean() ? try value(type) : nil
    }

    /// Reads how many values there are, and the values.
    public mutating func values<Value: Sealable>(_ type: Value.Type = Value.self) throws(CoreError) -> [Value] {
        let head = try self.head()
        guard head.type == .unsigned else { throw Self.mismatch }
        guard head.argument <= UInt64(record.count - offset) else { throw Self.truncated }
        var values: [Value] = []
        for _ in 0..<head.argument { values.append(try value(type)) }
        return values
    }

    /// Checks that every field was read.
    package func finish() throws(CoreError) {
        guard offset == record.count else { throw CoreError(.trailingData, "A sealed value has more fields than were read.") }
    }

    private mutating func head() throws(CoreError) -> CBORHead {
        var position = offset
        let head = unsafe try record.withUnsafeBytes { (buffer) throws(CoreError) in unsafe try CBORHead.read(from: buffer, at: &position) }
        offset = position
        return head
    }

    private mutating func content(of type: CBORHead.MajorType) throws(CoreError) -> Range<Int> {
        let head = try self.head()
        guard head.type == type else { throw Self.mismatch }
        guard head.argument <= UInt64(record.count - offset) else { throw Self.truncated }
        defer { offset += Int(head.argument) }
        return offset..<offset + Int(head.argument)
    }

    private static let mismatch = CoreError(.typeMismatch, "A sealed value has another kind of field there.")
    private static let truncated = CoreError(.truncated, "A sealed value ends inside a field.")
}
