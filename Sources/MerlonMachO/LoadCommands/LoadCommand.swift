/// A load command before it is understood: its kind and where it stands.
public struct LoadCommand: Hashable, Sendable {
    /// `LC_…` numbers, with the `LC_REQ_DYLD` bit where it belongs to the number.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        static let requiredByLinker: UInt32 = 0x8000_0000
        static let segment = Kind(rawValue: 0x1)
        static let symbolTable = Kind(rawValue: 0x2)
        static let thread = Kind(rawValue: 0x4)
        static let unixThread = Kind(rawValue: 0x5)
        static let dynamicSymbolTable = Kind(rawValue: 0xB)
        static let loadDylib = Kind(rawValue: 0xC)
        static let identifyDylib = Kind(rawValue: 0xD)
        static let loadDynamicLinker = Kind(rawValue: 0xE)
        static let identifyDynamicLinker = Kind(rawValue: 0xF)
        static let subFramework = Kind(rawValue: 0x12)
        static let loadWeakDylib = Kind(rawValue: 0x18 | requiredByLinker)
        static let segment64 = Kind(rawValue: 0x19)
        static let uuid = Kind(rawValue: 0x1B)
        static let runPath = Kind(rawValue: 0x1C | requiredByLinker)
        static let codeSignature = Kind(rawValue: 0x1D)
        static let segmentSplitInfo = Kind(rawValue: 0x1E)
        static let reexportDylib = Kind(rawValue: 0x1F | requiredByLinker)
        static let lazyLoadDylib = Kind(rawValue: 0x20)
        static let encryptionInfo = Kind(rawValue: 0x21)
        static let dyldInfo = Kind(rawValue: 0x22)
        static let dyldInfoOnly = Kind(rawValue: 0x22 | requiredByLinker)
        static let loadUpwardDylib = Kind(rawValue: 0x23 | requiredByLinker)
        static let versionMinMacOS = Kind(rawValue: 0x24)
        static let versionMinIOS = Kind(rawValue: 0x25)
        static let functionStarts = Kind(rawValue: 0x26)
        static let dynamicLinkerEnvironment = Kind(rawValue: 0x27)
        static let main = Kind(rawValue: 0x28 | requiredByLinker)
        static let dataInCode = Kind(rawValue: 0x29)
        static let sourceVersion = Kind(rawValue: 0x2A)
        static let encryptionInfo64 = Kind(rawValue: 0x2C)
        static let linkerOption = Kind(rawValue: 0x2D)
        static let versionMinTVOS = Kind(rawValue: 0x2F)
        static let versionMinWatchOS = Kind(rawValue: 0x30)
        static let buildVersion = Kind(rawValue: 0x32)
        static let exportsTrie = Kind(rawValue: 0x33 | requiredByLinker)
        static let chainedFixups = Kind(rawValue: 0x34 | requiredByLinker)
    }

    /// Which command it is.
    public let kind: Kind
    /// From the start of the slice.
    public let offset: UInt64
    /// With the eight bytes of kind and size.
    public let size: UInt32
}
