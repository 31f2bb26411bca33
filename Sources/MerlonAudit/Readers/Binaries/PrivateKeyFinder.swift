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

    private static func keys(in bytes: ByteView) -> [(offset: Int, length: Int)] {
        unsafe bytes.withUnsafeBytes { data in
            var found: [(offset: Int, length: Int)] = []
            var offset = 0
            while offset + 48 <= data.count, found.count < limit {
                // A SEQUENCE, and soon in it the INTEGER of the version.
                if unsafe data[offset] == 0x30, unsafe data[offset + 1] >= 0x28,
                    let length = unsafe length(Array(data[offset..<offset + 32]), available: data.count - offset)
                {
                    found.append((offset, length))
                    offset += length
                } else {
                    offset += 1
                }
            }
            return found
        }
    }

    private static func length(_ start: [UInt8], available: Int) -> Int? {
        guard let encoding = PrivateKeyEncoding(start, size: available), [.rsa, .pkcs8, .ellipticCurve].contains(encoding) else {
            return nil
        }
        return PrivateKeyEncoding.totalLength(start)
    }
}
