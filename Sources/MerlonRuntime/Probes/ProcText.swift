/// Readers of the texts in `/proc`: bounded, and without trust in their form.
enum ProcText {
    /// The value of a line `Name:\tvalue`; `nil` when there is no such line.
    static func field(_ name: String, in text: [UInt8]) -> String? {
        let key = Array((name + ":").utf8)
        var start = 0
        // By index, without an array of all lines: this is asked several times with every cheap sweep.
        while start < text.count {
            let end = text[start...].firstIndex(of: 0x0A) ?? text.count
            if begins(text, at: start, with: key), end - start >= key.count {
                return trimmed(String(decoding: text[(start + key.count)..<end].prefix(512), as: UTF8.self))
            }
            start = end + 1
        }
        return nil
    }

    /// The text without white space and zero bytes at its ends. By bytes: the tables of Unicode alone would be more memory than all texts.
    static func trimmed(_ text: String) -> String {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) || $0 == 0 }
        let rest = text.utf8.drop(while: isBlank)
        guard let last = rest.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(Substring(rest[...last]))
    }

    /// Whether the word stands anywhere in the text.
    static func contains(_ word: String, in text: [UInt8]) -> Bool {
        let word = Array(word.utf8)
        return text.indices.contains { begins(text, at: $0, with: word) }
    }

    private static func begins(_ text: [UInt8], at start: Int, with key: [UInt8]) -> Bool {
        text.count - start >= key.count && key.indices.allSatisfy { text[start + $0] == key[$0] }
    }

    private static let codeVariables = ["LD_PRELOAD=", "LD_AUDIT="].map { Array($0.utf8) }

    /// The variables for the loader in an environment (`NAME=value`, each ended by a zero byte).
    static func loaderVariables(in environment: [UInt8]) -> [LoaderVariable] {
        let prefix = Array("LD_".utf8)
        // Those that bring code in come first: however many others there are, they are not crowded out.
        let entries = environment.split(separator: 0).filter { begins(environment, at: $0.startIndex, with: prefix) }
        let isCode: (ArraySlice<UInt8>) -> Bool = { entry in codeVariables.contains { begins(environment, at: entry.startIndex, with: $0) }
        }
        return (entries.filter(isCode) + entries.filter { !isCode($0) }).prefix(32).compactMap { entry in
            guard let equals = entry.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            let value = entry[entry.index(after: equals)...]
            guard !value.isEmpty else { return nil }
            let files = value.split { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: " ") }.prefix(16).map {
                ScrubbedPath.baseName(String(decoding: $0.prefix(4096), as: UTF8.self))
            }
            return LoaderVariable(name: String(decoding: entry[..<equals].prefix(64), as: UTF8.self), files: files)
        }
    }
}
