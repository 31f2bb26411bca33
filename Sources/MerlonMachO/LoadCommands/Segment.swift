/// A segment: an extent of addresses and the bytes of the file that fill its start.
public struct Segment: Hashable, Sendable {
    /// `__TEXT`, `__DATA_CONST` …; empty in an object file, whose only segment holds all sections.
    public let name: String
    /// Unslid.
    public let address: UInt64
    /// In memory.
    public let size: UInt64
    /// The bytes of the file that are mapped at ``address``.
    public let file: FileRange
    /// `VM_PROT_READ` 1, `VM_PROT_WRITE` 2, `VM_PROT_EXECUTE` 4.
    public let maximumProtection: UInt32
    /// As above.
    public let initialProtection: UInt32
    /// `SG_…` flags.
    public let flags: UInt32
    /// Which of ``MachOImage/sections`` belong to it.
    public let sections: Range<Int>

    /// The first address past it; saturates.
    public var endAddress: UInt64 { saturatingSum(address, size) }
    /// Whether `candidate` lies in it.
    public func contains(_ candidate: UInt64) -> Bool { candidate >= address && candidate - address < size }
}

/// The sum, or the largest value where it would overflow.
func saturatingSum(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? .max : sum
}
