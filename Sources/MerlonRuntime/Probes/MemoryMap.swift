/// The executable lines of `/proc/self/maps`.
struct MemoryMap {
    struct Line: Hashable {
        var start: UInt64
        var end: UInt64
        var isWritable: Bool
        var isShared: Bool
        var inode: UInt64
        var name: String
    }

    static let maximumLines = 4096

    var lines: [Line] = []
    /// Whether all of it was read: there were not more lines than the limit, and the last one has its end.
    private(set) var isComplete = true

    /// Reads the text; lines that are not of the form are left out.
    init(_ text: [UInt8]) {
        var start = 0
        // By index: a copy of each of the thousands of lines that are not executable would cost more than reading them.
        while start < text.count, lines.count < Self.maximumLines {
            var end = start
            var isFirstSpace = true
            var isExecutable = false
            while end < text.count, text[end] != 0x0A {
                if text[end] == 0x20, isFirstSpace {
                    isFirstSpace = false
                    isExecutable = end + 3 < text.count && text[end + 3] == UInt8(ascii: "x")
                    if !isExecutable {
                        end = text[end...].firstIndex(of: 0x0A) ?? text.count
                        break
                    }
                }
                end += 1
            }
            if isExecutable, let line = Self.line(text[start..<end]) { lines.append(line) }
            start = end + 1
        }
        isComplete = start >= text.count && text.last ?? 0x0A == 0x0A
    }

    private static func line(_ bytes: ArraySlice<UInt8>) -> Line? {
        var rest = bytes
        let range = field(&rest)
        let permissions = field(&rest)
        let (offset, device) = (field(&rest), field(&rest))
        guard !offset.isEmpty, !device.isEmpty, permissions.count == 4, let dash = range.firstIndex(of: UInt8(ascii: "-")),
            let start = number(range[..<dash], radix: 16), let end = number(range[(dash + 1)...], radix: 16), start < end,
            let inode = number(field(&rest), radix: 10)
        else { return nil }
        // The name is the rest after the inode and may have spaces itself.
        let name = String(decoding: rest.drop { $0 == 0x20 }, as: UTF8.self)
        let first = permissions.startIndex
        return Line(
            start: start, end: end, isWritable: permissions[first + 1] == UInt8(ascii: "w"),
            isShared: permissions[first + 3] == UInt8(ascii: "s"), inode: inode, name: name)
    }

    /// Takes the next field off; empty when there is none.
    private static func field(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let field = rest.drop { $0 == 0x20 }.prefix { $0 != 0x20 }
        rest = rest[field.endIndex...]
        return field
    }

    /// The number; `nil` for anything else than digits, and for more than 64 bits.
    private static func number(_ digits: ArraySlice<UInt8>, radix: UInt64) -> UInt64? {
        guard !digits.isEmpty else { return nil }
        var number: UInt64 = 0
        for byte in digits {
            let digit: UInt8
            switch byte {
            case 0x30...0x39: digit = byte - 0x30
            case 0x41...0x46: digit = byte - 0x41 + 10
            case 0x61...0x66: digit = byte - 0x61 + 10
            default: return nil
            }
            let (product, overflow) = number.multipliedReportingOverflow(by: radix)
            let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
            guard digit < radix, !overflow, !carry else { return nil }
            number = sum
        }
        return number
    }
}

extension MemoryMap.Line {
    /// What is behind the memory.
    var backing: ExecutableMapping.Backing {
        if name.hasPrefix("/memfd:") { return .memoryFile }
        if name.hasPrefix("["), name.hasSuffix("]"), inode == 0 {
            return name.hasPrefix("[v") || name.hasPrefix("[uprobes") ? .kernel : .anonymous
        }
        if inode == 0 { return .anonymous }
        return name.hasSuffix(" (deleted)") ? .deletedFile : .file
    }

    /// The fact that is kept of it.
    func mapping(owner: String?) -> ExecutableMapping {
        ExecutableMapping(
            name: ScrubbedPath.scrub(name), backing: backing, isWritable: isWritable, isShared: isShared, pages: (end - start) / 4096,
            owner: owner)
    }
}
