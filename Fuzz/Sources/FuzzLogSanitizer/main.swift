import FuzzRunner
import MerlonPrivacy

let sanitizer = LogSanitizer()
let mask = Array(LogSanitizer.mask.utf8)

/// Masks the log in pieces whose sizes come from the input itself.
func inPieces(_ log: ArraySlice<UInt8>, sizes: ArraySlice<UInt8>) -> [UInt8] {
    var stream = sanitizer.stream()
    var output: [UInt8] = []
    var rest = log
    var sizes = sizes.makeIterator()
    while !rest.isEmpty {
        let piece = rest.prefix(Int(sizes.next() ?? 255) + 1)
        stream.append(piece, to: &output)
        rest = rest.dropFirst(piece.count)
    }
    stream.finish(to: &output)
    return output
}

/// Whether the text comes of the log by putting masks in the place of runs of its bytes: nothing else was changed, added or lost.
func isMasked(_ log: ArraySlice<UInt8>, as text: [UInt8]) -> Bool {
    if text.elementsEqual(log) { return true }
    // What stands between two masks must be found in the log, in order; the first part at its beginning, the last one at its end.
    var parts: [ArraySlice<UInt8>] = []
    var start = 0
    var index = 0
    while index + mask.count <= text.count {
        if text[index] == mask[0], text[index..<index + mask.count].elementsEqual(mask) {
            parts.append(text[start..<index])
            index += mask.count
            start = index
        } else {
            index += 1
        }
    }
    parts.append(text[start...])
    guard parts.count > 1, log.starts(with: parts[0]), log.count >= parts[0].count + parts[parts.count - 1].count,
        log.suffix(parts[parts.count - 1].count).elementsEqual(parts[parts.count - 1])
    else { return false }
    var rest = log.dropFirst(parts[0].count).dropLast(parts[parts.count - 1].count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
        var found = rest.startIndex
        while found + part.count <= rest.endIndex, !rest[found..<found + part.count].elementsEqual(part) { found += 1 }
        guard found + part.count <= rest.endIndex else { return false }
        rest = rest[(found + part.count)...]
    }
    return true
}

fuzz { bytes in
    let sizeCount = min(bytes.count, Int(bytes.first ?? 0) % 16)
    let sizes = Array(bytes.prefix(sizeCount))
    // Lines that are longer than a window are rare in what a fuzzer makes: a byte stretches one.
    var log = Array(bytes.dropFirst(sizeCount))
    if let stretch = sizes.last, stretch == 255, log.count < 512, let middle = log.dropFirst(log.count / 2).first {
        log.insert(contentsOf: repeatElement(middle, count: 70_000), at: log.count / 2)
    }
    let whole = sanitizer.sanitized(log)
    precondition(inPieces(log[...], sizes: sizes[...]) == whole, "a log in pieces is masked in another way")
    if log.count < 4096 {
        precondition(isMasked(log[...], as: whole), "something was lost or changed that is not masked")
        precondition(sanitizer.sanitized(whole) == whole, "masking twice masks more")
    }
}
