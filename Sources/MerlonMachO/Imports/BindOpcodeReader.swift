/// Runs the bind opcodes of `LC_DYLD_INFO` (`BIND_OPCODE_…` in mach-o/loader.h).
struct BindOpcodeReader {
    /// Which of the three streams is read.
    enum Stream { case regular, weak, lazy }

    private let image: MachOImage
    private let stream: Stream
    private var reader: ByteReader
    private var segment: Segment?
    private var offset: UInt64 = 0
    private var addend: Int64 = 0
    private var library = LibraryOrdinal.thisImage
    private var name: String?
    private var isWeakImport = false
    /// The import that the state above stands for, once it was needed.
    private var symbol: Int?

    init(_ image: MachOImage, _ stream: Stream, _ opcodes: ByteView) {
        self.image = image
        self.stream = stream
        reader = ByteReader(opcodes)
        if stream == .weak { library = .weakLookup }
    }

    mutating func run(into collector: inout ImportCollector) throws(MachOError) {
        let pointer = UInt64(image.pointerSize)
        while !reader.isAtEnd {
            let byte: UInt8 = try reader.read()
            let immediate = byte & 0x0F
            switch byte & 0xF0 {
            case 0x00:
                // Each lazy binding ends with DONE, and padding is DONE too.
                guard stream == .lazy else { return }
            case 0x10: set(library: Int64(immediate))
            case 0x20: set(library: Int64(truncatingIfNeeded: min(try reader.uleb128(), UInt64(Int32.max))))
            case 0x30: set(library: immediate == 0 ? 0 : Int64(Int8(bitPattern: immediate | 0xF0)))
            case 0x40:
                name = try reader.cString(limit: SymbolTable.maximumNameSize).string
                isWeakImport = immediate & 1 != 0
                symbol = nil
            case 0x50: break  // type: pointer, or text relocations of 32-bit x86
            case 0x60: addend = try reader.sleb128()
            case 0x70:
                guard Int(immediate) < image.segments.count else {
                    throw reader.failure(.malformed, "binding in a segment that is not there")
                }
                segment = image.segments[Int(immediate)]
                offset = try reader.uleb128()
            case 0x80: offset &+= try reader.uleb128()
            case 0x90: try bind(into: &collector, step: pointer)
            case 0xA0: try bind(into: &collector, step: pointer &+ (try reader.uleb128()))
            case 0xB0: try bind(into: &collector, step: pointer * (UInt64(immediate) + 1))
            case 0xC0:
                let count = try reader.uleb128()
                let step = pointer &+ (try reader.uleb128())
                // Ends by leaving the segment or at the collector's cap, whatever the count says.
                var index: UInt64 = 0
                while index < count {
                    try bind(into: &collector, step: step)
                    index += 1
                }
            case 0xD0: throw reader.failure(.unsupported, "threaded bind opcodes, which arm64e had before chained fixups")
            default: throw reader.failure(.malformed, "unknown bind opcode")
            }
        }
    }

    private mutating func set(library value: Int64) {
        if stream != .weak { library = LibraryOrdinal(value) }
        symbol = nil
    }

    private mutating func bind(into collector: inout ImportCollector, step: UInt64) throws(MachOError) {
        guard let name else { throw reader.failure(.malformed, "binding without a symbol") }
        guard let segment, offset < segment.size, segment.size - offset >= UInt64(image.pointerSize) else {
            throw reader.failure(.malformed, "binding outside of its segment")
        }
        let index: Int
        if let symbol {
            index = symbol
        } else {
            index = collector.index(of: Import(name: name, library: library, isWeak: isWeakImport))
            symbol = index
        }
        try collector.bind(segment.address &+ offset, to: index, addend: addend)
        offset &+= step
    }
}
