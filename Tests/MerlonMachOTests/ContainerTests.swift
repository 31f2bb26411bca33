import MerlonMachO
import Testing

struct ContainerTests {
    private func big(_ values: UInt64..., width: Int = 4) -> [UInt8] {
        values.flatMap { value in littleEndian(value).prefix(width).reversed() }
    }

    private func fat(_ slices: [(type: UInt64, offset: UInt64, size: UInt64)], is64Bit: Bool = false, _ payload: [(Int, [UInt8])])
        -> [UInt8]
    {
        var bytes = big(is64Bit ? 0xCAFE_BABF : 0xCAFE_BABE, UInt64(slices.count))
        for slice in slices {
            bytes += big(slice.type, 0) + big(slice.offset, slice.size, width: is64Bit ? 8 : 4) + big(14)
            if is64Bit { bytes += big(0) }
        }
        for (offset, content) in payload {
            bytes += Array(repeating: 0, count: max(0, offset + content.count - bytes.count))
            bytes.replaceSubrange(offset..<offset + content.count, with: content)
        }
        return bytes
    }

    private func archive(_ members: [(String, [UInt8])]) -> [UInt8] {
        func field(_ text: String, _ width: Int) -> [UInt8] { Array((text + String(repeating: " ", count: width)).utf8.prefix(width)) }
        var bytes = Array("!<arch>\n".utf8)
        for (name, content) in members {
            let isLong = name.utf8.count > 15
            let body = (isLong ? Array(name.utf8) : []) + content
            bytes += field(isLong ? "#1/\(name.utf8.count)" : name, 16) + field("0", 32)
            bytes += field("\(body.count)", 10) + [0x60, 0x0A] + body
            if body.count % 2 == 1 { bytes.append(0x0A) }
        }
        return bytes
    }

    @Test(arguments: [(true, ByteOrder.little), (true, .big), (false, .little), (false, .big)])
    func thin(_ is64Bit: Bool, _ order: ByteOrder) throws {
        var builder = MachOBuilder(is64Bit: is64Bit, order: order)
        builder.cpuType = 18
        builder.addSegment("__TEXT", address: 0x1000, size: 0x1000, fileOffset: 0, fileSize: 0x100)
        builder.add(0xC, fields: builder.words(0, 0x10000, 0x10000), string: "/usr/lib/libB.dylib")
        let file = try MachOFile(ByteView(copying: builder.bytes))
        let image = try #require(file.images.first)
        #expect(file.container == .thin && image.header.is64Bit == is64Bit && image.header.byteOrder == order)
        #expect(image.segments.map(\.address) == [0x1000] && image.commands.dylibs.map(\.name) == ["/usr/lib/libB.dylib"])
    }

    @Test(arguments: [false, true]) func universal(_ is64Bit: Bool) throws {
        let object = MachOBuilder().bytes
        let size = UInt64(object.count)
        let bytes = fat(
            [(0x0100_000C, 0x1000, size), (7, 0x2000, size), (12, UInt64(UInt32.max), size), (12, 0x3000, 8)], is64Bit: is64Bit,
            [(0x1000, object), (0x2000, object), (0x3000, Array("!<arch>\n".utf8))])
        let file = try MachOFile(ByteView(copying: bytes))
        #expect(file.container == (is64Bit ? .fat64 : .fat))
        #expect(file.slices.map(\.architecture.name) == ["arm64", "i386", "arm"])
        #expect(file.images.count == 2)
        #expect(throws: MachOError(.truncated, "")) { try file.slices[2].image.get() }
        for length in 0..<0x60 { exercise(Array(bytes[..<length])) }
    }

    @Test func slicesThatOverlapAreReadOnce() throws {
        let object = MachOBuilder().bytes
        let slice = (type: UInt64(12), offset: UInt64(0x1000), size: UInt64(object.count))
        let file = try MachOFile(ByteView(copying: fat([slice, slice, slice], [(0x1000, object)])))
        #expect(file.slices.count == 3 && file.images.count == 1)
    }

    @Test func staticArchive() throws {
        let object = MachOBuilder().bytes
        let bytes = archive([("__.SYMDEF", [1, 2, 3]), ("a.o", object), ("a-name-that-is-long.o", object), ("text", Array("hi".utf8))])
        let file = try MachOFile(ByteView(copying: bytes))
        #expect(file.container == .archive && file.problems.isEmpty)
        #expect(file.slices.map(\.memberName) == ["a.o", "a-name-that-is-long.o"] && file.images.count == 2)
        for length in 0..<bytes.count { exercise(Array(bytes[..<length])) }
        var lying = bytes
        lying.replaceSubrange(8 + 48..<8 + 58, with: Array("9999999999".utf8))
        #expect(try MachOFile(ByteView(copying: lying)).problems.first?.code == .truncated)
    }

    @Test func othersAreNoMachO() {
        let java: [UInt8] = [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 0x34]
        for bytes in [[], [0xCF], java, Array("hello, world".utf8), [0x7F, 0x45, 0x4C, 0x46, 0, 0, 0, 0]] {
            #expect(throws: MachOError(.notMachO, "")) { try MachOFile(ByteView(copying: bytes)) }
        }
        let many = big(0xCAFE_BABF, UInt64(UInt32.max))
        #expect(throws: MachOError(.limitExceeded, "")) { try MachOFile(ByteView(copying: many)) }
    }

    @Test func aFileIsMapped() throws {
        #expect(throws: MachOError(.unreadable, "")) { try ByteStorage.mapped(path: "/no/such/file") }
        #expect(throws: MachOError(.unreadable, "")) { try ByteStorage.mapped(path: "/") }
        let own = try ByteStorage.mapped(path: CommandLine.arguments[0])
        #expect(ByteView(own).count > 1000)
    }
}
