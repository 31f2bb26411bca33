extension MachOImage {
    /// The addresses at which functions start, ascending (`LC_FUNCTION_STARTS`); empty without that command.
    ///
    /// In 32-bit ARM images Thumb functions are listed without their lowest bit.
    public func functionStarts() throws(MachOError) -> [UInt64] {
        guard let range = commands.functionStarts, range.size > 0 else { return [] }
        // Each start takes a byte of the list at least, so the list bounds the result.
        var reader = ByteReader(try bytes(in: range, "function starts"))
        var starts: [UInt64] = []
        var address = baseAddress
        let mask: UInt64 = header.architecture.type == Architecture.arm ? ~1 : ~0
        while !reader.isAtEnd {
            let delta = try reader.uleb128()
            if delta == 0 { break }  // padding
            let (next, overflow) = address.addingReportingOverflow(delta)
            guard !overflow else { throw reader.failure(.malformed, "function starts past the last address") }
            address = next
            starts.append(address & mask)
        }
        return starts
    }

    /// As ``functionStarts()``, or the symbols in code where there is no such list: object files lack it.
    func functionStartsOrSymbols() throws(MachOError) -> [UInt64] {
        let starts = try functionStarts()
        guard starts.isEmpty, let symbols = try symbols() else { return starts }
        return symbols.filter { isFunction($0) }.map(\.value).sorted()
    }

    /// Whether `symbol` names a place in a section of code.
    func isFunction(_ symbol: Symbol) -> Bool {
        guard symbol.kind == .defined, !symbol.isDebugging else { return false }
        let section = Int(symbol.sectionNumber) - 1
        return sections.indices.contains(section) && sections[section].isCode
    }
}
