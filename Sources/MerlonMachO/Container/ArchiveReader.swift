/// Reads a static library: `ar` with BSD's long names (`#1/length`).
enum ArchiveReader {
    /// The largest static SDKs have some ten thousand members.
    static let maximumMembers = 1 << 17
    private static let headerSize: UInt64 = 60

    static func read(_ bytes: ByteView) throws(MachOError) -> ([MachOFile.Slice], [MachOError]) {
        var slices: [MachOFile.Slice] = []
        var problems: [MachOError] = []
        var offset: UInt64 = 8
        var members = 0
        while offset < UInt64(bytes.count) {
            members += 1
            guard members <= maximumMembers else {
                problems.append(
                    MachOError(.limitExceeded, "archive with more than \(maximumMembers) members", offset: bytes.position(offset)))
                break
            }
            do throws(MachOError) {
                let (name, member, next) = try entry(bytes, at: offset)
                if member.count >= 4, let magic = try? member.load(UInt32.self, at: 0), MachHeader.kind(magic: magic) != nil {
                    slices.append(slice(member, name, in: bytes))
                }
                offset = next
            } catch {
                problems.append(error)
                break
            }
        }
        return (slices, problems)
    }

    private static func slice(_ member: ByteView, _ name: String, in archive: ByteView) -> MachOFile.Slice {
        let image = FatReader.result(member)
        let architecture = (try? image.get().header.architecture) ?? Architecture(type: 0, subtype: 0)
        let range = FileRange(offset: UInt64(member.start), size: UInt64(member.count))
        return MachOFile.Slice(architecture: architecture, range: range, memberName: name, image: image)
    }

    private static func entry(_ bytes: ByteView, at offset: UInt64) throws(MachOError) -> (String, ByteView, next: UInt64) {
        let header = try bytes.slice(offset, headerSize, "archive member header")
        guard header[58] == 0x60, header[59] == 0x0A else {
            throw MachOError(.malformed, "archive member header without its end mark", offset: header.position(58))
        }
        guard let size = decimal(try header.slice(48, 10)) else {
            throw MachOError(.malformed, "archive member size is not a number", offset: header.position(48))
        }
        var content = try bytes.slice(offset + headerSize, size, "archive member")
        var name = trimmed(try header.slice(0, 16).string)
        if name.hasPrefix("#1/"), let length = decimal(try header.slice(3, 13)) {
            let field = try content.slice(0, length, "archive member name")
            name = (field.cString(at: 0) ?? field).string
            content = content.suffix(from: length)
        } else if name.hasSuffix("/"), name.count > 1 {
            name.removeLast()
        }
        // Members stand on even offsets.
        return (name, content, offset + headerSize + size + size % 2)
    }

    /// A number in ASCII, padded by spaces on the right.
    private static func decimal(_ field: ByteView) -> UInt64? { UInt64(trimmed(field.string)) }

    private static func trimmed(_ text: String) -> String { String(text.reversed().drop { $0 == " " }.reversed()) }
}
