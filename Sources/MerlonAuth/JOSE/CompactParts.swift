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
        let count = text.count
        var (first, last, dots) = (0, 0, 0)
        for index in 0..<count where unsafe text[index] == UInt8(ascii: ".") {
            if dots == 0 { first = index }
            last = index
            dots += 1
        }
        guard dots == 2, first > 0, last < count - 1 else { return nil }
        header = 0..<first
        payload = first + 1..<last
        signature = last + 1..<count
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
