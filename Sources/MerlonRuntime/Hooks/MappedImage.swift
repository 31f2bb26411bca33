import MerlonMachO

/// An image in memory, with its load commands read from there.
struct MappedImage {
    let loaded: ProcessImage
    /// Laid out as in memory. Of images in the shared cache header and load commands alone are there.
    let image: MachOImage
    /// What to add to an address of the file to get one of memory.
    let slide: UInt64
    /// Whether it lies in the system's shared cache, where images do not lie in one piece.
    let isInSharedCache: Bool
    private let addressMask: AddressMask
    /// Its segments in memory, without those that map nothing.
    let extents: [Extent]

    /// A segment in memory.
    struct Extent {
        var range: Range<UInt64>
        var isExecutable: Bool
        /// The segment that all images of the shared cache have in common.
        var isLinkEdit: Bool
    }

    private static let maximumCommands = 1 << 20
    private static let maximumSpan: UInt64 = 4 << 30

    /// - Throws: `unreadable` when the memory is not there, and what ``MachOImage`` throws when it is no image.
    init(_ loaded: ProcessImage, in space: any AddressSpace) throws(MachOError) {
        self.loaded = loaded
        addressMask = space.addressMask
        let layout = MachOImage.Layout.memory(loadAddress: loaded.loadAddress)
        let header = try MachHeader(try Self.read(space, loaded.loadAddress, 32))
        guard header.commandSize <= Self.maximumCommands else { throw MachOError(.limitExceeded, "load commands of more than 1 MiB") }
        let outline = try MachOImage(try Self.read(space, loaded.loadAddress, header.size + Int(header.commandSize)), layout: layout)
        isInSharedCache = header.flags.contains(.inSharedCache)
        // In the shared cache offsets of the file are those of a cache's file, and say nothing of where the header is.
        let base = isInSharedCache ? outline.segment("__TEXT")?.address ?? outline.baseAddress : outline.baseAddress
        slide = loaded.loadAddress &- base
        let mapped = outline.segments.filter { $0.initialProtection != 0 && $0.size > 0 && $0.address >= base }
        extents = mapped.map { [slide] segment in
            let start = segment.address &+ slide
            let (end, overflow) = start.addingReportingOverflow(segment.size)
            return Extent(
                range: start..<(overflow ? .max : end), isExecutable: segment.initialProtection & 4 != 0,
                isLinkEdit: segment.name == "__LINKEDIT")
        }
        if isInSharedCache {
            image = outline
        } else {
            let span = (mapped.map(\.endAddress).max() ?? base) - base
            guard span >= UInt64(outline.bytes.count), span <= Self.maximumSpan else {
                throw MachOError(.malformed, "segments that do not hold the header, or are too large")
            }
            image = try MachOImage(try Self.read(space, loaded.loadAddress, Int(span)), layout: layout)
        }
    }

    private static func read(_ space: any AddressSpace, _ address: UInt64, _ count: Int) throws(MachOError) -> ByteView {
        guard let bytes = space.bytes(at: address, count: count), bytes.count == count else {
            throw MachOError(.unreadable, "memory of an image cannot be read")
        }
        return bytes
    }

    /// The pointer at an address of the file, as memory has it; without signature and tag.
    func pointer(at address: UInt64) -> UInt64? {
        guard let raw = try? image.bytes(at: address)?.load(UInt64.self, at: 0) else { return nil }
        return addressMask.address(in: raw)
    }

    /// Whether the address, in memory, lies in a segment that can be executed.
    func hasCode(at address: UInt64) -> Bool { extents.contains { $0.isExecutable && $0.range.contains(address) } }

    /// The exports, as memory has them: with addresses in memory. `nil` without a trie.
    func exports(in space: any AddressSpace) throws(MachOError) -> ExportLookup? {
        guard let range = image.commands.exportsTrie ?? image.commands.dyldInfo?.exports, range.size > 0 else { return nil }
        guard let segment = image.segment("__LINKEDIT"), range.offset >= segment.file.offset,
            range.offset - segment.file.offset <= segment.size, range.size <= UInt64(ExportLookup.maximumTrieSize)
        else { throw MachOError(.malformed, "the export trie lies outside of its segment") }
        let address = segment.address &+ slide &+ (range.offset - segment.file.offset)
        return try ExportLookup(trie: try Self.read(space, address, Int(range.size)), baseAddress: loaded.loadAddress)
    }
}
