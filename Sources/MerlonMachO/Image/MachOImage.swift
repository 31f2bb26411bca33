/// One Mach-O: a slice of a file, or an image that is loaded in memory.
///
/// Making one reads the header and the load commands. Deeper parts (symbols, imports, exports, Objective-C, signature, code references) are
/// read by the functions that return them; each throws on its own, so a malformed export trie does not hide the imports.
public struct MachOImage: Sendable {
    /// How the bytes are laid out.
    public enum Layout: Sendable {
        /// As in the file: segments stand at their file offsets.
        case file
        /// As the dynamic linker has mapped it, at this address: the view starts at the header, and segments stand at their addresses.
        case memory(loadAddress: UInt64)
    }

    /// All bytes of the slice, or of the mapped image.
    public let bytes: ByteView
    /// How the bytes are laid out.
    public let layout: Layout
    /// The header.
    public let header: MachHeader
    /// All load commands, understood.
    public let commands: LoadCommands

    /// Reads header and load commands.
    /// - Throws: ``MachOError`` when this is no Mach-O or its load commands cannot be walked. Single bad commands are in
    ///   ``LoadCommands/problems``.
    public init(_ bytes: ByteView, layout: Layout = .file) throws(MachOError) {
        self.bytes = bytes
        self.layout = layout
        header = try MachHeader(bytes)
        commands = try LoadCommandParser.parse(bytes, header)
    }

    /// All segments, in order.
    public var segments: [Segment] { commands.segments }
    /// All sections of all segments, in order.
    public var sections: [Section] { commands.sections }

    /// The size of a pointer in bytes.
    public var pointerSize: Int { header.is64Bit && header.architecture.type & Architecture.abi64On32 == 0 ? 8 : 4 }

    /// The first segment of that name.
    public func segment(_ name: String) -> Segment? { segments.first { $0.name == name } }

    /// The first section of that name.
    public func section(_ segment: String, _ name: String) -> Section? {
        sections.first { $0.name == name && $0.segmentName == segment }
    }

    /// The address that the file prefers for its header: where offsets in export tries, fixups and function starts count from.
    public var baseAddress: UInt64 {
        // dyld takes the segment that maps the start of the file; objects have none and count from zero.
        (segments.first { $0.file.offset == 0 && $0.file.size > 0 } ?? segment("__TEXT"))?.address ?? 0
    }

    /// Whether any part of the slice is FairPlay-encrypted. Code, strings and metadata in that part are then noise.
    public var isEncrypted: Bool { commands.encryption.contains { $0.system != 0 } }
}
