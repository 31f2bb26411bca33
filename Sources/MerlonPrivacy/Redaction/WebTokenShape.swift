/// The shape of a JSON Web Token in compact form: `eyJ` (Base64URL of `{"`), three parts for a signed one, five for an encrypted one.
enum WebTokenShape {
    /// The range of the token that begins at `start`. A signed token that was cut in its last parts still counts: claims leak too.
    static func range(in bytes: LogBytes, at start: Int) -> Range<Int>? {
        guard bytes.has("eyJ", at: start), !bytes.isClass(LogClass.base64URL, at: start - 1) else { return nil }
        var end = bytes.end(ofClass: LogClass.base64URL, from: start)
        guard end - start >= 12, bytes[end] == UInt8(ascii: ".") else { return nil }
        var dots = 0
        while dots < 4, bytes[end] == UInt8(ascii: ".") {
            let next = bytes.end(ofClass: LogClass.base64URL, from: end + 1)
            // The full stop of a sentence is no further part; an empty part is (`alg: none`, direct encryption) when another dot follows.
            if next == end + 1, bytes[next] != UInt8(ascii: ".") { break }
            dots += 1
            end = next
        }
        return dots >= 1 ? start..<end : nil
    }
}
