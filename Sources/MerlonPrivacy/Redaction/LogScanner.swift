/// Finds what is sensitive in a window of a log. Pure: what it finds depends on the bytes and on whether a private key was open before.
struct LogScanner {
    let kinds: SensitiveKinds

    /// What was found, in order and without overlaps.
    struct Matches {
        var ranges: [Range<Int>] = []
        /// A secret that was added and lies ahead: what stands before it is looked at too.
        var ahead: Range<Int>?
        /// A private key is open at the end of the window.
        var isInPrivateKey = false

        /// Adds a range; one that begins before the last one ends is joined with it, so that nothing stays half masked.
        mutating func add(_ range: Range<Int>) {
            var range = range
            while let last = ranges.last, last.upperBound > range.lowerBound {
                range = min(last.lowerBound, range.lowerBound)..<max(last.upperBound, range.upperBound)
                ranges.removeLast()
            }
            ranges.append(range)
        }
    }

    /// Scans whole lines, or the part of an overlong one.
    func matches(in buffer: UnsafeRawBufferPointer, isInPrivateKey: Bool) -> Matches {
        unsafe LogClass.table.withUnsafeBufferPointer { table in
            guard let classes = table.baseAddress else { return Matches() }
            return matches(in: unsafe LogBytes(buffer, classes: classes), isInPrivateKey: isInPrivateKey)
        }
    }

    private func matches(in bytes: LogBytes, isInPrivateKey: Bool) -> Matches {
        var found = Matches(isInPrivateKey: isInPrivateKey)
        var index = found.isInPrivateKey ? continueKey(bytes, 0, &found) : 0
        let end = bytes.count
        while index < end {
            if let ahead = found.ahead, index >= ahead.lowerBound {
                index = max(index, ahead.upperBound)
                found.ahead = nil
                continue
            }
            let bits = bytes.classUnchecked(at: index)
            if bits & LogClass.word != 0 {
                if let range = token(bytes, index, bits) {
                    found.add(range)
                    index = range.upperBound
                } else {
                    index = bytes.endOfWord(from: index + 1)
                }
            } else if bits & LogClass.trigger != 0, isWorthALook(bytes, index) {
                index = mark(bytes, index, &found)
            } else {
                index += 1
            }
        }
        return found
    }

    /// What begins with a letter or a digit, where a word begins.
    @inline(__always)
    private func token(_ bytes: LogBytes, _ index: Int, _ bits: UInt16) -> Range<Int>? {
        if bits & LogClass.digit != 0 {
            guard bytes.isClass(LogClass.digit, at: index + 1), bytes.isClass(LogClass.digit, at: index + 2) else { return nil }
            if bytes.isClass(LogClass.digit, at: index + 3) {
                return kinds.contains(.cardNumbers) ? CardNumberShape.range(in: bytes, at: index) : nil
            }
            return kinds.contains(.phoneNumbers) ? PhoneNumberShape.northAmerican(in: bytes, at: index) : nil
        }
        if bits & LogClass.head != 0, bytes.canBeginToken(at: index) {
            if kinds.contains(.webTokens), let range = WebTokenShape.range(in: bytes, at: index) { return range }
            if kinds.contains(.apiKeys), let range = KnownToken.range(in: bytes, at: index) { return range }
        }
        if bits & LogClass.upper != 0, kinds.contains(.ibans) { return IBANShape.range(in: bytes, at: index) }
        return nil
    }

    /// Whether a mark can be part of anything: dates, times, names of packages and options are full of marks that cannot.
    @inline(__always)
    private func isWorthALook(_ bytes: LogBytes, _ index: Int) -> Bool {
        switch bytes[index] {
        case UInt8(ascii: "-"): bytes[index + 1] == UInt8(ascii: "-")
        case UInt8(ascii: "+"), UInt8(ascii: "("): bytes.isClass(LogClass.digit, at: index + 1)
        case UInt8(ascii: ":"): bytes[index + 1] == UInt8(ascii: "/") || LabelledShape.canStand(in: bytes, before: index)
        case UInt8(ascii: "="): LabelledShape.canStand(in: bytes, before: index)
        default: true
        }
    }

    /// What is told by a mark within it. Gives the place to go on at.
    private func mark(_ bytes: LogBytes, _ index: Int, _ found: inout Matches) -> Int {
        var range: Range<Int>?
        switch bytes[index] {
        case UInt8(ascii: "@"):
            if kinds.contains(.emailAddresses), found.ranges.last?.upperBound != index {
                range = EmailShape.range(in: bytes, around: index)
            }
        case UInt8(ascii: "="): if kinds.contains(.labelled) { range = LabelledShape.range(in: bytes, at: index) }
        case UInt8(ascii: ":"):
            if bytes[index + 1] == UInt8(ascii: "/") {
                guard kinds.contains(.urlPasswords), let secret = URLPasswordShape.range(in: bytes, at: index) else { return index + 1 }
                // The user may be a token, or an address.
                found.add(secret)
                found.ahead = secret
                return index + 1
            } else if kinds.contains(.labelled) {
                range = LabelledShape.range(in: bytes, at: index)
            }
        case UInt8(ascii: "+"): if kinds.contains(.phoneNumbers) { range = PhoneNumberShape.international(in: bytes, at: index) }
        case UInt8(ascii: "("): if kinds.contains(.phoneNumbers) { range = PhoneNumberShape.northAmerican(in: bytes, at: index) }
        case UInt8(ascii: "-"):
            if bytes[index + 1] == UInt8(ascii: "-"), kinds.contains(.privateKeys) {
                guard let block = PrivateKeyShape.block(in: bytes, at: index) else { return index + 1 }
                found.add(block.range)
                found.isInPrivateKey = block.isOpen
                return block.isOpen ? continueKey(bytes, block.range.upperBound + 1, &found) : block.range.upperBound
            }
        default: break
        }
        guard let range else { return index + 1 }
        found.add(range)
        return max(range.upperBound, index + 1)
    }

    /// Masks the lines of an open private key. Gives the place behind it.
    private func continueKey(_ bytes: LogBytes, _ start: Int, _ found: inout Matches) -> Int {
        var index = start
        while index < bytes.count {
            let line = bytes.endOfLine(from: index)
            guard let block = PrivateKeyShape.continuation(in: bytes, index..<line) else {
                found.isInPrivateKey = false
                return index
            }
            if !block.range.isEmpty { found.add(block.range) }
            guard block.isOpen else {
                found.isInPrivateKey = false
                return block.range.upperBound
            }
            index = line + 1
        }
        return min(index, bytes.count)
    }
}
