import MerlonMachO

/// Bytes of a Mach-O put together by hand: exactly what a test wants, valid or not.
struct MachOBuilder {
    var is64Bit = true
    var order = ByteOrder.little
    var cpuType: UInt32 = 0x0100_000C
    var cpuSubtype: UInt32 = 0
    var fileType: UInt32 = 6
    var flags: UInt32 = 0x85
    private var commands: [[UInt8]] = []
    private var data: [(offset: Int, bytes: [UInt8])] = []

    init(is64Bit: Bool = true, order: ByteOrder = .little) {
        self.is64Bit = is64Bit
        self.order = order
    }

    func integer<T: FixedWidthInteger>(_ value: T) -> [UInt8] { order == .little ? littleEndian(value) : littleEndian(value).reversed() }
    func words(_ values: UInt32...) -> [UInt8] { values.flatMap(integer) }
    /// A field of pointer size.
    func word(_ value: UInt64) -> [UInt8] { is64Bit ? integer(value) : integer(UInt32(truncatingIfNeeded: value)) }
    func name(_ text: String) -> [UInt8] { Array((Array(text.utf8) + Array(repeating: 0, count: 16)).prefix(16)) }

    /// Adds a load command; its size counts the eight bytes of its header.
    mutating func add(_ kind: UInt32, _ body: [UInt8]) {
        let padded = body + Array(repeating: 0, count: (8 - body.count % 8) % 8)
        commands.append(integer(kind) + integer(UInt32(padded.count + 8)) + padded)
    }

    /// Adds a command with a string at the end of its fixed fields.
    mutating func add(_ kind: UInt32, fields: [UInt8], string: String) {
        add(kind, integer(UInt32(12 + fields.count)) + fields + Array(string.utf8) + [0])
    }

    struct SectionFields {
        var name: String
        var segment: String
        var address: UInt64
        var size: UInt64
        var offset: UInt32
        var flags: UInt32 = 0
        var reserved1: UInt32 = 0
        var reserved2: UInt32 = 0
    }

    mutating func addSegment(
        _ name: String, address: UInt64, size: UInt64, fileOffset: UInt64, fileSize: UInt64, protection: UInt32 = 3,
        sections: [SectionFields] = [], sectionCount: UInt32? = nil
    ) {
        let fields = self.name(name) + word(address) + word(size) + word(fileOffset) + word(fileSize)
        let rest = words(protection, protection, sectionCount ?? UInt32(sections.count), 0)
        let body = sections.flatMap { section in
            self.name(section.name) + self.name(section.segment) + word(section.address) + word(section.size)
                + words(section.offset, 3, 0, 0, section.flags, section.reserved1, section.reserved2) + (is64Bit ? words(0) : [])
        }
        add(is64Bit ? 0x19 : 0x1, fields + rest + body)
    }

    /// Puts bytes at an offset of the file.
    mutating func put(_ bytes: [UInt8], at offset: Int) { data.append((offset, bytes)) }

    /// The size of header and load commands.
    var headerSize: Int { (is64Bit ? 32 : 28) + commands.reduce(0) { $0 + $1.count } }

    var bytes: [UInt8] {
        let area = commands.flatMap { $0 }
        var result = integer(UInt32(is64Bit ? 0xFEED_FACF : 0xFEED_FACE))
        result += words(cpuType, cpuSubtype, fileType, UInt32(commands.count), UInt32(area.count), flags) + (is64Bit ? words(0) : [])
        result += area
        for (offset, bytes) in data {
            if result.count < offset + bytes.count { result += Array(repeating: 0, count: offset + bytes.count - result.count) }
            result.replaceSubrange(offset..<offset + bytes.count, with: bytes)
        }
        return result
    }

    func image() throws -> MachOImage { try MachOImage(ByteView(copying: bytes)) }
}

/// The bytes of an integer, the lowest first.
func littleEndian<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
    (0..<MemoryLayout<T>.size).map { UInt8(truncatingIfNeeded: value >> T($0 * 8)) }
}

/// An unsigned LEB128.
func uleb(_ value: UInt64) -> [UInt8] {
    var rest = value
    var bytes: [UInt8] = []
    repeat {
        let low = UInt8(rest & 0x7F)
        rest >>= 7
        bytes.append(rest == 0 ? low : low | 0x80)
    } while rest != 0
    return bytes
}

extension MachOBuilder {
    /// A dylib with one of nearly everything, and all parts where their load commands say.
    static func complete() -> MachOBuilder {
        var builder = MachOBuilder()
        let base: UInt64 = 0x1_0000_0000
        builder.addSegment(
            "__TEXT", address: base, size: 0x2000, fileOffset: 0, fileSize: 0x2000, protection: 5,
            sections: [
                SectionFields(name: "__text", segment: "__TEXT", address: base + 0x1000, size: 0x40, offset: 0x1000, flags: 0x8000_0400),
                SectionFields(
                    name: "__stubs", segment: "__TEXT", address: base + 0x1040, size: 12, offset: 0x1040, flags: 0x8000_0408, reserved2: 12),
                SectionFields(name: "__cstring", segment: "__TEXT", address: base + 0x1080, size: 0x20, offset: 0x1080, flags: 2),
                SectionFields(name: "__objc_methname", segment: "__TEXT", address: base + 0x10A0, size: 0x10, offset: 0x10A0, flags: 2),
                SectionFields(name: "__objc_methlist", segment: "__TEXT", address: base + 0x10C0, size: 0x20, offset: 0x10C0),
                SectionFields(name: "__swift5_types", segment: "__TEXT", address: base + 0x10E0, size: 4, offset: 0x10E0),
            ])
        let data = base + 0x2000
        builder.addSegment(
            "__DATA", address: data, size: 0x1000, fileOffset: 0x2000, fileSize: 0x1000,
            sections: [
                SectionFields(name: "__got", segment: "__DATA", address: data, size: 8, offset: 0x2000, flags: 6),
                SectionFields(name: "__objc_classlist", segment: "__DATA", address: data + 8, size: 8, offset: 0x2008),
                SectionFields(name: "__objc_selrefs", segment: "__DATA", address: data + 16, size: 8, offset: 0x2010),
                SectionFields(name: "__cfstring", segment: "__DATA", address: data + 32, size: 32, offset: 0x2020),
                SectionFields(name: "__objc_data", segment: "__DATA", address: data + 64, size: 80, offset: 0x2040),
                SectionFields(name: "__objc_const", segment: "__DATA", address: data + 0xA0, size: 144, offset: 0x20A0),
            ])
        builder.addSegment("__LINKEDIT", address: base + 0x3000, size: 0x1000, fileOffset: 0x3000, fileSize: 0x1000, protection: 1)
        builder.add(0xD, fields: builder.words(0, 0x10203, 0x10000), string: "@rpath/A.dylib")
        builder.add(0xC, fields: builder.words(0, 0x10000, 0x10000), string: "/usr/lib/libB.dylib")
        builder.add(0x8000_0018, fields: builder.words(0, 0x10000, 0x10000), string: "/usr/lib/libC.dylib")
        builder.add(0x8000_001C, fields: [], string: "@executable_path/Frameworks")
        builder.add(0x32, builder.words(2, 0xF0000, 0x120400, 1, 3, 0x10000))
        builder.add(0x1B, Array(1...16))
        builder.add(0x2, builder.words(0x3000, 2, 0x3040, 0x20))
        builder.add(0xB, builder.words(0, 0, 0, 1, 1, 1) + builder.words(0, 0, 0, 0, 0, 0) + builder.words(0x3060, 1, 0, 0, 0, 0))
        builder.add(0x8000_0034, builder.words(0x3100, 0x80))
        builder.add(0x8000_0033, builder.words(0x3080, 0x20))
        builder.add(0x26, builder.words(0x30A0, 8))
        builder.add(0x2C, builder.words(0x1000, 0x1000, 0, 0))
        builder.add(0x2D, builder.words(2) + Array("-framework\0UIKit\0".utf8))
        builder.add(0x1D, builder.words(0x3200, 0x100))
        builder.putContents(base: base, data: data)
        return builder
    }

    private mutating func putContents(base: UInt64, data: UInt64) {
        // adrp x8, data; ldr x8, [x8]; mov w0, #5; bl stub; adrp x1, page; add x1, x1, #0x80; ret
        put(words(0xB000_0008, 0xF940_0108, 0x5280_00A0, 0x9400_000D, 0x9000_0001, 0x9102_0021, 0xD65F_03C0), at: 0x1000)
        put(words(0xB000_0010, 0xF940_0210, 0xD61F_0200), at: 0x1040)
        put(Array("AES\0hello\0Klass\0v16@0:8\0".utf8), at: 0x1080)
        put(Array("doIt:\0".utf8), at: 0x10A0)
        // One small method: selector reference, types, implementation, each relative.
        let list = base + 0x10C0
        func relative(_ target: UInt64, _ field: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: target &- (list + field)) }
        put(words(0x8000_000C, 1, relative(data + 16, 8), relative(base + 0x1090, 12), relative(base + 0x1000, 16)), at: 0x10C0)
        put(words(UInt32(bitPattern: Int32(0x10F0 - 0x10E0))), at: 0x10E0)
        put(words(17, 0, UInt32(bitPattern: Int32(0x108A - 0x10F8))), at: 0x10F0)
        // Pointers of format 6: offsets from the base, the next one in strides of four bytes.
        func rebase(_ target: UInt64, next: UInt64) -> [UInt8] { integer(target &- base | next << 51) }
        put(integer(UInt64(1) << 63 | 2 << 51), at: 0x2000)
        put(rebase(data + 64, next: 2), at: 0x2008)
        put(rebase(base + 0x10A0, next: 4), at: 0x2010)
        put(integer(UInt64(1) << 63 | 4 << 51) + integer(UInt64(0x7C8)), at: 0x2020)
        put(rebase(base + 0x1084, next: 16 / 4 + 8 * 4 / 4) + integer(UInt64(5)), at: 0x2030)
        put(rebase(data + 0xA0, next: (0xB8 - 0x60) / 4), at: 0x2060)
        put(rebase(base + 0x108A, next: 2), at: 0x20B8)
        put(rebase(base + 0x10C0, next: 0), at: 0x20C0)
        put(words(1, 0x0000_010F) + integer(base + 0x1000) + words(10, 0x0100_0001) + integer(UInt64(0)), at: 0x3000)
        put(Array(" _defined\0_imported\0".utf8), at: 0x3040)
        put(words(1), at: 0x3060)
        put([0, 1] + Array("_e\0".utf8) + [6, 3, 0] + uleb(0x1000) + [0], at: 0x3080)
        put(uleb(0x1000) + uleb(0x10), at: 0x30A0)
        // Chained fixups: header, starts for three segments of which the second has one page, one import.
        put(words(0, 0x20, 0x50, 0x54, 1, 1, 0, 0), at: 0x3100)
        put(words(3, 0, 0x10, 0) + words(24) + integer(UInt16(0x1000)) + integer(UInt16(6)) + integer(UInt64(0x2000)), at: 0x3120)
        put(words(0) + integer(UInt16(1)) + integer(UInt16(0)), at: 0x3140)
        put(words(1 | 1 << 9) + [0] + Array("_imported\0".utf8), at: 0x3150)
        put(Self.signature(), at: 0x3200)
        put([0], at: 0x32FF)
    }

    /// A super blob with one code directory and empty CMS.
    private static func signature() -> [UInt8] {
        func big(_ values: UInt32...) -> [UInt8] { values.flatMap { littleEndian($0).reversed() } }
        let name = Array("com.a\0TEAM\0".utf8)
        var directory = big(0xFADE_0C02, 0, 0x20400, 0x10002, 0, 88, 1, 1, 0x1000) + [4, 2, 0, 12] + big(0, 0, 94, 0) + big(0, 0)
        directory += big(0, 0, 0, 0, 0, 1) + name
        directory.replaceSubrange(16..<20, with: big(UInt32(directory.count + 4)))
        directory += [1, 1, 1, 1, 2, 2, 2, 2]
        directory.replaceSubrange(4..<8, with: big(UInt32(directory.count)))
        let cms = big(0xFADE_0B01, 8)
        let start = 12 + 16
        return big(0xFADE_0CC0, UInt32(start + directory.count + cms.count), 2, 0, UInt32(start), 0x10000, UInt32(start + directory.count))
            + directory + cms
    }
}
