extension CBORValue {
    /// The value in core deterministic encoding (RFC 8949, section 4.2.1): shortest heads, definite lengths, map keys in the order of their
    /// encoded bytes.
    ///
    /// - Precondition: no map has a key twice, and nesting is no deeper than the stack allows; readers with a cap refuse either.
    public func serialized() -> [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .unsigned(let value): CBORHead(type: .unsigned, argument: value).write(to: &bytes)
        case .negative(let value): CBORHead(type: .negative, argument: value).write(to: &bytes)
        case .bytes(let value):
            CBORHead(type: .bytes, argument: UInt64(value.count)).write(to: &bytes)
            bytes += value
        case .text(let value):
            CBORHead(type: .text, argument: UInt64(value.utf8.count)).write(to: &bytes)
            bytes += value.utf8
        case .array(let elements):
            CBORHead(type: .array, argument: UInt64(elements.count)).write(to: &bytes)
            for element in elements { element.write(to: &bytes) }
        case .map(let entries):
            CBORHead(type: .map, argument: UInt64(entries.count)).write(to: &bytes)
            let encoded = entries.map { (key: $0.key.serialized(), value: $0.value) }
            for entry in encoded.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
                bytes += entry.key
                entry.value.write(to: &bytes)
            }
        case .tagged(let tag, let value):
            CBORHead(type: .tag, argument: tag).write(to: &bytes)
            value.write(to: &bytes)
        case .boolean(let value): CBORHead(type: .simple, argument: value ? 21 : 20).write(to: &bytes)
        case .null: CBORHead(type: .simple, argument: 22).write(to: &bytes)
        case .undefined: CBORHead(type: .simple, argument: 23).write(to: &bytes)
        }
    }
}
