import MerlonMachO

/// Finds private keys that stand as plain arrays in the data of C and Objective-C code: their DER tells its own length.
enum PrivateKeyFinder {
    /// More than this many in one image is a collection of test vectors.
    static let limit = 256

    /// Adds the keys to `pool`, at the addresses of their first bytes.
    static func addKeys(in image: MachOImage, to pool: inout StringPool) {
        var known = Set((0..<pool.count).map { pool.address(at: $0) })
        for section in image.sections where holdsData(section) {
            guard let bytes = try? image.bytes(of: section) else { continue }
            for (offset, length) in keys(in: bytes) {
                let address = section.address &+ UInt64(offset)
                guard known.insert(address).inserted, let key = try? bytes.slice(UInt64(offset), UInt64(length)) else { continue }
                unsafe key.withUnsafeBytes { _ = unsafe pool.append($0, at: address) }
            }
        }
    }

    private static func holdsData(_ section: Section) -> Bool {
        !section.isCode && !section.isZeroFill && ["__data", "__const", "__constdata"].contains(section.name)
            && section.segmentName != "__DWARF"
    }

    /// Where keys stand in `bytes`.
    static func keys(in bytes: ByteView) -> [(offset: Int, length: Int)] {
        unsafe bytes.withUnsafeBytes { data in
            var found: [(offset: Int, length: Int)] = []
            var offset = 0
            while offset + 48 <= data.count, found.count < limit {
                // A SEQUENCE, and soon in it the INTEGER of the version.
                if unsafe data[offset] == 0x30, unsafe data[offset + 1] >= 0x28, let length = unsafe length(data, at: offset) {
                    found.append((offset, length))
                    offset += length
                } else {
                    offset += 1
                }
            }
            return found
        }
    }

    /// Shorter ones are Ed25519's, of which libraries have the beginning as a template, and nothing in the rest tells a key from other data.
    private static let leastLength = 100

    private static func length(_ data: UnsafeRawBufferPointer, at offset: Int) -> Int? {
        let start = unsafe Array(data[offset..<min(offset + 32, data.count)])
        guard let encoding = PrivateKeyEncoding(start, size: data.count - offset), [.rsa, .pkcs8, .ellipticCurve].contains(encoding),
            let length = PrivateKeyEncoding.totalLength(start), length >= leastLength, offset + length <= data.count
        else { return nil }
        let key = unsafe Array(data[offset..<offset + length])
        return DERShape.isWhole(key, openingOctetStrings: encoding == .pkcs8) ? length : nil
    }
}

/// Whether bytes are DER from end to end. Templates of keys in libraries have the outer lengths of a key, and not its inside.
private enum DERShape {
    static func isWhole(_ bytes: [UInt8], openingOctetStrings: Bool) -> Bool {
        elements(bytes[...], depth: 0, openingOctetStrings: openingOctetStrings)
    }

    private static func elements(_ bytes: ArraySlice<UInt8>, depth: Int, openingOctetStrings: Bool) -> Bool {
        guard depth < 6 else { return true }
        var rest = bytes
        while let tag = rest.popFirst() {
            guard var length = rest.popFirst().map(Int.init) else { return false }
            if length >= 0x80 {
                guard length == 0x81 || length == 0x82 else { return false }
                let size = length & 3
                guard rest.count >= size else { return false }
                length = rest.prefix(size).reduce(0) { $0 << 8 | Int($1) }
                rest = rest.dropFirst(size)
            }
            guard length <= rest.count else { return false }
            let content = rest.prefix(length)
            rest = rest.dropFirst(length)
            let isOpened = tag & 0x20 != 0 || tag == 0x04 && openingOctetStrings && depth == 1
            if isOpened, !elements(content, depth: depth + 1, openingOctetStrings: openingOctetStrings) { return false }
        }
        return true
    }
}
