/// Writes black and white PNG images (ISO/IEC 15948), uncompressed: a QR code is small as it is.
enum PNGImage {
    /// An image of one bit a pixel.
    static func encode(width: Int, height: Int, isBlack: (_ row: Int, _ column: Int) -> Bool) -> [UInt8] {
        var header = bytes(UInt32(width)) + bytes(UInt32(height))
        // One bit of grey; the only compression and filter there are; not interlaced.
        header += [1, 0, 0, 0, 0]
        var rows: [UInt8] = []
        rows.reserveCapacity(height * (1 + (width + 7) / 8))
        for row in 0..<height {
            rows.append(0)
            for start in stride(from: 0, to: width, by: 8) {
                var byte: UInt8 = 0
                // Zero is black.
                for column in start..<start + 8 { byte = byte << 1 | (column < width && !isBlack(row, column) ? 1 : 0) }
                rows.append(byte)
            }
        }
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        return signature + chunk("IHDR", header) + chunk("IDAT", stored(rows)) + chunk("IEND", [])
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + content
        return bytes(UInt32(content.count)) + body + bytes(checksum(body))
    }

    /// A zlib stream (RFC 1950) of stored blocks (RFC 1951, 3.2.4).
    private static func stored(_ content: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: content.count, by: 65_535) {
            let block = content[start..<min(start + 65_535, content.count)]
            let count = UInt16(block.count)
            stream.append(block.endIndex == content.count ? 1 : 0)
            for word in [count, ~count] { stream += [UInt8(truncatingIfNeeded: word), UInt8(word >> 8)] }
            stream += block
        }
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in content {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return stream + bytes(b << 16 | a)
    }

    /// CRC-32 as PNG has it.
    private static func checksum(_ content: [UInt8]) -> UInt32 {
        ~content.reduce(UInt32.max) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }

    private static func bytes(_ value: UInt32) -> [UInt8] { unsafe withUnsafeBytes(of: value.bigEndian) { unsafe Array($0) } }
}
