/// A code directory: what the code is called, and the hashes of its pages and of the other parts of the signature.
public struct CodeDirectory: Sendable {
    /// `CS_…` flags.
    public struct Flags: OptionSet, Hashable, Sendable {
        /// As in the file.
        public let rawValue: UInt32
        /// Makes a set from the file's number.
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// Signed without a certificate.
        public static let adHoc = Flags(rawValue: 0x2)
        /// Invalid pages are not mapped.
        public static let hard = Flags(rawValue: 0x100)
        /// The process ends when it becomes invalid.
        public static let kill = Flags(rawValue: 0x200)
        /// Dynamic libraries must be signed by the same team or by the platform.
        public static let libraryValidation = Flags(rawValue: 0x2000)
        /// The hardened runtime.
        public static let hardenedRuntime = Flags(rawValue: 0x10000)
        /// Made by the linker.
        public static let linkerSigned = Flags(rawValue: 0x20000)
    }

    /// `CS_HASHTYPE_…`.
    public struct HashType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// As in the file.
        public let rawValue: UInt8
        /// Makes a type from the file's number.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// 20 bytes.
        public static let sha1 = HashType(rawValue: 1)
        /// 32 bytes.
        public static let sha256 = HashType(rawValue: 2)
        /// SHA-256, of which 20 bytes are kept.
        public static let sha256Truncated = HashType(rawValue: 3)
        /// 48 bytes.
        public static let sha384 = HashType(rawValue: 4)

        /// `sha1`, `sha256`, `sha256-truncated`, `sha384`; the number when unknown.
        public var description: String {
            switch self {
            case .sha1: "sha1"
            case .sha256: "sha256"
            case .sha256Truncated: "sha256-truncated"
            case .sha384: "sha384"
            default: "hash-\(rawValue)"
            }
        }
    }

    /// 0 for the primary one, 0x1000 and up for alternates.
    public let slot: UInt32
    /// The whole blob: what the CMS signs, and whose hash is the cdhash.
    public let bytes: ByteView
    /// 0x20400 and above have the executable segment's limits.
    public let version: UInt32
    /// `CS_…` flags.
    public let flags: Flags
    /// The algorithm of all hashes in it.
    public let hashType: HashType
    /// Of one hash, in bytes.
    public let hashSize: Int
    /// The signing identifier, usually the bundle's.
    public let identifier: String
    /// The team identifier of the certificate.
    public let team: String?
    /// 0 when the code is hashed as one.
    public let pageSize: UInt64
    /// How many bytes of the file the page hashes cover.
    public let codeLimit: UInt64
    /// How many page hashes there are.
    public let codeSlotCount: UInt32
    /// How many hashes of special slots there are.
    public let specialSlotCount: UInt32
    /// 0 on most platforms; else the number of the operating system that the code belongs to.
    public let platform: UInt8
    /// `CS_EXECSEG_…`: 0x1 main binary, 0x10 get-task-allow …; from version 0x20400.
    public let executableSegmentFlags: UInt64
    /// The SDK version of the hardened runtime; from version 0x20500.
    public let runtimeVersion: PackedVersion?
    private let hashOffset: UInt32

    /// Reads a blob with magic 0xFADE0C02.
    init(slot: UInt32, _ bytes: ByteView) throws(MachOError) {
        self.slot = slot
        self.bytes = bytes
        var reader = ByteReader(bytes, .big, at: 8)
        version = try reader.read()
        flags = Flags(rawValue: try reader.read())
        hashOffset = try reader.read()
        let identifierOffset: UInt32 = try reader.read()
        specialSlotCount = try reader.read()
        codeSlotCount = try reader.read()
        let limit32: UInt32 = try reader.read()
        hashSize = Int(try reader.read(UInt8.self))
        hashType = HashType(rawValue: try reader.read())
        platform = try reader.read()
        let pageShift: UInt8 = try reader.read()
        guard pageShift < 32 else {
            throw MachOError(.malformed, "code directory with a page size of 2^\(pageShift)", offset: bytes.position(39))
        }
        pageSize = pageShift == 0 ? 0 : 1 << UInt64(pageShift)
        try reader.skip(version >= 0x20100 ? 8 : 4)  // spare, scatter
        let teamOffset: UInt32 = version >= 0x20200 ? try reader.read() : 0
        if version >= 0x20300 { try reader.skip(4) }
        let limit64: UInt64 = version >= 0x20300 ? try reader.read() : 0
        if version >= 0x20400 { try reader.skip(16) }
        executableSegmentFlags = version >= 0x20400 ? try reader.read() : 0
        runtimeVersion = version >= 0x20500 ? PackedVersion(rawValue: try reader.read()) : nil
        codeLimit = limit64 != 0 ? limit64 : UInt64(limit32)
        guard let name = bytes.cString(at: UInt64(identifierOffset)) else {
            throw MachOError(.malformed, "identifier of a code directory lies outside", offset: bytes.position(20))
        }
        identifier = name.string
        team = teamOffset == 0 ? nil : bytes.cString(at: UInt64(teamOffset))?.string
        let special = UInt64(specialSlotCount) * UInt64(hashSize)
        guard special <= UInt64(hashOffset) else {
            throw MachOError(.malformed, "code directory with more special slots than it has room for", offset: bytes.position(24))
        }
        _ = try bytes.slice(UInt64(hashOffset), UInt64(codeSlotCount) * UInt64(hashSize), "hashes of a code directory")
    }

    /// The hash of page `index`; `nil` when there is none.
    public func codeHash(_ index: UInt32) -> ByteView? {
        index < codeSlotCount ? try? bytes.slice(UInt64(hashOffset) + UInt64(index) * UInt64(hashSize), UInt64(hashSize)) : nil
    }

    /// The hash of special slot `number`: 1 Info.plist, 2 requirements, 3 CodeResources, 5 XML and 7 DER entitlements. `nil` when there is
    /// none; all zero when the slot is empty.
    public func specialHash(_ number: UInt32) -> ByteView? {
        number > 0 && number <= specialSlotCount
            ? try? bytes.slice(UInt64(hashOffset) - UInt64(number) * UInt64(hashSize), UInt64(hashSize)) : nil
    }
}
