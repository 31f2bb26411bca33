/// What CBOR from outside may cost its reader.
public struct CBORLimits: Hashable, Sendable {
    /// The most bytes of input.
    public var byteCount: Int
    /// How deep arrays, maps and tags may lie within each other.
    public var depth: Int
    /// The most items in all: each element, key and value counts.
    public var itemCount: Int

    /// 1 MiB, 16 levels and 65,536 items where nothing else is said.
    public init(byteCount: Int = 1 << 20, depth: Int = 16, itemCount: Int = 65_536) {
        self.byteCount = byteCount
        self.depth = depth
        self.itemCount = itemCount
    }
}

/// In which order the keys of a CBOR map may stand. A key that stands twice is refused either way.
public enum CBORKeyOrder: Hashable, Sendable {
    /// By their encoded bytes (RFC 8949, section 4.2.1).
    case deterministic
    /// Any: for the many encoders, App Attest's among them, that do not sort.
    case any
}

/// Reads CBOR (RFC 8949) item by item, in its deterministic form and within limits.
///
/// Refused: arguments longer than needed, indefinite lengths, unsorted keys (unless allowed), keys that stand twice, text that is not UTF-8,
/// floating-point numbers and simple values other than the four of ``CBORValue``.
public struct CBORReader: Sendable {
    private let input: [UInt8]
    private let limits: CBORLimits
    private let keyOrder: CBORKeyOrder
    private var items = 0

    /// Where the next item begins.
    public private(set) var offset = 0

    /// Makes a reader of `input`. Throws ``CoreError/Code/limitExceeded`` when it is longer than allowed.
    public init(_ input: [UInt8], limits: CBORLimits = CBORLimits(), keyOrder: CBORKeyOrder = .deterministic) throws(CoreError) {
        guard input.count <= limits.byteCount else { throw CoreError(.limitExceeded, "CBOR of more than \(limits.byteCount) bytes.") }
        self.input = input
        self.limits = limits
        self.keyOrder = keyOrder
    }

    /// Whether nothing is left.
    public var isAtEnd: Bool { offset == input.count }

    /// Reads the next item and moves past it.
    public mutating func next() throws(CoreError) -> CBORValue { try value(depth: 0) }

    private mutating func value(depth: Int) throws(CoreError) -> CBORValue {
        items += 1
        guard items <= limits.itemCount else { throw CoreError(.limitExceeded, "More than \(limits.itemCount) CBOR items.") }
        let head = try self.head()
        switch head.type {
        case .unsigned: return .unsigned(head.argument)
        case .negative: return .negative(head.argument)
        case .bytes: return .bytes(Array(try content(head.argument)))
        case .text: return .text(try text(head.argument))
        case .array:
            var elements: [CBORValue] = []
            for _ in 0..<(try count(head.argument, depth: depth)) { elements.append(try value(depth: depth + 1)) }
            return .array(elements)
        case .map: return .map(try entries(head.argument, depth: depth))
        case .tag:
            _ = try count(0, depth: depth)
            return .tagged(head.argument, try value(depth: depth + 1))
        case .simple: return try simple(head.argument)
        }
    }

    private mutating func entries(_ argument: UInt64, depth: Int) throws(CoreError) -> [CBOREntry] {
        var entries: [CBOREntry] = []
        var previous: ArraySlice<UInt8> = []
        var seen: Set<CBORValue> = []
        for index in 0..<(try count(argument, depth: depth)) {
            let start = offset
            let key = try value(depth: depth + 1)
            let encoded = input[start..<offset]
            if keyOrder == .any {
                guard seen.insert(key).inserted else { throw CoreError(.duplicateMember, "A CBOR map with a key twice.") }
            } else if index > 0, !previous.lexicographicallyPrecedes(encoded) {
                throw previous == encoded
                    ? CoreError(.duplicateMember, "A CBOR map with a key twice.")
                    : CoreError(.notCanonical, "A CBOR map with unsorted keys.")
            }
            previous = encoded
            entries.append(CBOREntry(key, try value(depth: depth + 1)))
        }
        return entries
    }

    private func simple(_ argument: UInt64) throws(CoreError) -> CBORValue {
        switch argument {
        case 20: return .boolean(false)
        case 21: return .boolean(true)
        case 22: return .null
        case 23: return .undefined
        case .max: throw CoreError(.unsupported, "A floating-point number in CBOR.")
        default: throw CoreError(.unsupported, "A CBOR simple value that has no meaning here.")
        }
    }

    private mutating func head() throws(CoreError) -> CBORHead {
        var position = offset
        let head = unsafe try input.withBytes { (bytes) throws(CoreError) in unsafe try CBORHead.read(from: bytes, at: &position) }
        offset = position
        return head
    }

    private mutating func content(_ length: UInt64) throws(CoreError) -> ArraySlice<UInt8> {
        guard length <= UInt64(input.count - offset) else { throw CoreError(.truncated, "CBOR ends inside a string.") }
        defer { offset += Int(length) }
        return input[offset..<offset + Int(length)]
    }

    private mutating func text(_ length: UInt64) throws(CoreError) -> String {
        let content = try content(length)
        guard let text = String(strictUTF8: content) else { throw CoreError(.malformed, "CBOR text that is not UTF-8.") }
        return text
    }

    /// A number of elements: each takes a byte at least, so that more than bytes are left cannot come.
    private func count(_ argument: UInt64, depth: Int) throws(CoreError) -> Int {
        guard depth < limits.depth else { throw CoreError(.limitExceeded, "CBOR nested deeper than \(limits.depth) levels.") }
        guard argument <= UInt64(input.count - offset) else { throw CoreError(.truncated, "CBOR ends inside an array or map.") }
        return Int(argument)
    }
}

extension CBORValue {
    /// Reads exactly one item; see ``CBORReader``. Throws ``CoreError/Code/trailingData`` when something follows it.
    public init(
        parsing input: [UInt8], limits: CBORLimits = CBORLimits(), keyOrder: CBORKeyOrder = .deterministic
    ) throws(CoreError) {
        var reader = try CBORReader(input, limits: limits, keyOrder: keyOrder)
        self = try reader.next()
        guard reader.isAtEnd else { throw CoreError(.trailingData, "Something follows the CBOR item.") }
    }
}
