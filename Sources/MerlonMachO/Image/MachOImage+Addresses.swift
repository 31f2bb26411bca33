extension MachOImage {
    /// The bytes of a part that a load command places by file offset.
    public func bytes(in range: FileRange, _ what: StaticString = "data") throws(MachOError) -> ByteView {
        try bytes.slice(position(ofFileOffset: range.offset), range.size, what)
    }

    /// The bytes of a section; empty for zero-fill sections.
    public func bytes(of section: Section) throws(MachOError) -> ByteView {
        if section.isZeroFill { return bytes.prefix(0) }
        switch layout {
        case .file: return try bytes.slice(section.offset, section.size, "section")
        case .memory:
            guard section.address >= baseAddress else { throw MachOError(.malformed, "section lies before the header") }
            return try bytes.slice(section.address - baseAddress, section.size, "section")
        }
    }

    /// The bytes from `address` to the end of what the file has of its segment; `nil` when no segment has bytes there.
    public func bytes(at address: UInt64) -> ByteView? {
        guard let segment = segments.first(where: { $0.contains(address) }) else { return nil }
        let inside = address - segment.address
        let available = min(segment.size, segment.file.size)
        guard inside < available else { return nil }
        let start: UInt64
        switch layout {
        case .file: start = saturatingSum(segment.file.offset, inside)
        case .memory:
            guard address >= baseAddress else { return nil }
            start = address - baseAddress
        }
        let rest = bytes.suffix(from: start)
        return rest.prefix(Int(min(available - inside, UInt64(rest.count))))
    }

    /// Where in ``bytes`` a file offset of the slice stands.
    private func position(ofFileOffset offset: UInt64) -> UInt64 {
        guard case .memory = layout,
            let segment = segments.first(where: { offset >= $0.file.offset && offset - $0.file.offset < $0.file.size }),
            segment.address >= baseAddress
        else { return offset }
        return saturatingSum(segment.address - baseAddress, offset - segment.file.offset)
    }
}
