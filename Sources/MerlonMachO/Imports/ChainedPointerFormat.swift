/// How a pointer of a chain says what it becomes (`DYLD_CHAINED_PTR_…` in mach-o/fixup-chains.h).
struct ChainedPointerFormat: Hashable, Sendable {
    /// A pointer of a chain, decoded.
    struct Pointer {
        enum Target {
            /// An address, unslid.
            case address(UInt64)
            case symbol(ordinal: Int, addend: Int64)
        }
        let target: Target
        /// The distance to the chain's next pointer in bytes; 0 at the end.
        let next: Int
    }

    let number: UInt16

    /// - Parameter number: `nil` is returned for formats of kernels, firmware and shared caches.
    init?(_ number: UInt16) {
        switch number {
        case 1, 2, 3, 6, 9, 12: self.number = number
        default: return nil
        }
    }

    /// Four bytes in 32-bit images.
    var pointerSize: Int { number == 3 ? 4 : 8 }

    func decode(_ raw: UInt64, baseAddress: UInt64, maximumPointer: UInt32) -> Pointer {
        switch number {
        case 2, 6: decode64(raw, baseAddress: number == 6 ? baseAddress : 0)
        case 3: decode32(UInt32(truncatingIfNeeded: raw), baseAddress: baseAddress, maximumPointer: maximumPointer)
        default: decodeARM64e(raw, baseAddress: baseAddress)
        }
    }

    private func decode64(_ raw: UInt64, baseAddress: UInt64) -> Pointer {
        let next = Int(raw >> 51 & 0xFFF) * 4
        if raw >> 63 != 0 {
            return Pointer(target: .symbol(ordinal: Int(raw & 0xFF_FFFF), addend: Int64(raw >> 24 & 0xFF)), next: next)
        }
        let high = raw >> 36 & 0xFF
        return Pointer(target: .address((raw & 0xF_FFFF_FFFF) &+ baseAddress | high << 56), next: next)
    }

    private func decodeARM64e(_ raw: UInt64, baseAddress: UInt64) -> Pointer {
        let next = Int(raw >> 51 & 0x7FF) * 8
        let isAuthenticated = raw >> 63 != 0
        if raw >> 62 & 1 != 0 {
            let ordinal = Int(raw & (number == 12 ? 0xFF_FFFF : 0xFFFF))
            // Nineteen signed bits; signed pointers have a diversity there.
            let addend = isAuthenticated ? 0 : Int64(bitPattern: raw << 13) >> 45
            return Pointer(target: .symbol(ordinal: ordinal, addend: addend), next: next)
        }
        if isAuthenticated { return Pointer(target: .address((raw & 0xFFFF_FFFF) &+ baseAddress), next: next) }
        let low = raw & 0x7FF_FFFF_FFFF
        let high = raw >> 43 & 0xFF
        return Pointer(target: .address((number == 1 ? low : low &+ baseAddress) | high << 56), next: next)
    }

    private func decode32(_ raw: UInt32, baseAddress: UInt64, maximumPointer: UInt32) -> Pointer {
        let next = Int(raw >> 26 & 0x1F) * 4
        if raw >> 31 != 0 {
            return Pointer(target: .symbol(ordinal: Int(raw & 0xF_FFFF), addend: Int64(raw >> 20 & 0x3F)), next: next)
        }
        let target = raw & 0x3FF_FFFF
        // Values past the largest pointer are integers that were biased to tell them from pointers.
        let bias = (0x0400_0000 &+ maximumPointer) / 2
        return Pointer(target: .address(UInt64(target > maximumPointer ? target &- bias : target)), next: next)
    }
}
