/// Reads a universal file. Its header is big-endian whatever the slices are.
enum FatReader {
    /// Real files have at most a dozen.
    static let maximumSlices = 64

    static func read(_ bytes: ByteView, is64Bit: Bool) throws(MachOError) -> ([MachOFile.Slice], [MachOError]) {
        var reader = ByteReader(bytes, .big, at: 4)
        let count: UInt32 = try reader.read()
        guard count <= maximumSlices else { throw reader.failure(.limitExceeded, "universal file with more than \(maximumSlices) slices") }
        var slices: [MachOFile.Slice] = []
        var problems: [MachOError] = []
        var taken: [Range<Int>] = []
        for _ in 0..<count {
            let architecture = Architecture(type: try reader.read(), subtype: try reader.read())
            let range = FileRange(offset: try reader.word(is64Bit: is64Bit), size: try reader.word(is64Bit: is64Bit))
            try reader.skip(is64Bit ? 8 : 4)  // alignment, reserved
            do throws(MachOError) {
                let slice = try bytes.slice(range.offset, range.size, "slice of a universal file")
                // Slices that share bytes would have them read as often as the header says.
                guard !taken.contains(where: { $0.overlaps(slice.start..<slice.start + slice.count) }) else {
                    throw MachOError(.malformed, "slices of a universal file overlap", offset: bytes.position(range.offset))
                }
                taken.append(slice.start..<slice.start + slice.count)
                if MachOFile.recognise(slice) == .archive {
                    let (members, inside) = try ArchiveReader.read(slice)
                    slices += members
                    problems += inside
                } else {
                    slices.append(MachOFile.Slice(architecture: architecture, range: range, memberName: nil, image: result(slice)))
                }
            } catch {
                slices.append(MachOFile.Slice(architecture: architecture, range: range, memberName: nil, image: .failure(error)))
            }
        }
        return (slices, problems)
    }

    static func result(_ slice: ByteView) -> Result<MachOImage, MachOError> {
        do throws(MachOError) { return .success(try MachOImage(slice)) } catch { return .failure(error) }
    }
}
