/// The `mach_header` or `mach_header_64` at the start of a slice.
public struct MachHeader: Hashable, Sendable {
    /// `MH_…` file types.
    public struct FileType: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static let object = FileType(rawValue: 1)
        public static let executable = FileType(rawValue: 2)
        public static let fixedLibrary = FileType(rawValue: 3)
        public static let core = FileType(rawValue: 4)
        public static let preloaded = FileType(rawValue: 5)
        public static let dynamicLibrary = FileType(rawValue: 6)
        public static let dynamicLinker = FileType(rawValue: 7)
        public static let bundle = FileType(rawValue: 8)
        public static let dynamicLibraryStub = FileType(rawValue: 9)
        public static let debugSymbols = FileType(rawValue: 10)
        public static let kernelExtension = FileType(rawValue: 11)
        public static let fileset = FileType(rawValue: 12)
    }

    /// `MH_…` flags.
    public struct Flags: OptionSet, Hashable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static let noUndefinedSymbols = Flags(rawValue: 0x1)
        public static let dynamicallyLinked = Flags(rawValue: 0x4)
        public static let twoLevelNamespace = Flags(rawValue: 0x80)
        public static let forceFlatNamespace = Flags(rawValue: 0x100)
        public static let subsectionsViaSymbols = Flags(rawValue: 0x2000)
        public static let weakDefinitions = Flags(rawValue: 0x8000)
        public static let bindsToWeak = Flags(rawValue: 0x10000)
        public static let allowsStackExecution = Flags(rawValue: 0x20000)
        public static let positionIndependentExecutable = Flags(rawValue: 0x20_0000)
        public static let noHeapExecution = Flags(rawValue: 0x100_0000)
        public static let applicationExtensionSafe = Flags(rawValue: 0x200_0000)
        public static let simulatorSupport = Flags(rawValue: 0x800_0000)
        public static let inSharedCache = Flags(rawValue: 0x8000_0000)
    }

    /// `cputype` and `cpusubtype`.
    public let architecture: Architecture
    /// `filetype`.
    public let fileType: FileType
    /// `flags`.
    public let flags: Flags
    /// How many load commands there should be.
    public let commandCount: UInt32
    /// How many bytes they take.
    public let commandSize: UInt32
    /// By the magic number.
    public let is64Bit: Bool
    /// By the magic number.
    public let byteOrder: ByteOrder

    /// The length of the header itself: 28 or 32 bytes.
    public var size: Int { is64Bit ? 32 : 28 }

    /// Reads the header at the start of `bytes`.
    /// - Throws: ``MachOError`` `notMachO` when the magic is none of the four, `truncated` when the header is cut.
    public init(_ bytes: ByteView) throws(MachOError) {
        guard bytes.count >= 4, let (order, wide) = Self.kind(magic: try bytes.load(UInt32.self, at: 0)) else {
            throw MachOError(.notMachO, "not a Mach-O", offset: bytes.position(0))
        }
        var reader = ByteReader(bytes, order, at: 4)
        architecture = Architecture(type: try reader.read(), subtype: try reader.read())
        fileType = FileType(rawValue: try reader.read())
        commandCount = try reader.read()
        commandSize = try reader.read()
        flags = Flags(rawValue: try reader.read())
        if wide { try reader.skip(4) }
        is64Bit = wide
        byteOrder = order
    }

    /// The byte order and pointer width that a magic number, read as little-endian, stands for.
    static func kind(magic: UInt32) -> (ByteOrder, is64Bit: Bool)? {
        switch magic {
        case 0xFEED_FACE: (.little, false)
        case 0xFEED_FACF: (.little, true)
        case 0xCEFA_EDFE: (.big, false)
        case 0xCFFA_EDFE: (.big, true)
        default: nil
        }
    }
}
