/// Walks the chains of a segment, pointer by pointer.
struct ChainWalker {
    let chains: ChainedFixups.SegmentChains
    let image: MachOImage

    /// Calls `visit` with the address and the value of every pointer.
    ///
    /// A chain only goes forward and ends with its page; `budget`, the number of pointers that may still be visited in the image, bounds
    /// pages that are listed many times.
    func walk(budget: inout Int, _ visit: (UInt64, ChainedPointerFormat.Pointer) throws(MachOError) -> Void) throws(MachOError) {
        let order = image.header.byteOrder
        for page in 0..<chains.pageCount {
            let start = try chains.starts.load(UInt16.self, at: UInt64(page) * 2, order, "chain start")
            if start == 0xFFFF { continue }
            guard start & 0x8000 != 0, chains.format.number == 3 else {
                try walkChain(page: page, start: Int(start), budget: &budget, visit)
                continue
            }
            // A page of a 32-bit image may need several chains: their starts follow the list, the last one marked.
            var index = UInt64(start & 0x7FFF)
            while true {
                let next = try chains.starts.load(UInt16.self, at: index * 2, order, "chain start")
                try walkChain(page: page, start: Int(next & 0x7FFF), budget: &budget, visit)
                if next & 0x8000 != 0 { break }
                index += 1
            }
        }
    }

    private func walkChain(
        page: Int, start: Int, budget: inout Int, _ visit: (UInt64, ChainedPointerFormat.Pointer) throws(MachOError) -> Void
    ) throws(MachOError) {
        let pageStart = chains.segment.address &+ UInt64(page) &* UInt64(chains.pageSize)
        guard let bytes = chains.segment.contains(pageStart) ? image.bytes(at: pageStart) : nil else {
            throw MachOError(.malformed, "chained fixups in a page that the file does not have")
        }
        let size = chains.format.pointerSize
        var offset = start
        while true {
            guard offset < chains.pageSize else {
                throw MachOError(.malformed, "chain leaves its page", offset: bytes.position(UInt64(offset)))
            }
            budget -= 1
            guard budget >= 0 else { throw MachOError(.limitExceeded, "more chained pointers than the image has room for") }
            let raw =
                size == 8
                ? try bytes.load(UInt64.self, at: UInt64(offset), image.header.byteOrder, "chained pointer")
                : UInt64(try bytes.load(UInt32.self, at: UInt64(offset), image.header.byteOrder, "chained pointer"))
            let pointer = chains.format.decode(raw, baseAddress: image.baseAddress, maximumPointer: chains.maximumPointer)
            try visit(pageStart &+ UInt64(offset), pointer)
            if pointer.next == 0 { return }
            offset += pointer.next
        }
    }
}
