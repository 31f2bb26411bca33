/// Which bits of a pointer are its address.
enum AddressMask {
    /// The 47 bits that user space has. Above them stand pointer signatures (arm64e) and tags.
    static let pointer: UInt64 = 0x7FFF_FFFF_FFFF
}
