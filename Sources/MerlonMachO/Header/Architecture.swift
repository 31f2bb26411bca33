/// The processor that code is for: Mach's `cpu_type_t` and `cpu_subtype_t`.
public struct Architecture: Hashable, Sendable, CustomStringConvertible {
    /// `CPU_TYPE_…`, with the 64-bit ABI bits.
    public let type: UInt32
    /// `CPU_SUBTYPE_…`, with the capability bits in the highest byte.
    public let subtype: UInt32

    /// Makes it from the two fields of a header.
    public init(type: UInt32, subtype: UInt32) {
        self.type = type
        self.subtype = subtype
    }

    static let x86: UInt32 = 7
    static let arm: UInt32 = 12
    static let powerPC: UInt32 = 18
    static let abi64: UInt32 = 0x0100_0000
    static let abi64On32: UInt32 = 0x0200_0000

    /// Whether code is A64 with 64-bit pointers: arm64 or arm64e.
    public var isARM64: Bool { type == Self.arm | Self.abi64 }
    /// Whether pointers are signed: arm64e.
    public var isARM64e: Bool { isARM64 && subtype & 0x00FF_FFFF == 2 }
    /// Whether code is x86-64.
    public var isX86_64: Bool { type == Self.x86 | Self.abi64 }

    /// The name as Apple's tools print it: `arm64`, `arm64e`, `x86_64`, `armv7`; numbers when unknown.
    public var name: String {
        let kind = subtype & 0x00FF_FFFF
        switch type {
        case Self.x86: return "i386"
        case Self.x86 | Self.abi64: return kind == 8 ? "x86_64h" : "x86_64"
        case Self.arm | Self.abi64: return kind == 2 ? "arm64e" : "arm64"
        case Self.arm | Self.abi64On32: return "arm64_32"
        case Self.arm:
            let names: [UInt32: String] = [
                5: "armv4t", 6: "armv6", 7: "armv5e", 9: "armv7", 11: "armv7s", 12: "armv7k", 14: "armv6m", 15: "armv7m", 16: "armv7em",
            ]
            return names[kind] ?? "arm"
        case Self.powerPC: return "ppc"
        case Self.powerPC | Self.abi64: return "ppc64"
        default: return "cpu-\(type)-\(kind)"
        }
    }

    public var description: String { name }
}
