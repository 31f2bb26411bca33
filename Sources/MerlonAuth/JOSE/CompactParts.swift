import MerlonCore

/// The three parts of a compact JWS (RFC 7515, 7.1), as places in its text.
struct CompactParts {
    let header: Range<Int>
    let payload: Range<Int>
    let signature: Range<Int>

    /// What the signature is of, when the payload is part of the text.
    var signed: Range<Int> { header.lowerBound..<payload.upperBound }

    /// Finds the parts; `nil` when the text does not have exactly three, or the first or last is empty.
    init?(_ text: UnsafeRawBufferPointer) {
        let dot = UInt8(ascii: ".")
        guard let first = unsafe text.firstIndex(of: dot), let last = unsafe text.lastIndex(of: dot), first < last, first > 0,
            last < text.count - 1, unsafe !text[first + 1..<last].contains(dot)
        else { return nil }
        header = 0..<first
        payload = first + 1..<last
        signature = last + 1..<text.count
    }
}

extension UnsafeRawBufferPointer {
    /// The part of the buffer at `range`.
    func part(_ range: Range<Int>) -> UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(rebasing: self[range]) }
}

extension String {
    /// Lends the bytes of the text; a text in foreign storage is copied first.
    func withUTF8Bytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
        let result = unsafe utf8.withContiguousStorageIfAvailable { buffer -> Result<R, E> in
            do throws(E) { return .success(unsafe try body(UnsafeRawBufferPointer(buffer))) } catch { return .failure(error) }
        }
        if let result { return try result.get() }
        return unsafe try Array(utf8).withBytes(body)
    }
}
