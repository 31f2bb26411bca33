/// Writes the fields of a ``Sealable`` value into protected memory, as a sequence of CBOR items (RFC 8742).
public struct SealedEncoder: ~Copyable, Sendable {
    private var bytes: LockedBytes
    private var count = 0

    package init() throws(CoreError) { bytes = try LockedBytes(count: 256) }

    /// Writes a number.
    public mutating func encode(_ value: Int64) throws(CoreError) { try append(CBORValue.integer(value).serialized()) }

    /// Writes a truth value.
    public mutating func encode(_ value: Bool) throws(CoreError) { try append(CBORValue.boolean(value).serialized()) }

    /// Writes a text.
    public mutating func encode(_ value: String) throws(CoreError) {
        try appendHead(.text, value.utf8.count)
        try append(value.utf8)
    }

    /// Writes bytes.
    public mutating func encode(_ value: [UInt8]) throws(CoreError) {
        try appendHead(.bytes, value.count)
        try append(value)
    }

    /// Writes a secret.
    public mutating func encode(_ value: SecretBytes) throws(CoreError) {
        try appendHead(.bytes, value.count)
        try reserve(value.count)
        let start = count
        unsafe value.withUnsafeBytes { source in
            unsafe bytes.withUnsafeMutableBytes { unsafe UnsafeMutableRawBufferPointer(rebasing: $0[start...]).copyMemory(from: source) }
        }
        count += value.count
    }

    /// Writes a value's fields in place.
    public mutating func encode(_ value: some Sealable) throws(CoreError) { try value.encode(to: &self) }

    /// Writes whether there is a value, and the value.
    public mutating func encode(_ value: (some Sealable)?) throws(CoreError) {
        try encode(value != nil)
        if let value { try encode(value) }
    }

    /// Writes how many values there are, and the values.
    public mutating func encode(_ values: [some Sealable]) throws(CoreError) {
        try appendHead(.unsigned, values.count)
        for value in values { try encode(value) }
    }

    /// What was written.
    package consuming func finish() throws(CoreError) -> SecretBytes {
        let end = count
        return try SecretBytes(bytes).extracting(0..<end)
    }

    private mutating func appendHead(_ type: CBORHead.MajorType, _ argument: Int) throws(CoreError) {
        var head: [UInt8] = []
        CBORHead(type: type, argument: UInt64(argument)).write(to: &head)
        try append(head)
    }

    private mutating func append(_ content: some Collection<UInt8>) throws(CoreError) {
        try reserve(content.count)
        let start = count
        unsafe bytes.withUnsafeMutableBytes { unsafe UnsafeMutableRawBufferPointer(rebasing: $0[start...]).copyBytes(from: content) }
        count += content.count
    }

    private mutating func reserve(_ more: Int) throws(CoreError) {
        guard bytes.count - count < more else { return }
        var larger = try LockedBytes(count: max(2 * bytes.count, count + more))
        unsafe larger.withUnsafeMutableBytes { target in unsafe bytes.withUnsafeBytes { unsafe target.copyMemory(from: $0) } }
        bytes = larger
    }
}
