/// The format of CoreFoundation's `CFBinaryPList.c`: objects, then a table of their offsets, then a trailer of 32 bytes.
///
/// Objects refer to each other by number, so a small file can describe a cycle or a tree that is exponentially large. The first is refused by
/// keeping the path to the current object, the second by counting values as they are unfolded.
struct BinaryPropertyListParser {
    private let bytes: [UInt8]
    private let offsetSize: Int
    private let referenceSize: Int
    private let objectCount: Int
    private let topObject: Int
    private let tableOffset: Int
    private var budget: PropertyListBudget
    /// The containers that hold the current object, outermost first.
    private var path: [Int] = []

    /// Reads the trailer.
    init(_ bytes: [UInt8], limits: PropertyListLimits) throws(PropertyListError) {
        // "bplist00" is what property lists have; 15 to 17 are other encodings of Apple's own.
        guard bytes.count >= 8, bytes[6] == UInt8(ascii: "0") else {
            throw PropertyListError(.unsupported, "a binary property list of an unknown version", offset: 6)
        }
        guard bytes.count >= 8 + 1 + 1 + 32 else {
            throw PropertyListError(.truncated, "a binary property list without its trailer", offset: bytes.count)
        }
        let trailer = bytes.count - 32
        self.bytes = bytes
        budget = PropertyListBudget(limits)
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
            throw PropertyListError(.malformed, "the trailer has impossible field widths", offset: trailer + 6)
        }
        let fields = [8, 16, 24].map { Int(exactly: Self.unsigned(bytes[(trailer + $0)...].prefix(8))) }
        guard let count = fields[0], let top = fields[1], let table = fields[2], count > 0, top < count else {
            throw PropertyListError(.malformed, "the trailer has an impossible number of objects", offset: trailer + 8)
        }
        guard table >= 9, table <= trailer, count <= (trailer - table) / offsetSize else {
            throw PropertyListError(.malformed, "the table of offsets does not fit into the file", offset: trailer + 24)
        }
        objectCount = count
        topObject = top
        tableOffset = table
    }

    mutating func parse() throws(PropertyListError) -> PropertyList { try object(topObject, from: bytes.count - 16) }

    /// The value of object number `index`, which is referred to at byte `origin`.
    private mutating func object(_ index: Int, from origin: Int) throws(PropertyListError) -> PropertyList {
        guard index >= 0, index < objectCount else {
            throw PropertyListError(.malformed, "refers to object \(index) of \(objectCount)", offset: origin)
        }
        let entry = tableOffset + index * offsetSize
        guard let start = Int(exactly: Self.unsigned(bytes[entry...].prefix(offsetSize))), start >= 8, start < tableOffset else {
            throw PropertyListError(.malformed, "object \(index) lies outside the objects", offset: entry)
        }
        if path.contains(index) { throw PropertyListError(.malformed, "object \(index) contains itself", offset: start) }
        let (kind, low) = (bytes[start] >> 4, bytes[start] & 0x0F)
        switch kind {
        case 0x0: return try singleton(low, at: start)
        case 0x1: return try integer(width: 1 << Int(low), at: start)
        case 0x2: return try real(width: 1 << Int(low), at: start)
        case 0x3: return try date(low, at: start)
        case 0x4: return .data(Array(try run(at: start, unit: 1)))
        // ASCII by definition, though writers exist that put UTF-8 there; 0x7 is UTF-8 by definition.
        case 0x5, 0x7: return .string(String(decoding: try run(at: start, unit: 1), as: UTF8.self))
        case 0x6: return .string(UTF16Text.string(try run(at: start, unit: 2), isBigEndian: true))
        case 0x8: return try uid(width: Int(low) + 1, at: start)
        case 0xA, 0xB, 0xC: return .array(try elements(of: index, at: start))
        case 0xD: return .dictionary(try members(of: index, at: start))
        default: throw PropertyListError(.malformed, "object \(index) is of the unknown kind \(kind)", offset: start)
        }
    }

    // MARK: Containers

    private mutating func elements(of index: Int, at start: Int) throws(PropertyListError) -> [PropertyList] {
        let (count, first) = try references(at: start, perElement: 1)
        path.append(index)
        defer { path.removeLast() }
        var values: [PropertyList] = []
        for position in 0..<count { values.append(try referred(at: first + position * referenceSize)) }
        return values
    }

    private mutating func members(of index: Int, at start: Int) throws(PropertyListError) -> [String: PropertyList] {
        let (count, first) = try references(at: start, perElement: 2)
        path.append(index)
        defer { path.removeLast() }
        var values: [String: PropertyList] = [:]
        for position in 0..<count {
            let place = first + position * referenceSize
            guard case .string(let key) = try referred(at: place) else {
                throw PropertyListError(.malformed, "a dictionary has a key that is not a string", offset: place)
            }
            values[key] = try referred(at: place + count * referenceSize)
        }
        return values
    }

    /// Counts a container and finds its references, all of which lie among the objects.
    private mutating func references(at start: Int, perElement: Int) throws(PropertyListError) -> (count: Int, first: Int) {
        try spend(at: start)
        let (count, first) = try length(at: start)
        guard count <= (tableOffset - first) / (referenceSize * perElement) else {
            throw PropertyListError(.truncated, "\(count) elements do not fit into the file", offset: start)
        }
        return (count, first)
    }

    private mutating func referred(at place: Int) throws(PropertyListError) -> PropertyList {
        guard let index = Int(exactly: Self.unsigned(bytes[place...].prefix(referenceSize))) else {
            throw PropertyListError(.malformed, "refers to an impossible object", offset: place)
        }
        return try object(index, from: place)
    }

    // MARK: Scalars

    private mutating func singleton(_ low: UInt8, at start: Int) throws(PropertyListError) -> PropertyList {
        try spend(at: start)
        switch low {
        case 0x8: return .boolean(false)
        case 0x9: return .boolean(true)
        default: throw PropertyListError(.unsupported, "has a null, a fill byte or a URL where a value is due", offset: start)
        }
    }

    /// Widths of 1, 2 and 4 bytes are unsigned, 8 is signed, 16 is signed too and used for what 8 cannot hold.
    private mutating func integer(width: Int, at start: Int) throws(PropertyListError) -> PropertyList {
        let field = try scalar(width, at: start)
        if width <= 4 { return .integer(Int64(Self.unsigned(field))) }
        let low = Self.unsigned(field.suffix(8))
        guard width == 16 else { return .integer(Int64(bitPattern: low)) }
        let high = Int64(bitPattern: Self.unsigned(field.prefix(8)))
        if high == (Int64(bitPattern: low) < 0 ? -1 : 0) { return .integer(Int64(bitPattern: low)) }
        return .real(Double(high) * 0x1p64 + Double(low))
    }

    private mutating func real(width: Int, at start: Int) throws(PropertyListError) -> PropertyList {
        guard width == 4 || width == 8 else { throw PropertyListError(.malformed, "a real number of \(width) bytes", offset: start) }
        let bits = Self.unsigned(try scalar(width, at: start))
        return .real(width == 4 ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits))
    }

    /// Seconds since 2001-01-01T00:00:00Z.
    private mutating func date(_ low: UInt8, at start: Int) throws(PropertyListError) -> PropertyList {
        guard low == 3 else { throw PropertyListError(.malformed, "a date that is not 8 bytes long", offset: start) }
        let seconds = Double(bitPattern: Self.unsigned(try scalar(8, at: start)))
        let whole = seconds.rounded(.down)
        guard whole.magnitude < 0x1p60 else { throw PropertyListError(.malformed, "a date that is no point in time", offset: start) }
        return .date(WallTime(seconds: Int64(whole) + 978_307_200, nanoseconds: UInt32((seconds - whole) * 1_000_000_000)))
    }

    /// The reference of a keyed archive to one of its objects.
    private mutating func uid(width: Int, at start: Int) throws(PropertyListError) -> PropertyList {
        guard let value = Int64(exactly: Self.unsigned(try scalar(width, at: start).suffix(8))) else {
            throw PropertyListError(.malformed, "a UID beyond 63 bits", offset: start)
        }
        return .integer(value)
    }

    /// The `width` bytes after the marker.
    private mutating func scalar(_ width: Int, at start: Int) throws(PropertyListError) -> ArraySlice<UInt8> {
        try spend(at: start)
        guard width <= 16, width <= tableOffset - start - 1 else {
            throw PropertyListError(.truncated, "a number ends outside the objects", offset: start)
        }
        return bytes[(start + 1)...].prefix(width)
    }

    /// The content of a string or data.
    private mutating func run(at start: Int, unit: Int) throws(PropertyListError) -> ArraySlice<UInt8> {
        let (count, first) = try length(at: start)
        guard count <= (tableOffset - first) / unit else {
            throw PropertyListError(.truncated, "\(count) bytes or characters do not fit into the file", offset: start)
        }
        try spend(at: start, bytes: count * unit)
        return bytes[first...].prefix(count * unit)
    }

    /// The count in the marker or, when its low half is 15, in the integer object after it; and where the content starts.
    private func length(at start: Int) throws(PropertyListError) -> (count: Int, first: Int) {
        let low = Int(bytes[start] & 0x0F)
        guard low == 15 else { return (low, start + 1) }
        let width = 1 << Int(bytes[start + 1] & 0x0F)
        guard bytes[start + 1] >> 4 == 1, width <= 8, start + 2 + width <= tableOffset,
            let count = Int(exactly: Self.unsigned(bytes[(start + 2)...].prefix(width)))
        else { throw PropertyListError(.malformed, "has an impossible length", offset: start + 1) }
        return (count, start + 2 + width)
    }

    private mutating func spend(at start: Int, bytes: Int = 0) throws(PropertyListError) {
        if let excess = budget.spend(depth: path.count, bytes: bytes) { throw PropertyListError(.limitExceeded, excess, offset: start) }
    }

    private static func unsigned(_ field: ArraySlice<UInt8>) -> UInt64 { field.reduce(0) { $0 << 8 | UInt64($1) } }
}
