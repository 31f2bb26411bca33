/// An entry of the symbol table, without its name: see ``SymbolTable/name(of:)``.
public struct Symbol: Hashable, Sendable {
    /// What the value is.
    public enum Kind: Hashable, Sendable {
        case undefined, absolute, defined, prebound, indirect, other
    }

    /// In the string table.
    public let nameOffset: UInt32
    /// `n_type`.
    public let type: UInt8
    /// The section that it is defined in, counted from 1; 0 for none.
    public let sectionNumber: UInt8
    /// `n_desc`.
    public let details: UInt16
    /// An address, where it is defined.
    public let value: UInt64

    /// Whether it is a debugging entry (`N_STAB`): its other fields then mean something else.
    public var isDebugging: Bool { type & 0xE0 != 0 }
    /// Whether it is visible outside of the image.
    public var isExternal: Bool { type & 0x01 != 0 && type & 0x10 == 0 && !isDebugging }
    /// What the value is.
    public var kind: Kind {
        switch type & 0x0E {
        case 0x0: .undefined
        case 0x2: .absolute
        case 0xE: .defined
        case 0xC: .prebound
        case 0xA: .indirect
        default: .other
        }
    }
    /// Whether the linker looks for it elsewhere.
    public var isUndefined: Bool { kind == .undefined && !isDebugging && type & 0x01 != 0 }
    /// Whether it may be absent at run time, for undefined symbols.
    public var isWeakReference: Bool { details & 0x40 != 0 }
    /// Whether another definition may win, for defined symbols.
    public var isWeakDefinition: Bool { details & 0x80 != 0 }
    /// The library that an undefined symbol of a two-level image is bound to.
    public var library: LibraryOrdinal { LibraryOrdinal(symbolTableValue: UInt8(details >> 8)) }
}
