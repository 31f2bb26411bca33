/// The symbols of an image, read when they are asked for.
public struct SymbolTable: RandomAccessCollection, Sendable {
    private let entries: ByteView
    private let strings: ByteView
    private let header: MachHeader

    /// The longest name that is read, in bytes. Swift's generic specialisations reach some ten thousand.
    public static let maximumNameSize = 1 << 16

    /// - Throws: `truncated` when the entries or the strings lie past the end.
    init(_ image: MachOImage, _ command: SymbolTableCommand) throws(MachOError) {
        header = image.header
        let size = UInt64(command.count) * (image.header.is64Bit ? 16 : 12)
        entries = try image.bytes(in: FileRange(offset: command.offset, size: size), "symbol table")
        strings = try image.bytes(in: command.strings, "string table")
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { entries.count / (header.is64Bit ? 16 : 12) }

    /// The entry at `index`, which must be in range.
    public subscript(index: Int) -> Symbol {
        precondition(index >= 0 && index < endIndex, "symbol index out of range")
        let offset = UInt64(index * (header.is64Bit ? 16 : 12))
        let order = header.byteOrder
        let value = header.is64Bit ? field(UInt64.self, offset + 8, order) : UInt64(field(UInt32.self, offset + 8, order))
        return Symbol(
            nameOffset: field(UInt32.self, offset, order), type: field(UInt8.self, offset + 4, order),
            sectionNumber: field(UInt8.self, offset + 5, order), details: field(UInt16.self, offset + 6, order), value: value)
    }

    /// The entry at `index`, or `nil` when there is none.
    public func symbol(at index: UInt32) -> Symbol? { Int(index) < endIndex ? self[Int(index)] : nil }

    /// The name's bytes; `nil` when it lies outside of the string table.
    public func nameBytes(of symbol: Symbol) -> ByteView? { strings.cString(at: UInt64(symbol.nameOffset), limit: Self.maximumNameSize) }

    /// The name as it stands, with C's underscore; empty when it lies outside of the string table.
    public func name(of symbol: Symbol) -> String { nameBytes(of: symbol)?.string ?? "" }

    @inline(__always)
    private func field<T: FixedWidthInteger>(_ type: T.Type, _ offset: UInt64, _ order: ByteOrder) -> T {
        (try? entries.load(T.self, at: offset, order)) ?? 0
    }
}
