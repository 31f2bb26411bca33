/// The executable lines of `/proc/self/maps`.
struct MemoryMap {
    struct Line: Hashable, Codable {
        var start: UInt64
        var end: UInt64
        var isWritable: Bool
        var isShared: Bool
        var inode: UInt64
        var name: String
    }

    static let maximumLines = 4096

    var lines: [Line] = []

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
    }

    private static func line(_ bytes: ArraySlice<UInt8>) -> Line? {
        // The name is the rest after the inode and may have spaces itself.
        let parts = bytes.split(separator: 0x20, maxSplits: 5, omittingEmptySubsequences: true)
        guard parts.count >= 5 else { return nil }
        let range = parts[0].split(separator: UInt8(ascii: "-"))
        let permissions = Array(parts[1])
        guard range.count == 2, permissions.count == 4, let start = number(range[0], radix: 16), let end = number(range[1], radix: 16),
            start < end, let inode = number(parts[4], radix: 10)
        else { return nil }
        let name = parts.count == 6 ? String(decoding: parts[5].drop { $0 == 0x20 }, as: UTF8.self) : ""
        return Line(
            start: start, end: end, isWritable: permissions[1] == UInt8(ascii: "w"), isShared: permissions[3] == UInt8(ascii: "s"),
            inode: inode, name: name)
    }

    private static func number(_ bytes: ArraySlice<UInt8>, radix: Int) -> UInt64? {
        UInt64(String(decoding: bytes, as: UTF8.self), radix: radix)
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
