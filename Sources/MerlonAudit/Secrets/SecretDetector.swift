/// Finds secrets in bytes: keys, tokens and passwords, by how they begin, by their form, and by their entropy.
///
/// One pass looks at each four bytes in a table of 65,536 bits; only where they may begin a head is anything else done, so that a large
/// binary is searched at hundreds of megabytes a second. There is no backtracking, and each look ahead is bounded.
struct SecretDetector: Sendable {
    /// The most matches in one run of bytes; a file with more is a dump of secrets, and the first thousand say so.
    static let limit = 1000

    private enum Candidate: Sendable {
        case format(SecretFormat)
        case label(String)
    }

    /// The one detector: building its table costs some milliseconds.
    static let shared = SecretDetector()

    private let table: [UInt64]
    private let candidates: [UInt32: [Candidate]]

    private init() {
        var table = [UInt64](repeating: 0, count: 1024)
        var candidates: [UInt32: [Candidate]] = [:]
        func add(_ head: String, _ candidate: Candidate) {
            let bytes = Array(head.utf8.prefix(4))
            // A head shorter than four bytes may go on with anything.
            var words: [UInt32] = [0]
            for position in 0..<4 {
                let next: [UInt8] = position < bytes.count ? [bytes[position]] : Array(0...255)
                words = words.flatMap { word in next.map { word | UInt32($0) << UInt32(8 * position) } }
            }
            for word in Set(words.map { $0 | Self.fold }) {
                let slot = Self.slot(word)
                table[slot >> 6] |= 1 << UInt64(slot & 63)
                candidates[word, default: []].append(candidate)
            }
        }
        for format in SecretFormat.all where format.head.utf8.count > 2 { add(format.head, .format(format)) }
        // Two bytes are too few to look for; with the hexadecimal digits that follow they are enough.
        for format in SecretFormat.all where format.head.utf8.count == 2 {
            for first in "0123456789abcdef" {
                for second in "0123456789abcdef" { add(format.head + String([first, second]), .format(format)) }
            }
        }
        for label in LabelledSecret.labels { add(label, .label(label)) }
        self.table = table
        self.candidates = candidates
    }

    private static let fold: UInt32 = 0x2020_2020
    private static func slot(_ word: UInt32) -> Int { Int((word &* 0x9E37_79B1) >> 16) }

    /// The secrets in `bytes`, in order, none inside another.
    ///
    /// - Parameter beginsAnywhere: whether a secret may stand right behind a letter or digit, as in a database, where a byte of any value is before it.
    func matches(in bytes: [UInt8], beginsAnywhere: Bool = false) -> [SecretMatch] {
        unsafe bytes.withUnsafeBytes { unsafe matches(in: $0, beginsAnywhere: beginsAnywhere) }
    }

    /// The same for borrowed memory.
    func matches(in bytes: UnsafeRawBufferPointer, beginsAnywhere: Bool = false) -> [SecretMatch] {
        let count = bytes.count
        guard count >= 8 else { return [] }
        let view = unsafe SecretBytesView(bytes)
        var found: [SecretMatch] = []
        unsafe table.withUnsafeBufferPointer { table in
            var index = 0
            while index <= count - 4 {
                let word = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self).littleEndian | Self.fold
                let slot = Self.slot(word)
                let isCandidate = unsafe table[slot >> 6] >> UInt64(slot & 63) & 1
                // Zeros and blanks, of which files are full, begin no head and share a slot with something that does.
                if isCandidate != 0, word != Self.fold, let match = match(in: view, at: index, word, beginsAnywhere) {
                    found.append(match)
                    if found.count == Self.limit { return }
                    index = max(index + 1, match.range.upperBound)
                } else {
                    index += 1
                }
            }
        }
        return found
    }

    private func match(in bytes: SecretBytesView, at index: Int, _ word: UInt32, _ beginsAnywhere: Bool) -> SecretMatch? {
        for candidate in candidates[word] ?? [] {
            switch candidate {
            case .format(let format):
                if bytes.has(format.head, at: index), let range = range(of: format, in: bytes, at: index, beginsAnywhere) {
                    return SecretMatch(name: format.name, range: range, masked: Self.mask(bytes, range), reach: format.reach)
                }
            case .label(let label):
                if Self.hasLabel(label, in: bytes, at: index), let range = LabelledSecret.value(in: bytes, at: index, label: label),
                    !Placeholder.isLikely(bytes.copy(range))
                {
                    return SecretMatch(name: "value of \"\(label)\"", range: range, masked: Self.mask(bytes, range), reach: .full)
                }
            }
        }
        return nil
    }

    private func range(of format: SecretFormat, in bytes: SecretBytesView, at index: Int, _ beginsAnywhere: Bool) -> Range<Int>? {
        let isWord = { (byte: UInt8?) in byte.map { SecretShapes.isAlphanumeric($0) || $0 == UInt8(ascii: "_") } == true }
        let isFree = beginsAnywhere || !isWord(bytes[index - 1])
        let start = index + format.head.utf8.count
        let range: Range<Int>
        switch format.body {
        case .custom(let shape):
            guard format.head == "://" || isFree, let found = shape(bytes, index) else { return nil }
            range = found
        case .run(let alphabet, let lengths):
            // Firebase's head stands in the middle of the key, after the sender's number.
            guard format.head.hasPrefix(":") || isFree else { return nil }
            let end = bytes.end(of: start, limit: lengths.upperBound + 1, while: alphabet.contains)
            guard lengths.contains(end - start), !isWord(bytes[end]) else { return nil }
            range = (format.headBelongs ? index : start)..<end
        case .dotted(let alphabet, let parts):
            guard isFree else { return nil }
            var end = start
            for (number, lengths) in parts.enumerated() {
                if number > 0 {
                    guard bytes[end] == UInt8(ascii: ".") else { return nil }
                    end += 1
                }
                let part = end
                end = bytes.end(of: part, limit: lengths.upperBound + 1, while: alphabet.contains)
                guard lengths.contains(end - part) else { return nil }
            }
            guard !isWord(bytes[end]) else { return nil }
            range = index..<end
        }
        let secret = bytes.copy(range)
        if format.reach == .privateKey { return range }
        return Placeholder.entropy(of: secret) >= format.entropy && !Placeholder.isLikely(secret) ? range : nil
    }

    private static func hasLabel(_ label: String, in bytes: SecretBytesView, at index: Int) -> Bool {
        zip(label.utf8, index...).allSatisfy { character, position in
            bytes[position].map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 } == character
        }
    }

    /// The first four characters and the length.
    private static func mask(_ bytes: SecretBytesView, _ range: Range<Int>) -> String {
        let shown = bytes.copy(range.lowerBound..<range.lowerBound + min(4, range.count))
        return String(decoding: shown.map { $0 > 0x1F && $0 < 0x7F ? $0 : 0x3F }, as: UTF8.self) + "… (\(range.count) characters)"
    }
}
