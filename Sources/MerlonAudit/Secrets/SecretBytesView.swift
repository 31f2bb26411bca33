/// The bytes that are searched, with the few questions that shapes ask of them. Valid only while the search runs.
@safe struct SecretBytesView {
    private let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }

    var count: Int { unsafe bytes.count }

    /// The byte at `index`, or `nil` past either end.
    subscript(index: Int) -> UInt8? { index >= 0 && index < count ? unsafe bytes[index] : nil }

    /// Whether `text` stands at `index`, in its own case.
    func has(_ text: String, at index: Int) -> Bool {
        guard index >= 0, index + text.utf8.count <= count else { return false }
        return zip(text.utf8, index...).allSatisfy { unsafe bytes[$1] == $0 }
    }

    /// Where the run of bytes for which `isPart` holds ends, at most `limit` from `start`.
    func end(of start: Int, limit: Int, while isPart: (UInt8) -> Bool) -> Int {
        var index = start
        let last = min(count, start + limit)
        while index < last, unsafe isPart(bytes[index]) { index += 1 }
        return index
    }

    /// The bytes in `range`, which must lie inside.
    func copy(_ range: Range<Int>) -> [UInt8] { unsafe Array(bytes[range]) }
}
