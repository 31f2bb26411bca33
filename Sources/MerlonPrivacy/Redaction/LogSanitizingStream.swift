/// Masks a log piece by piece, in constant memory: at most two windows of 64 KiB, however long its lines are.
///
/// Whole lines come out as soon as their newline came in. A longer line is judged in overlapping windows: a secret of up to 8 KiB is found
/// wherever it lies; a longer one is masked from where it is recognised to where its value ends.
public struct LogSanitizingStream: Sendable {
    /// How many ranges were masked so far.
    public private(set) var maskedCount = 0

    private let scanner: LogScanner
    /// What has not come out yet, behind up to ``context`` bytes that have: names before a value are looked up there.
    private var window: [UInt8] = []
    private var emitted = 0
    /// Up to here no line ends behind what has come out: a line in small pieces is looked through once.
    private var searched = 0
    private var isInPrivateKey = false
    /// A value that went past its window is swallowed until this ends it.
    private var swallowing: Terminator?
    /// The last byte that was swallowed is a backslash: the next one ends no quoted value.
    private var isEscaped = false

    private enum Terminator {
        case quote(UInt8)
        case whiteSpace
        case line

        var hasEscapes: Bool { if case .quote = self { true } else { false } }

        func isMet(by byte: UInt8) -> Bool {
            switch self {
            case .quote(let quote): byte == quote || byte == 0x0A
            case .line: byte == 0x0A
            case .whiteSpace: byte <= 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
            }
        }
    }

    private static let size = 1 << 16
    private static let margin = 1 << 13
    private static let context = 256

    init(kinds: SensitiveKinds) { scanner = LogScanner(kinds: kinds) }

    /// Takes a piece of the log, and appends what is ready to `output`.
    public mutating func append(_ bytes: some Collection<UInt8>, to output: inout [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Self.size)
            rest = rest.dropFirst(piece.count)
            window.append(contentsOf: piece)
            drain(to: &output)
        }
    }

    /// Appends what is left, at the end of the log. The stream is as new afterwards.
    public mutating func finish(to output: inout [UInt8]) {
        swallow()
        emit(upTo: window.count, matches: scan(window.count), to: &output)
        window.removeAll(keepingCapacity: true)
        (emitted, searched, isInPrivateKey, swallowing, isEscaped) = (0, 0, false, nil, false)
    }

    /// Where the log is cut depends on its bytes alone, never on the pieces in which they come: so neither does what is masked.
    private mutating func drain(to output: inout [UInt8]) {
        while true {
            swallow()
            let bound = min(window.count, emitted + Self.size)
            if let newline = window[max(emitted, min(searched, bound))..<bound].lastIndex(of: 0x0A) {
                let found = scan(newline + 1)
                emit(upTo: newline + 1, matches: found, to: &output)
                window.removeFirst(newline + 1)
                (emitted, searched) = (0, bound - newline - 1)
                isInPrivateKey = found.isInPrivateKey
            } else if window.count - emitted > Self.size {
                searched = bound
                drainPartOfLine(to: &output)
            } else {
                searched = bound
                return
            }
        }
    }

    /// Brings out what of an overlong line can be judged without seeing more of it.
    private mutating func drainPartOfLine(to output: inout [UInt8]) {
        let end = emitted + Self.size
        var found = scan(end)
        var cut = end - Self.margin
        if let straddling = found.ranges.first(where: { $0.lowerBound < cut && $0.upperBound >= cut }) {
            cut = straddling.upperBound
            if cut == end {
                swallowing = terminator(of: straddling)
                isEscaped = window[straddling].reversed().prefix { $0 == UInt8(ascii: "\\") }.count % 2 == 1
            }
        }
        found.ranges.removeAll { $0.lowerBound >= cut }
        emit(upTo: cut, matches: found, to: &output)
        isInPrivateKey = false
        let kept = min(Self.context, cut)
        window.removeFirst(cut - kept)
        searched -= cut - kept
        emitted = kept
    }

    /// What ends a value that goes past its window. Where it cannot be told, more is masked rather than less.
    private func terminator(of range: Range<Int>) -> Terminator {
        let before = window[..<range.lowerBound]
        if let quote = before.last, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") { return .quote(quote) }
        let label = String(decoding: before.suffix(16), as: UTF8.self).lowercased()
        // A value with blanks in it, such as a header or a key, ends with its line.
        let isWholeLine = label.contains("cookie") || window[range].contains { $0 == 0x20 || $0 == 0x09 }
        return isWholeLine ? .line : .whiteSpace
    }

    /// Drops the rest of a value that was masked before its end was seen.
    private mutating func swallow() {
        guard let terminator = swallowing else { return }
        var end = emitted
        while end < window.count {
            let byte = window[end]
            if !isEscaped || byte == 0x0A, terminator.isMet(by: byte) { break }
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\") && terminator.hasEscapes
            end += 1
        }
        if end < window.count { (swallowing, isEscaped) = (nil, false) }
        window.removeSubrange(emitted..<end)
        searched = emitted
    }

    private func scan(_ end: Int) -> LogScanner.Matches {
        unsafe window.withUnsafeBytes {
            unsafe scanner.matches(in: UnsafeRawBufferPointer(rebasing: $0[..<end]), isInPrivateKey: isInPrivateKey && emitted == 0)
        }
    }

    private mutating func emit(upTo end: Int, matches: LogScanner.Matches, to output: inout [UInt8]) {
        for range in matches.ranges where range.upperBound > emitted {
            output.append(contentsOf: window[emitted..<max(emitted, range.lowerBound)])
            output.append(contentsOf: LogSanitizer.mask.utf8)
            maskedCount += 1
            emitted = range.upperBound
        }
        output.append(contentsOf: window[min(emitted, end)..<end])
        emitted = end
    }
}
