import MerlonMachO

/// Finds the storage of Swift array literals that the compiler laid out in a data section: keys written as `[UInt8]` among them.
///
/// A static array object (`StaticInitializer` in Swift's SIL) is a header of four words, then the elements: metadata, which is null or bound,
/// reference count, element count, and twice the element count, whose lowest bit is a flag. The type of the elements is not looked at.
enum ByteArrayReader {
    /// The arrays, at the addresses of their first bytes.
    static func arrays(in image: MachOImage, _ resolver: PointerResolver) -> StringPool {
        var pool = StringPool()
        guard image.pointerSize == 8 else { return pool }
        for section in image.sections where isData(section) {
            guard let bytes = try? image.bytes(of: section) else { continue }
            for position in candidates(bytes, order: image.header.byteOrder) {
                let address = section.address &+ UInt64(position)
                guard isMetadata(resolver.target(at: address)), let count = count(bytes, position, image.header.byteOrder),
                    let content = try? bytes.slice(UInt64(position + headerSize), UInt64(count))
                else { continue }
                unsafe content.withUnsafeBytes { _ = unsafe pool.append($0, at: address &+ UInt64(headerSize)) }
            }
        }
        return pool
    }

    static let headerSize = 32
    private static let sizes: ClosedRange<UInt64> = 16...8192

    private static func isData(_ section: Section) -> Bool {
        ["__DATA", "__DATA_CONST", "__DATA_DIRTY"].contains(section.segmentName) && section.kind == .regular
            && ["__data", "__const", "__objc_const"].contains(section.name)
    }

    /// Positions whose third and fourth words could be the counts.
    private static func candidates(_ bytes: ByteView, order: ByteOrder) -> [Int] {
        guard bytes.count >= headerSize else { return [] }
        return stride(from: 0, through: bytes.count - headerSize, by: 8).filter { count(bytes, $0, order) != nil }
    }

    private static func count(_ bytes: ByteView, _ position: Int, _ order: ByteOrder) -> Int? {
        guard let count = try? bytes.load(UInt64.self, at: UInt64(position + 16), order), sizes.contains(count),
            let capacity = try? bytes.load(UInt64.self, at: UInt64(position + 24), order), capacity & ~1 == count * 2
        else { return nil }
        return Int(count)
    }

    private static func isMetadata(_ target: PointerResolver.Target?) -> Bool {
        switch target {
        case .null, .address, .symbol: true
        case nil: false
        }
    }
}
