/// Which bits of a pointer are its address.
///
/// Above the address stand, on arm64, a tag (bits 56 to 63) and on arm64e a signature, which takes all bits between the address and the tag but
/// bit 55. How wide an address is, the system says (Arm ARM, `TCR_ELx.T0SZ`): 39 bits on iOS, 47 on macOS and x86-64. With a mask that is too wide
/// a signed pointer would look like one that leads elsewhere.
struct AddressMask: Hashable, Sendable {
    /// Ones where the address is.
    let bits: UInt64

    /// 47 bits: the widest that user space has on any of Apple's systems. Right where no pointer is signed.
    static let widest = AddressMask(bits: 0x7FFF_FFFF_FFFF)

    /// - Parameter bits: Cut to the widest; a mask that is no run of ones from bit 0 on, or is shorter than 32 bits, is taken for ``widest``: what
    ///   follows from it would be nonsense.
    init(bits: UInt64) {
        let cut = bits & 0x7FFF_FFFF_FFFF
        self.bits = cut & (cut &+ 1) == 0 && cut >= 0xFFFF_FFFF ? cut : 0x7FFF_FFFF_FFFF
    }

    /// The address in a pointer.
    func address(in pointer: UInt64) -> UInt64 { pointer & bits }
}
