import MerlonMachO

/// What a manifest says of an ELF file of 64 bits: who it is, what it links, and its code.
struct ELFImage {
    /// `x86_64`, `arm64`; the number of others.
    let architecture: String
    /// The linker's build id; empty without one.
    private(set) var identifier: [UInt8] = []
    /// `DT_NEEDED`.
    private(set) var libraries: [String] = []
    /// Segments that can be executed, with their place among the program headers.
    private(set) var code: [(name: String, bytes: ByteView)] = []

    private struct Header {
        var kind: UInt32
        var flags: UInt32
        var offset: UInt64
        var address: UInt64
        var size: UInt64
    }

    private static let maximumHeaders = 512
    private static let maximumEntries: UInt64 = 4096

    /// - Throws: `notMachO` for other files, and what ``ByteView`` throws for files that are cut.
    init(_ bytes: ByteView) throws(MachOError) {
        guard Self.isOne(bytes) else { throw MachOError(.notMachO, "not an ELF file of 64 bits, little-endian") }
        let machine = try bytes.load(UInt16.self, at: 18)
        architecture = machine == 62 ? "x86_64" : machine == 183 ? "arm64" : "machine-\(machine)"
        let (offset, size, count) = (
            try bytes.load(UInt64.self, at: 32), try bytes.load(UInt16.self, at: 54), try bytes.load(UInt16.self, at: 56)
        )
        guard size >= 56, count <= Self.maximumHeaders else { throw MachOError(.malformed, "program headers of an unknown form") }
        var headers: [Header] = []
        for index in 0..<UInt64(count) {
            let entry = try bytes.slice(offset, UInt64(size) * UInt64(count), "program headers").suffix(from: index * UInt64(size))
            headers.append(
                Header(
                    kind: try entry.load(at: 0), flags: try entry.load(at: 4), offset: try entry.load(at: 8),
                    address: try entry.load(at: 16),
                    size: try entry.load(at: 32)))
        }
        for (index, header) in headers.enumerated() {
            switch header.kind {
            case 1 where header.flags & 1 != 0: code.append(("segment \(index)", try bytes.slice(header.offset, header.size, "segment")))
            case 2: libraries = try Self.libraries(bytes, header, headers)
            case 4 where identifier.isEmpty: identifier = Self.buildID(try bytes.slice(header.offset, header.size, "notes"))
            default: break
            }
        }
    }

    /// Whether the file begins as an ELF file of 64 bits does.
    static func isOne(_ bytes: ByteView) -> Bool { bytes.starts(with: "\u{7F}ELF\u{02}\u{01}") }

    private static func libraries(_ bytes: ByteView, _ dynamic: Header, _ headers: [Header]) throws(MachOError) -> [String] {
        let table = try bytes.slice(dynamic.offset, dynamic.size, "dynamic section")
        var (names, strings): ([UInt64], UInt64?) = ([], nil)
        for index in 0..<min(UInt64(table.count) / 16, maximumEntries) {
            let (tag, value) = (try table.load(UInt64.self, at: index * 16), try table.load(UInt64.self, at: index * 16 + 8))
            if tag == 0 { break }
            if tag == 1 { names.append(value) }
            if tag == 5 { strings = value }
        }
        guard let strings else { return [] }
        guard let segment = headers.first(where: { $0.kind == 1 && strings >= $0.address && strings - $0.address < $0.size }) else {
            throw MachOError(.malformed, "the dynamic strings lie in no segment")
        }
        let (start, overflow) = segment.offset.addingReportingOverflow(strings - segment.address)
        guard !overflow else { throw MachOError(.malformed, "the dynamic strings lie outside") }
        let text = bytes.suffix(from: start)
        return names.compactMap { text.cString(at: $0, limit: 1024)?.string }
    }

    /// The note of type 3 whose name is `GNU`.
    private static func buildID(_ notes: ByteView) -> [UInt8] {
        var offset: UInt64 = 0
        while let name = try? notes.load(UInt32.self, at: offset), let size = try? notes.load(UInt32.self, at: offset + 4),
            let kind = try? notes.load(UInt32.self, at: offset + 8)
        {
            let content = offset + 12 + (UInt64(name) + 3) & ~3
            if kind == 3, name == 4, notes.suffix(from: offset + 12).starts(with: "GNU\0"), size <= 64 {
                return (try? notes.slice(content, UInt64(size)))?.array ?? []
            }
            offset = content + (UInt64(size) + 3) & ~3
        }
        return []
    }
}
