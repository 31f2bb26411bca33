/// The chained fixups of an image: imports, and where the chains start (`LC_DYLD_CHAINED_FIXUPS`).
struct ChainedFixups {
    /// The chains of one segment.
    struct SegmentChains {
        let segment: Segment
        let format: ChainedPointerFormat
        let pageSize: Int
        let maximumPointer: UInt32
        /// For each page the offsets in it of the first pointers of its chains.
        let starts: ByteView
        let pageCount: Int
    }

    let image: MachOImage
    private(set) var chains: [SegmentChains] = []
    private(set) var problems: [MachOError] = []
    private let data: ByteView
    private let symbolsOffset: UInt32
    private let importsOffset: UInt32
    private let importCount: UInt32
    private let importFormat: UInt32
    private let isCompressed: Bool

    /// - Throws: when the header or the list of segments is malformed. A segment whose chains are is left out and noted.
    init(_ image: MachOImage, _ range: FileRange) throws(MachOError) {
        self.image = image
        data = try image.bytes(in: range, "chained fixups")
        var reader = ByteReader(data, image.header.byteOrder)
        let version: UInt32 = try reader.read()
        guard version == 0 else { throw MachOError(.unsupported, "chained fixups of version \(version)", offset: data.position(0)) }
        let startsOffset: UInt32 = try reader.read()
        importsOffset = try reader.read()
        symbolsOffset = try reader.read()
        importCount = try reader.read()
        importFormat = try reader.read()
        isCompressed = try reader.read(UInt32.self) != 0
        let starts = data.suffix(from: UInt64(startsOffset))
        let segmentCount = try starts.load(UInt32.self, at: 0, image.header.byteOrder, "chained fixups")
        guard segmentCount <= UInt32(image.segments.count) else {
            throw MachOError(.malformed, "chained fixups of more segments than there are", offset: starts.position(0))
        }
        for index in 0..<Int(segmentCount) {
            do throws(MachOError) {
                let offset = try starts.load(UInt32.self, at: 4 + UInt64(index) * 4, image.header.byteOrder, "chained fixups")
                if offset != 0 { chains.append(try Self.chains(starts.suffix(from: UInt64(offset)), image, image.segments[index])) }
            } catch { problems.append(error) }
        }
    }

    private static func chains(_ bytes: ByteView, _ image: MachOImage, _ segment: Segment) throws(MachOError) -> SegmentChains {
        var reader = ByteReader(bytes, image.header.byteOrder)
        let size: UInt32 = try reader.read()
        let pageSize: UInt16 = try reader.read()
        let number: UInt16 = try reader.read()
        guard let format = ChainedPointerFormat(number) else {
            throw MachOError(.unsupported, "chained pointers of format \(number)", offset: bytes.position(6))
        }
        guard pageSize >= 16 else {
            throw MachOError(.malformed, "chained fixups with pages of \(pageSize) bytes", offset: bytes.position(4))
        }
        try reader.skip(8)  // the segment's offset, which the load commands have too
        let maximumPointer: UInt32 = try reader.read()
        let pageCount: UInt16 = try reader.read()
        guard UInt64(size) >= 22 + UInt64(pageCount) * 2 else {
            throw MachOError(.malformed, "chained fixups with more pages than their size holds", offset: bytes.position(0))
        }
        let starts = try bytes.slice(22, UInt64(size) - 22, "chained fixups")
        return SegmentChains(
            segment: segment, format: format, pageSize: Int(pageSize), maximumPointer: maximumPointer, starts: starts,
            pageCount: Int(pageCount))
    }

    /// Reads the import list.
    func readImports(into collector: inout ImportCollector) throws(MachOError) {
        guard !isCompressed else { throw MachOError(.unsupported, "chained fixups with compressed symbols", offset: data.position(24)) }
        let sizes: [UInt32: UInt64] = [1: 4, 2: 8, 3: 16]
        guard let entrySize = sizes[importFormat] else {
            throw MachOError(.unsupported, "chained imports of format \(importFormat)", offset: data.position(20))
        }
        let table = try data.slice(UInt64(importsOffset), UInt64(importCount) * entrySize, "chained imports")
        let names = data.suffix(from: UInt64(symbolsOffset))
        let order = image.header.byteOrder
        for index in 0..<UInt64(importCount) {
            let ordinal: Int64
            let isWeak: Bool
            let nameOffset: UInt64
            if importFormat == 3 {
                let raw = try table.load(UInt64.self, at: index * entrySize, order)
                let wide = UInt16(truncatingIfNeeded: raw)
                ordinal = wide > 0xFFF0 ? Int64(Int16(bitPattern: wide)) : Int64(wide)
                isWeak = raw >> 16 & 1 != 0
                nameOffset = raw >> 32
            } else {
                let raw = try table.load(UInt32.self, at: index * entrySize, order)
                // Ordinals over 0xF0, or 0xFFF0, are the special ones, negative.
                let byte = UInt8(truncatingIfNeeded: raw)
                ordinal = byte > 0xF0 ? Int64(Int8(bitPattern: byte)) : Int64(byte)
                isWeak = raw >> 8 & 1 != 0
                nameOffset = UInt64(raw >> 9)
            }
            let name = names.cString(at: nameOffset, limit: SymbolTable.maximumNameSize)
            if name == nil, collector.table.problems.isEmpty {
                collector.note(MachOError(.malformed, "name of a chained import lies outside", offset: table.position(index * entrySize)))
            }
            collector.append(Import(name: name?.string ?? "", library: LibraryOrdinal(ordinal), isWeak: isWeak))
        }
    }
}
