/// All load commands of a slice, understood. What is not there is `nil` or empty.
public struct LoadCommands: Sendable {
    /// Every command, in order.
    public internal(set) var all: [LoadCommand] = []
    /// `LC_SEGMENT` and `LC_SEGMENT_64`, in order.
    public internal(set) var segments: [Segment] = []
    /// Of all segments, in order: symbols count them from 1.
    public internal(set) var sections: [Section] = []
    /// In the order that library ordinals count, from 1.
    public internal(set) var dylibs: [DylibReference] = []
    /// `LC_ID_DYLIB`.
    public internal(set) var identity: DylibIdentity?
    /// `LC_RPATH`, in order.
    public internal(set) var runPaths: [String] = []
    /// The platform's linker, usually `/usr/lib/dyld`: only in executables.
    public internal(set) var dynamicLinker: String?
    /// Variables such as `DYLD_…=` that the linker takes from the file.
    public internal(set) var dynamicLinkerEnvironment: [String] = []
    /// More than one for zippered libraries.
    public internal(set) var buildVersions: [BuildVersion] = []
    /// `LC_SOURCE_VERSION`: five numbers of 24, 10, 10, 10 and 10 bits.
    public internal(set) var sourceVersion: UInt64?
    /// Sixteen bytes.
    public internal(set) var uuid: [UInt8]?
    /// `LC_ENCRYPTION_INFO` and `LC_ENCRYPTION_INFO_64`.
    public internal(set) var encryption: [EncryptionInfo] = []
    /// `LC_SYMTAB`.
    public internal(set) var symbolTable: SymbolTableCommand?
    /// `LC_DYSYMTAB`.
    public internal(set) var dynamicSymbolTable: DynamicSymbolTableCommand?
    /// `LC_DYLD_INFO` or `LC_DYLD_INFO_ONLY`.
    public internal(set) var dyldInfo: DyldInfoCommand?
    /// `LC_DYLD_CHAINED_FIXUPS`.
    public internal(set) var chainedFixups: FileRange?
    /// `LC_DYLD_EXPORTS_TRIE`.
    public internal(set) var exportsTrie: FileRange?
    /// `LC_FUNCTION_STARTS`.
    public internal(set) var functionStarts: FileRange?
    /// `LC_DATA_IN_CODE`.
    public internal(set) var dataInCode: FileRange?
    /// `LC_CODE_SIGNATURE`.
    public internal(set) var codeSignature: FileRange?
    /// From the start of the slice's `__TEXT` (`LC_MAIN`).
    public internal(set) var entryOffset: UInt64?
    /// An `LC_UNIXTHREAD` or `LC_THREAD` is present: how programs started before `LC_MAIN`, and static ones still do.
    public internal(set) var hasThreadState = false
    /// Each is the arguments of one `LC_LINKER_OPTION`, such as `["-framework", "UIKit"]`.
    public internal(set) var linkerOptions: [[String]] = []
    /// Commands that could not be understood. The others are there all the same.
    public internal(set) var problems: [MachOError] = []

    init() {}
}
