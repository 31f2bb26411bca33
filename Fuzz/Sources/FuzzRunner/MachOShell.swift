/// A minimal Mach-O around bytes of which one load command says what they are.
public enum MachOShell {
    /// Where the payload stands in the file.
    public static let payloadOffset: UInt32 = 0x400

    /// A 64-bit arm64 dylib with a `__TEXT` of the headers and a `__DATA` of the payload, and one more command with the given words.
    public static func wrap(_ payload: [UInt8], command kind: UInt32, _ fields: [UInt32]) -> [UInt8] {
        let size = UInt64(payload.count)
        let commands =
            segment("__TEXT", address: 0x1_0000_0000, offset: 0, size: UInt64(payloadOffset))
            + segment("__DATA", address: 0x1_0000_4000, offset: UInt64(payloadOffset), size: size)
            + words([kind, UInt32(8 + fields.count * 4)] + fields)
        var bytes = words([0xFEED_FACF, 0x0100_000C, 0, 6, 3, UInt32(commands.count), 0x85, 0]) + commands
        bytes += Array(repeating: 0, count: Int(payloadOffset) - bytes.count)
        return bytes + payload
    }

    private static func segment(_ name: String, address: UInt64, offset: UInt64, size: UInt64) -> [UInt8] {
        let padded = Array((Array(name.utf8) + Array(repeating: 0, count: 16)).prefix(16))
        let numbers = [address, size, offset, size].flatMap { value in (0..<8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
        return words([0x19, 72]) + padded + numbers + words([3, 3, 0, 0])
    }

    private static func words(_ values: [UInt32]) -> [UInt8] {
        values.flatMap { value in (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
    }
}
