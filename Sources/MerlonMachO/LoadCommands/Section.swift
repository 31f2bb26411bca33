/// A section of a segment.
public struct Section: Hashable, Sendable {
    /// `S_…` types, the low byte of the flags.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let regular = Kind(rawValue: 0)
        public static let zeroFill = Kind(rawValue: 1)
        public static let cStringLiterals = Kind(rawValue: 2)
        public static let literalPointers = Kind(rawValue: 5)
        public static let nonLazySymbolPointers = Kind(rawValue: 6)
        public static let lazySymbolPointers = Kind(rawValue: 7)
        public static let symbolStubs = Kind(rawValue: 8)
        public static let gigabyteZeroFill = Kind(rawValue: 12)
        public static let threadLocalZeroFill = Kind(rawValue: 18)
    }

    /// `__text`, `__cstring` …
    public let name: String
    /// Of the segment that it ends up in: in an object file not the segment that it stands in.
    public let segmentName: String
    /// Unslid.
    public let address: UInt64
    /// In bytes.
    public let size: UInt64
    /// From the start of the slice; meaningless for zero-fill sections.
    public let offset: UInt64
    /// A power of two, as exponent.
    public let alignment: UInt32
    /// The relocation entries, from the start of the slice.
    public let relocations: FileRange
    /// The type in the low byte, attributes above it.
    public let flags: UInt32
    /// The first entry in the indirect symbol table, for stubs and symbol pointers.
    public let reserved1: UInt32
    /// The size of a stub, for stubs.
    public let reserved2: UInt32

    /// The type in the flags.
    public var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: flags)) }
    /// Whether it has no bytes in the file.
    public var isZeroFill: Bool { kind == .zeroFill || kind == .gigabyteZeroFill || kind == .threadLocalZeroFill }
    /// Whether it holds instructions: `S_ATTR_PURE_INSTRUCTIONS` or `S_ATTR_SOME_INSTRUCTIONS`.
    public var isCode: Bool { flags & 0x8000_0400 != 0 }
    /// Whether it holds debugging information: `S_ATTR_DEBUG`.
    public var isDebug: Bool { flags & 0x0200_0000 != 0 }
    /// The first address past it; saturates.
    public var endAddress: UInt64 { saturatingSum(address, size) }
    /// Whether `candidate` lies in it.
    public func contains(_ candidate: UInt64) -> Bool { candidate >= address && candidate - address < size }

    /// The same without any bytes.
    var emptied: Section {
        Section(
            name: name, segmentName: segmentName, address: address, size: 0, offset: offset, alignment: alignment, relocations: relocations,
            flags: flags, reserved1: reserved1, reserved2: reserved2)
    }
}
