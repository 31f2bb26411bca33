import MerlonCore

/// The two spellings of an ECDSA signature: r ‖ s, each as long as the curve's order (IEEE P1363), and DER's sequence of two integers.
package enum ECDSASignature: Sendable {
    /// r ‖ s of a DER `ECDSA-Sig-Value` (RFC 3279, 2.2.3), which must be in its one distinguished form, with both numbers positive and no
    /// longer than `componentByteCount`.
    package static func raw(fromDER der: some Collection<UInt8>, componentByteCount: Int) throws(CryptoError) -> [UInt8] {
        var rest = Array(der)[...]
        var content = try element(0x30, &rest)
        let numbers = (try element(0x02, &content), try element(0x02, &content))
        guard rest.isEmpty, content.isEmpty else { throw CryptoError(.malformed, "Something follows the signature.") }
        return try component(numbers.0, componentByteCount) + component(numbers.1, componentByteCount)
    }

    /// The DER form of r ‖ s, two halves of the same length.
    package static func der(fromRaw raw: some Collection<UInt8>) -> [UInt8] {
        unsafe withContiguousBytes(of: raw) { raw in unsafe withDER(ofRaw: raw) { unsafe Array($0) } }
    }

    /// Lends the DER form of r ‖ s, which stands on the stack.
    package static func withDER<R>(ofRaw raw: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> R) -> R {
        // Two heads of two bytes and two zeros, behind a head of at most three.
        unsafe withUnsafeTemporaryAllocation(byteCount: raw.count + 9, alignment: 1) { output in
            let half = raw.count / 2
            let count = unsafe 4 + encodedCount(raw, 0..<half) + encodedCount(raw, half..<2 * half)
            var position = 0
            func write(_ byte: UInt8) {
                unsafe output[position] = byte
                position += 1
            }
            write(0x30)
            if count >= 0x80 { write(0x81) }
            write(UInt8(count))
            var start = 0
            while start < 2 * half {
                let range = start..<start + half
                let length = unsafe encodedCount(raw, range)
                write(0x02)
                write(UInt8(length))
                for index in 0..<length {
                    let place = range.upperBound - length + index
                    unsafe write(place < start ? 0 : raw[place])
                }
                start += half
            }
            return unsafe body(UnsafeRawBufferPointer(rebasing: output[..<position]))
        }
    }

    /// How many bytes the number needs as a positive one in two's complement.
    private static func encodedCount(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int {
        guard let start = range.first(where: { unsafe bytes[$0] != 0 }) else { return 1 }
        return range.upperBound - start + (unsafe bytes[start] >= 0x80 ? 1 : 0)
    }

    /// Takes one element with a length below 256 in its shortest form off the front, and gives its content.
    private static func element(_ tag: UInt8, _ bytes: inout ArraySlice<UInt8>) throws(CryptoError) -> ArraySlice<UInt8> {
        guard bytes.popFirst() == tag, var length = bytes.popFirst().map(Int.init) else { throw notDER }
        if length == 0x81 {
            guard let long = bytes.popFirst(), long >= 0x80 else { throw notDER }
            length = Int(long)
        } else if length >= 0x80 {
            throw notDER
        }
        guard length <= bytes.count else { throw notDER }
        defer { bytes = bytes.dropFirst(length) }
        return bytes.prefix(length)
    }

    /// A positive number in its shortest two's complement form, as `count` bytes.
    private static func component(_ number: ArraySlice<UInt8>, _ count: Int) throws(CryptoError) -> [UInt8] {
        guard let first = number.first, first < 0x80 else { throw notDER }
        if first == 0, number.count > 1, number[number.startIndex + 1] < 0x80 { throw notDER }
        let magnitude = first == 0 ? number.dropFirst() : number
        guard !magnitude.isEmpty, magnitude.count <= count else {
            throw CryptoError(.malformed, "A number of the signature is out of range.")
        }
        return [UInt8](repeating: 0, count: count - magnitude.count) + magnitude
    }

    private static let notDER = CryptoError(.malformed, "Not the DER form of an ECDSA signature.")
}
