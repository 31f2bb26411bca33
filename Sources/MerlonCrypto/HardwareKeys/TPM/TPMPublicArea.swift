/// The public half of a TPM object: `TPM2B_PUBLIC` (TPM 2.0 Library Part 2, 12.2.4), of an elliptic-curve key or a sealed secret.
struct TPMPublicArea: Hashable, Sendable {
    /// `TPMA_OBJECT`: what the TPM enforces for the object.
    let attributes: UInt32
    /// Whether a policy has to be satisfied to use it.
    let hasPolicy: Bool
    /// The uncompressed point of a P-256 key; `nil` for a sealed secret.
    let point: [UInt8]?

    /// It cannot leave this TPM, was not brought to it with a key from outside, and its parent cannot be changed.
    var neverLeaves: Bool { attributes & 0b0011_0010 == 0b0011_0010 }
    /// It is bound to this TPM and parent.
    var isFixed: Bool { attributes & 0b0001_0010 == 0b0001_0010 }
    /// Wrong authorization values count toward a lock-out.
    var countsWrongTries: Bool { attributes & (1 << 10) == 0 }

    /// Reads the bytes; throws ``CryptoError/Code/malformed`` for what is none, or of another kind.
    init(_ bytes: [UInt8]) throws(CryptoError) {
        var reader = Reader(rest: bytes[...])
        guard try reader.number() == reader.rest.count else { throw Reader.malformed }
        let type = try reader.number()
        _ = try reader.number()
        attributes = UInt32(try reader.number()) << 16 | UInt32(try reader.number())
        hasPolicy = try !reader.sized().isEmpty
        switch type {
        case 0x0008:
            // A sealed secret has no scheme: TPM_ALG_NULL.
            guard try reader.number() == 0x0010 else { throw Reader.malformed }
            point = nil
        case 0x0023:
            if try reader.number() != 0x0010 { for _ in 0..<2 { _ = try reader.number() } }
            if try reader.number() != 0x0010 { _ = try reader.number() }
            guard try reader.number() == 0x0003 else { throw CryptoError(.unsupported, "A TPM key that is not of P-256.") }
            if try reader.number() != 0x0010 { _ = try reader.number() }
            let coordinates = (try reader.sized(), try reader.sized())
            guard coordinates.0.count <= 32, coordinates.1.count <= 32, reader.rest.isEmpty else { throw Reader.malformed }
            point = [4] + Self.padded(coordinates.0) + Self.padded(coordinates.1)
        default: throw CryptoError(.unsupported, "A TPM object of another kind.")
        }
    }

    private static func padded(_ number: ArraySlice<UInt8>) -> [UInt8] { [UInt8](repeating: 0, count: 32 - number.count) + number }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func number() throws(CryptoError) -> Int {
            guard rest.count >= 2, let high = rest.popFirst(), let low = rest.popFirst() else { throw Self.malformed }
            return Int(high) << 8 | Int(low)
        }

        mutating func sized() throws(CryptoError) -> ArraySlice<UInt8> {
            let count = try number()
            guard count <= rest.count else { throw Self.malformed }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }

        static let malformed = CryptoError(.malformed, "The public area of a TPM object is malformed.")
    }
}
